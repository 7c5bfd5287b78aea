/* Signed integers that wrap around: what a nest takes as exact is proven to fit, or checked when the program runs. */
// flags: -fwrapv
#include "hash.h"
#include <limits.h>

enum { N = 400 };
static int a[N], b[N];

static int bound(int lo, int n) {
  int i;
  for (i = lo; i < lo + n; i++) // raddle: device
    a[i - lo] += 1;
  return i;
}

static int last_step(int lo, int hi) {
  int i, count = 0;
  for (i = lo; i <= hi; i += 3) // raddle: device
    count++;
  return i - count;
}

static void condition(int n, int far) {
  for (int i = 0; i < n; i++) // raddle: device
    if (i + far < 0)
      a[i] += 2;
}

static void negated(int n, int x) {
  for (int i = 0; i < n; i++) // raddle: device
    if (i > -x)
      b[i] += 3;
}

static void product(int n, int m) {
  for (int i = 0; i < n; i++) // raddle: device
    if (i * m < 100)
      b[i] += 5;
}

static void subscript(int n, long at) {
  for (int i = 0; i < n; i++) // raddle: device
    b[i + at] += 7;
}

// The indices wrap before they meet the bounds, and what is stepped beside them does not.
static long beside_signed(int n) {
  long k = 0;
  for (int i = 0; i < n; i += 0x50000000) { // raddle: host(
    b[k >> 28] += 11;
    k += 0x50000000;
  }
  return k;
}

static long beside_unsigned(unsigned n) {
  long k = 0;
  for (unsigned i = 0x80000000; i < n; i += 0x50000000) { // raddle: host(
    b[k >> 28] += 13;
    k += 0x50000000;
  }
  return k;
}

int main(void) {
  int ends[] = {bound(INT_MAX - 200, N), bound(5, N), last_step(INT_MAX - 10, INT_MAX - 2), last_step(-3, 7)};
  condition(N, INT_MAX - 250);
  condition(N, 3);
  negated(N, INT_MIN);
  negated(N, -5);
  product(N, 40000000);
  product(N, 2);
  subscript(N / 2, N / 4);
  printf("%ld %ld\n", beside_signed(0x70000000), beside_unsigned(0xF0000000));
  PRINT_HASH(ends);
  PRINT_HASH(a);
  PRINT_HASH(b);
  return 0;
}
