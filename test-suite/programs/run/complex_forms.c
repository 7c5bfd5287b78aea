// Complex numbers in all forms of expressions and statements; each function has a nest, so that it is imported.
// flags: -lm
#include "hash.h"
#include <complex.h>
#include <stdio.h>
#include <string.h>

typedef double complex cd;
typedef float complex cf;
struct pt {
  int tag;
  cd z;
  cf w[2];
};

static long sink[64];
static int calls;
static cd g;
static cd table[4] = {1, 2 + I, -I, 0.5 - 0.25 * I};

/* Each use is a loop of its own. */
#define NEST \
  for (int i_ = 0; i_ < 64; i_++) \
    sink[i_] += i_

static cd next(void) {
  NEST; // raddle: device
  calls++;
  return calls + 0.5 * calls * I;
}

static cd *where(cd *p) {
  NEST; // raddle: device
  calls += 10;
  return p;
}

static cd poly(cd z, int n, const cd *c) {
  NEST; // raddle: device
  cd r = 0;
  for (int i = n; i-- > 0;) // raddle: host(loop without an increment)
    r = r * z + c[i];
  return r;
}

static cf mixed(cf a, double complex b, float c, int k) {
  NEST; // raddle: device
  return a * b + c * a - k;
}

static void show(const char *s, cd z) {
  printf("%s %.17g %.17g\n", s, creal(z), cimag(z));
}

#define SHOW(e) show(#e, e)
static cd swap(cd a) {
  NEST; // raddle: device
  __real__ a = -__real__ a;
  double t = __imag__ a;
  __imag__ a = __real__ a;
  __real__ a = t;
  return a;
}

static cd by_switch(int k) {
  NEST; // raddle: device
  cd r;
  switch (k) {
    case 0: r = 1;
    break;
    case 1: r = I;
    default: r = 2 - I;
    r *= r;
  }
  return r;
}

static cd early(cd z) {
  NEST; // raddle: device
  if (z == 0) return 1;
  if (z != 1 + I && creal(z) > 0) return ~z;
  return -z;
}

static int truth(cd z, cd w) {
  NEST; // raddle: device
  return (z ? 1 : 0) + 2 * (z && w) + 4 * (z || w) + 8 * !z + 16 * (z == w) + 32 * (_Bool)w;
}

static double deep(int n, cd z) {
  NEST; // raddle: device
  return n == 0 ? cabs(z) : deep(n - 1, z * (0.5 + 0.5 * I)) + carg(z);
}

static cd statements(cd a, cd b) {
  NEST; // raddle: device
  return ({ cd t = a * b; t += 1; t; }) / ({ a - b; });
}

static double reals(double x, cd z) {
  NEST; // raddle: device
  x *= z;
  x += z;
  x -= 2 * z;
  x /= z;
  int n = 3;
  return x + n;
}

static float realf(float x, cd z) {
  NEST; // raddle: device
  x *= z;
  x += z;
  return x;
}

static cd stepped(cd z) {
  NEST; // raddle: device
  cd a = z++;
  cd b = ++z;
  cd c = z--;
  cd d = --z;
  return a + 2 * b + 3 * c + 5 * d + z;
}

static cd commas(cd z) {
  NEST; // raddle: device
  cd w;
  return w = (calls++, z * z), w += z, ((void)w, -w);
}

static cd cond(int k, cd a, cd b) {
  NEST; // raddle: device
  return k ? a * b : k + 1 > 0 ? b : a / b;
}

static void ptrs(cd *p, int n) {
  NEST; // raddle: device
  cd *q = p;
  while (q < p + n) // raddle: device
    *q++ *= 1 - I;
  *where(p) += next();
  p[calls % n] = next() * next();
  (*where(p + 1))--;
}

static cd vla(int n) {
  NEST; // raddle: device
  cd a[n];
  for (int i = 0; i < n; i++) // raddle: device
    a[i] = i + I * (n - i);
  cd s = 0;
  for (int i = 0; i < n; i++) // raddle: device | host(reduction)
    s += a[i] * a[n - 1 - i];
  return s;
}

static cd loops(int n) {
  NEST; // raddle: device
  cd s = 1;
  for (cd z = 1, w = 0.9 + 0.1 * I; cabs(z) > 0.5 && n > 0; z *= w, n--) // raddle: host('0.5' is not an integer)
    s += z;
  do // raddle: host(how often)
    s *= 0.5;
  while (cabs(s) > 2);
  return s;
}

static struct pt make(cd z) {
  NEST; // raddle: device
  struct pt p = {3, z * z, {1, z}};
  p.w[0] += p.z;
  return p;
}

