/* Variadic functions: with a nest inside, and called around one. */
#include "hash.h"
#include <stdarg.h>

enum { N = 64 };
static double a[N];

static void add_all(int n, ...) {
  va_list list;
  va_start(list, n);
  double sum = 0;
  for (int i = 0; i < n; i++) // raddle: host('...' cannot be part of a nest)
    sum += va_arg(list, double);
  va_end(list);
  for (int i = 0; i < N; i++) // raddle: host(the function is left to clang: variadic function)
    a[i] += sum * i;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = i;
  add_all(3, 1.5, 2.5, -1.0);
  add_all(0);
  PRINT_HASH(a);
  return 0;
}
