// Whole small algorithms: quicksort, sieve, hash table, matrix product, string reversal, big numbers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 500

static uint32_t seed = 12345;
static uint32_t next_random(void) { return seed = seed * 1664525u + 1013904223u; }

static void quicksort(int *a, int low, int high) {
  int i = low, j = high, pivot = a[(low + high) / 2];
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j) {
      int swap = a[i];
      a[i++] = a[j];
      a[j--] = swap;
    }
  }
  if (low < j) quicksort(a, low, j);
  if (i < high) quicksort(a, i, high);
}

static int sieve(int n) {
  char *composite = calloc(n + 1, 1);
  int count = 0;
  for (int i = 2; i <= n; i++) {
    if (composite[i]) continue;
    count++;
    for (long j = (long)i * i; j <= n; j += i) composite[j] = 1;
  }
  free(composite);
  return count;
}

struct entry { struct entry *next; unsigned key; int value; };
static struct entry *buckets[64];

static struct entry *find(unsigned key) {
  struct entry **link = &buckets[key * 2654435761u >> 26];
  while (*link && (*link)->key != key) link = &(*link)->next;
  if (!*link) {
    *link = malloc(sizeof **link);
    **link = (struct entry){.key = key};
  }
  return *link;
}

static double product(int n) {
  static double a[20][20], b[20][20], c[20][20];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = i + j, b[i][j] = i - j, c[i][j] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
  double trace = 0;
  for (int i = 0; i < n; i++) trace += c[i][i] * (i & 1 ? -1 : 1);
  return trace;
}

static void factorial(int n) {
  unsigned short digits[200] = {1};
  int used = 1;
  for (int k = 2; k <= n; k++) {
    unsigned carry = 0;
    for (int i = 0; i < used || carry; i++) {
      if (i == used) digits[used++] = 0;
      carry += digits[i] * k;
      digits[i] = carry % 10000;
      carry /= 10000;
    }
  }
  printf("%d", digits[--used]);
  while (used) printf("%04d", digits[--used]);
  putchar('\n');
}

static void reverse(char *s) {
  for (char *e = s + strlen(s) - 1; s < e; s++, e--) {
    *s ^= *e;
    *e ^= *s;
    *s ^= *e;
  }
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = next_random() >> 8 & 0xffff;
  quicksort(a, 0, N - 1);
  unsigned sum = 0;
  for (int i = 0; i < N; i++) sum = sum * 33 + a[i];
  printf("%u %d\n", sum, sieve(10000));
  for (int i = 0; i < N; i++) find(next_random() % 100)->value += i;
  for (unsigned k = 0; k < 100; k += 9) printf("%d ", find(k)->value);
  printf("\n%.1f\n", product(20));
  factorial(60);
  char text[] = "stressed desserts";
  reverse(text);
  puts(text);
  return 0;
}
