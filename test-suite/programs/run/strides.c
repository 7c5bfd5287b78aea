/* Loops whose step is not known until the program runs: positive, negative, too large, and not leading to the end. */
#include "hash.h"

enum { N = 3000 };
static double a[N], b[N], c[N];
static int block = 3;

static void fill(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = i * 0.5;
    b[i] = i * 31 % 17;
    c[i] = 0;
  }
}

__attribute__((noinline)) static void up(int from, int n, int s) {
  for (int i = from; i < n; i += s) // raddle: device
    a[i] += b[i] * i;
}

__attribute__((noinline)) static void with_another(int from, int n, int s) {
  int j = 1, k = 0;
  for (int i = from - 1; i < n; i += s) { // raddle: device
    k += j;
    a[i] += b[N - k];
  }
  printf("%d\n", k);
}

__attribute__((noinline)) static int down(int from, int n, int s) {
  int i;
  for (i = from; i >= n; i -= s) // raddle: device
    c[i] = i;
  return i;
}

__attribute__((noinline)) static void negative(int from, int s) {
  for (int i = from; i > 0; i += s) // raddle: host(no atomic add on f64)
    c[i] += 2;
}

__attribute__((noinline)) static void sizes(size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s) // raddle: device
    c[i] += i;
}

__attribute__((noinline)) static unsigned unsigned_steps(unsigned from, unsigned n, unsigned s) {
  unsigned i;
  for (i = from; i < n; i += s) // raddle: device
    b[i] += 1;
  return i;
}

__attribute__((noinline)) static void of_a_global(int n) {
  for (int j = 0; j <= n - block; j += block) // raddle: device
    for (int i = 0; i < block; i++)
      a[j + i] += i;
}

/* The index comes around; the loop ends when it hits the end. */
__attribute__((noinline)) static int around(unsigned char s) {
  int rounds = 0;
  for (unsigned char i = 0; i < 250; i += s) // raddle: host(step 'i += s' is not constant)
    rounds++;
  return rounds;
}

int main(void) {
  fill();
  up(0, N, 1);
  up(0, N, 7);
  up(5, N, 7);
  up(9, N, 2);
  up(N, N, 0);
  up(10, 3, -4);
  up(N - 1, N, 0x7fffffff - N);
  PRINT_HASH(a);
  with_another(1, N, 1);
  with_another(1, N, 3);
  with_another(4, N, 2);
  PRINT_HASH(a);
  printf("%d %d %d\n", down(N - 1, 0, 1), down(N - 1, 7, 13), down(3, 4, -5));
  PRINT_HASH(c);
  negative(N - 1, -1);
  negative(N - 5, -6);
  PRINT_HASH(c);
  sizes(N, 1);
  sizes(N - 1, 11);
  sizes(0, 0);
  PRINT_HASH(c);
  printf("%u %u %u\n", unsigned_steps(0, N, 1), unsigned_steps(17, N, 5), unsigned_steps(N, N, 0));
  PRINT_HASH(b);
  of_a_global(N);
  block = 8;
  of_a_global(N - 3);
  PRINT_HASH(a);
  printf("%d %d\n", around(10), around(25));
  return 0;
}
