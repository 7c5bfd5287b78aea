#include "units.h"
#include <stdarg.h>
#include <stdlib.h>

double scale = 1.25;
double taken = 4;
static double hidden = 3;

static double twice(double x) { return 2 * x; }
double shape(double x, double y) {
  double t = twice(x);
  if (t > 100)
    t -= y;
  return t;
}
double chain(double x) { return deeper(x) + 1; }
double calls_back(int i) { return own(i) * 2; }
void add_row(int n, const double *from, double *to) {
  for (int i = 0; i < n; i++) // raddle: device
    to[i] += from[i];
}
double weigh(const struct pair *p, int i) { return p->count * p->weight + i; }
double scaled(int i) { return scale * i; }
int another_name(int i) { return 5 * i; }
double reads_hidden(int i) { return hidden + i; }
double uses_taken(int i) { return taken * i; }
static void halve(long x, long *half, int *rest) { *half = x / 2, *rest = (int)(x & 1); }
double bits(long x) {
  long half;
  int rest;
  halve(x, &half, &rest);
  return half ? rest + 2 * hidden * bits(half) : rest;
}
double changes_hidden(int i) { return hidden += i & 1; }
double counted(int i) {
  static int calls;
  return calls++ + i;
}
double sum_of(int n, ...) {
  va_list list;
  va_start(list, n);
  double first = va_arg(list, double), second = va_arg(list, double);
  va_end(list);
  return first + second;
}
__attribute__((weak)) int weak_here(int i) { return i; }
__attribute__((weak)) int weak_twice(int i) { return 2 * i; }
int calls_weak(int i) { return weak_here(i) + 1; }
