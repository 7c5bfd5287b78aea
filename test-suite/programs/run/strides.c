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

/* As in BLAS: the distance of neighbours is an argument. */
__attribute__((noinline)) static void vectors(int n, int inc_a, int first, int inc_b) {
  for (int i = 0; i < n; i++) // raddle: device
    a[i * inc_a] += 2 * b[first + i * inc_b];
}

__attribute__((noinline)) static void rows(int n, size_t distance, double *restrict to, const double *restrict from) {
  for (int i = 0; i < n; i++) // raddle: device
    to[i] += from[i * distance + 1];
}

/* The body has variables of its own, and rounds that it leaves out. */
__attribute__((noinline)) static int with_locals(int from, int n, int s) {
  static int calls;
  int i;
  for (i = from; n > i; i += s) { // raddle: device
    const double kept = a[i];
    if (kept < 100)
      continue;
    double doubled = kept + kept;
    a[i] = doubled - 1;
  }
  return i + ++calls;
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
  vectors(N, 1, 0, 1);
  vectors(1200, 2, 7, 1);
  vectors(1400, 1, 200, 2);
  vectors(1000, -1 + 1, 2999, -2);
  vectors(2500, 1, N - 1, -1);
  rows(1499, 2, a, b);
  rows(2999, 1, c, b);
  rows(1, 5, c, b);
  PRINT_HASH(a);
  PRINT_HASH(c);
  printf("%d %d %d\n", with_locals(0, N, 1), with_locals(3, N, 2), with_locals(N, 5, 0));
  PRINT_HASH(a);
  printf("%d %d\n", around(10), around(25));
  return 0;
}
