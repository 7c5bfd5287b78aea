/* Functions with nests called through pointers and as callbacks, and calls through pointers in nests. */
#include "hash.h"
#include <stdlib.h>

enum { N = 90 };
static double a[N], b[N];
static int order[N];

static void add(double *x, double by) {
  for (int i = 0; i < N; i++) // raddle: device
    x[i] += by;
}

static void multiply(double *x, double by) {
  for (int i = 0; i < N; i++) // raddle: device
    x[i] *= by;
}

static double half(double x) { return x / 2; }

static void map(double *x, double (*f)(double)) {
  for (int i = 0; i < N; i++) // raddle: host(
    x[i] = f(x[i]);
}

static int by_value(const void *l, const void *r) { return a[*(const int *)l] < a[*(const int *)r] ? -1 : 1; }

int main(void) {
  void (*const table[])(double *, double) = {add, multiply, add};
  for (int i = 0; i < 3; i++) // raddle: host(call to 'table[i]')
    table[i](a, i + 1.5);
  map(a, half);
  void (*volatile hidden)(double *, double) = multiply;
  hidden(a, 3);
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] += i * 17 % N;
    order[i] = i;
  }
  qsort(order, N, sizeof *order, by_value);
  for (int i = 0; i < N; i++) // raddle: device
    b[i] = a[order[i]];
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(order);
  return 0;
}
