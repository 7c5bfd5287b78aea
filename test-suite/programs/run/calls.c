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

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = sqrt(i) + fabs(50.0 - i) + floor(i / 7.0) + ceil(i / 9.0) + trunc(i * 0.3);
  for (int i = 0; i < N; i++) // raddle: device
    b[i] = square(a[i]);
  for (int i = 0; i < N; i++) // raddle: host(exp
    c[i] = exp(-i / 20.0);
  for (int i = 0; i < N; i++) // raddle: host(counted
    d[i] = counted(a[i]);
  for (int i = 0; i < 3; i++) // raddle: host(printf
    printf("%d ", i);
  printf("%d\n", n_calls);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  PRINT_HASH(d);
  return 0;
}
