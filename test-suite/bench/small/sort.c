/* Bitonic sort, insertion sort, a sieve. */
#include <stdio.h>
#include <stdlib.h>
static void bitonic(int *a, int n) {
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < n; i++) {
        int l = i ^ j;
        if (l > i && (((i & k) == 0 && a[i] > a[l]) || ((i & k) != 0 && a[i] < a[l]))) {
          int t = a[i];
          a[i] = a[l];
          a[l] = t;
        }
      }
}
static int sieve(int n) {
  char *c = calloc(n + 1, 1);
  int cnt = 0;
  for (int i = 2; (long)i * i <= n; i++)
    if (!c[i])
      for (int j = i * i; j <= n; j += i)
        c[j] = 1;
  for (int i = 2; i <= n; i++)
    if (!c[i])
      cnt++;
  free(c);
  return cnt;
}
static void insertion(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i - 1;
    while (j >= 0 && a[j] > x) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = x;
  }
}
int main(void) {
  int n = 1 << 17;
  int *a = malloc(n * 4);
  for (int i = 0; i < n; i++)
    a[i] = (i * 2654435761u) >> 8;
  bitonic(a, n);
  int m = 8000, *b = malloc(m * 4);
  for (int i = 0; i < m; i++)
    b[i] = (i * 40503u) & 0xffff;
  insertion(b, m);
  printf("%d %d %d %d\n", a[0], a[n / 2], sieve(5000000), b[m / 3]);
}
