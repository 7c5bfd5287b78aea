/* Calls in nests: operations of the device, functions of this file, functions of libm, effects. */
// flags: -lm
#include "hash.h"
#include <math.h>

enum { N = 150 };
static double a[N], b[N], c[N], d[N];
static int n_calls;

static double square(double x) { return x * x; }

static double counted(double x) {
  n_calls++;
  return x + 1;
}

static int next(void) { return ++n_calls; }

// Arguments are read before what the function calls.
static int after_next(int x) { return next() + x; }

static int signed_by_next(int x) {
  if (next() & 1)
    return x;
  return -x;
}

static int beside_next(int x) { return (next(), x); }

static double rounded_sum(double x) {
  double s = 0;
  for (int k = 0; k < 3; k++) // raddle: host(
    s += floor(x);
  return s;
}

static double above_sum(double x) { return rounded_sum(x) + x; }

// A long expression of numbers is one number: this is a small function.
#define FOUR(x) ((x) + (x) + (x) + (x))
static double shifted(double x) {
  if (x > 5)
    return x - FOUR(FOUR(FOUR(FOUR(0.125))));
  return x;
}

static void arguments(void) {
  long s = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 'n_calls'
    s += after_next(n_calls);
  for (int i = 0; i < N; i++) // raddle: host(anti on 'n_calls'
    s += signed_by_next(n_calls);
  for (int i = 0; i < N; i++) // raddle: host(anti on 'n_calls'
    s = 3 * s + beside_next(n_calls);
  for (int i = 0; i < N; i++) // raddle: host(anti on 'n_calls'
    s += i * after_next(i);
  for (int i = 0; i < N; i++) // raddle: device
    d[i] = above_sum(d[i]);
  printf("%ld %d\n", s, n_calls);
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = sqrt(i) + fabs(50.0 - i) + floor(i / 7.0) + ceil(i / 9.0) + trunc(i * 0.3);
  for (int i = 0; i < N; i++) // raddle: device
    b[i] = square(a[i]);
  for (int i = 0; i < N; i++) // raddle: device
    b[i] = shifted(b[i]);
  for (int i = 0; i < N; i++) // raddle: threads(exp
    c[i] = exp(-i / 20.0);
  for (int i = 0; i < N; i++) // raddle: host(it may change memory, inside of an expression
    d[i] = n_calls + counted(a[i]);
  for (int i = 0; i < 3; i++) // raddle: host(printf
    printf("%d ", i);
  printf("%d\n", n_calls);
  arguments();
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  PRINT_HASH(d);
  return 0;
}