static cd statics(cd z) {
  NEST; // raddle: device
  static cd sum = 1 - I;
  static cd all[3];
  sum += z;
  all[1] = all[1] * 2 + sum;
  return all[1];
}

static void mixed_up(cd a[3]) {
  NEST; // raddle: device
  cd b[3] = {a[0] * a[1], [2] = a[2]};
  memcpy(a, b, sizeof b);
}

static cd converted(float f, int i, cf w, unsigned char u) {
  NEST; // raddle: device
  cd z = f;
  z += i;
  z -= w;
  z *= u;
  cf v = z;
  z = v;
  long l = z;
  _Bool b = z;
  return z + l + b;
}

static cd address(cd z) {
  NEST; // raddle: device
  cd *p = &z;
  *p += 1;
  double *d = (double *)p;
  d[1] *= 2;
  return z * *p;
}

static cd infinite(double a, double b, double c, double d) {
  NEST; // raddle: device
  cd x = __builtin_complex(a, b), y = __builtin_complex(c, d);
  return x * y;
}

static double pick(cd z) {
  NEST; // raddle: device
  return __real__(z * z) + __imag__ z + creal(conj(z)) + cimag(conj(z)) + __real__ 3.0;
}

static cd gotos(cd z) {
  NEST; // raddle: device
  int k = 0;
  again: z = z * 0.5 + I;
  if (k++ < 3) goto again;
  return z;
}

static cd with_reals(double x, cd z) {
  NEST; // raddle: device
  return (x + z) * (x - z) / x + x * z + (z - x) + x / z;
}

static cd *doubles(cd *p) {
  g *= 2;
  return p;
}

/* The right side comes first, though the left one changes what it reads. */
static cd ordered(cd *a) {
  NEST; // raddle: device
  g = 1 + 2 * I;
  *doubles(a) = g;
  *doubles(a + 1) += g;
  *doubles(a + 2) *= g + 1;
  double square = __real__((struct pt){1, g * g}).z;
  return a[0] + a[1] * 10 + a[2] * 100 + square;
}

int main(void) {
  cd a = 1.5 - 2 * I, b = -0.25 + 3 * I, c[3] = {a, b, a * b};
  cf w = 0.1f + 2.5f * I;
  SHOW(poly(a, 4, table));
  SHOW(mixed(w, b, 2.5f, 3));
  SHOW(swap(a));
  SHOW(by_switch(0));
  SHOW(by_switch(1));
  SHOW(by_switch(7));
  SHOW(early(0));
  SHOW(early(1 + I));
  SHOW(early(a));
  SHOW(early(b));
  printf("%d %d %d\n", truth(a, b), truth(0, b), truth(0, 0));
  printf("%.17g %.17g %.9g\n", deep(5, a), reals(1.5, b), realf(2.5f, a));
  SHOW(statements(a, b));
  SHOW(stepped(a));
  SHOW(commas(b));
  SHOW(cond(0, a, b));
  SHOW(cond(1, a, b));
  SHOW(cond(-1, a, b));
  ptrs(c, 3);
  for (int i = 0; i < 3; i++) // raddle: host(is not memory)
    show("c", c[i]);
  SHOW(vla(5));
  SHOW(loops(30));
  struct pt p = make(b);
  show("p", p.z);
  show("w", p.w[0]);
  show("w", p.w[1]);
  SHOW(statics(a));
  SHOW(statics(b));
  mixed_up(c);
  for (int i = 0; i < 3; i++) // raddle: host(is not memory)
    show("c", c[i]);
  SHOW(converted(1.25f, -3, w, 7));
  SHOW(address(a));
  g = a;
  g *= next();
  g -= conj(g);
  SHOW(g);
  SHOW(infinite(1.0 / 0.0, 2, 3, 4));
  SHOW(infinite(1e200, 1e200, 1e200, 0));
  printf("%.17g\n", pick(a));
  SHOW(gotos(a));
  SHOW(with_reals(2.5, a));
  SHOW(ordered(c));
  SHOW(csqrt(a) * cexp(b) + cpow(a, b) + clog(a) + csin(w) + cprojf(w));
  SHOW(cpowf(w, 2) + csqrtf(w));
  printf("%d %zu\n", calls, sizeof(cd) + _Alignof(cf));
  double x[200];
  cd z[200];
  for (int i = 0; i < 200; i++) { // raddle: threads(cabs)
    z[i] = i * a;
    x[i] = cabs(z[i]) + i;
  }
  cd s = 0;
  for (int i = 0; i < 200; i++) // raddle: host(reduction)
    s += z[i] * x[i];
  SHOW(s);
  return 0;
}
