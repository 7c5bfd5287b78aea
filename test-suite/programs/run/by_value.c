/* Structs, complex numbers and long doubles passed and returned by value: such functions stay clang's, what they call need not. */
#include "hash.h"
#include <complex.h>

typedef struct {
  double x, y;
} pair;
typedef struct {
  long a[5];
} big;

enum { N = 80 };
static double a[N];

static void fill(double x) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = x * i;
}

static pair rotate(pair p, float scale, _Bool up) {
  fill(p.x);
  for (int i = 0; i < N; i++) // raddle: host(left to clang
    a[i] += p.y * scale;
  return up ? (pair){p.y, -p.x} : p;
}

static big grow(big b, short by) {
  for (int i = 0; i < 5; i++) // raddle: host(the function is left to clang: parameter or result passed by value)
    b.a[i] += by;
  return b;
}

static double complex turn(double complex z) { return z * I + conj(z); }

static long double precise(long double x, int n) {
  for (int i = 0; i < n; i++) // raddle: host(value of type 'long double')
    x = x * 0.5L + i;
  return x;
}

int main(void) {
  pair p = rotate((pair){1.5, 2.5}, 0.5f, 1);
  p = rotate(p, 2, 0);
  big b = grow((big){{1, 2, 3, 4, 5}}, -7);
  double complex z = turn(1.25 - 2 * I);
  printf("%a %a %ld %a %a %La\n", p.x, p.y, b.a[4], creal(z), cimag(z), precise(1, 20));
  PRINT_HASH(a);
  return 0;
}
