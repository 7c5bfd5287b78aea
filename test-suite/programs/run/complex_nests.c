// Complex numbers in nests: arrays of them, sums, products that are infinite or NaN, values of an iteration, functions.
// flags: -lm
#include "hash.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>

typedef double complex cd;
typedef float complex cf;

enum { N = 1500, M = 40 };
static cd x[N], y[N], z[N], a[M][M], b[M][M], c[M][M];
static cf u[N], v[N];
static double r[N];
static float phase[N];
static int order[N], steps[M][M];
struct body {
  int kind;
  cd at;
  cf spin;
};
static struct body bodies[N];

static cd twist(cd p, double by) {
  if (creal(p) < 0) return conj(p) * by;
  p += by * I;
  return p * p;
}

static void fill(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    x[i] = (i % 17 - 8) * 0.25 + I * (i % 5) * 0.5;
    y[i] = (cd)(i % 7) - (i % 11) * 0.125 * I;
    u[i] = x[i] * 0.5f;
    v[i] = conj(y[i]);
    order[i] = (i * 7) % N;
    phase[i] = 0.01f * i;
  }
  for (int i = 0; i < M; i++) // raddle: device
    for (int j = 0; j < M; j++) {
      a[i][j] = i - j * I;
      b[i][j] = (i + j) % 3 + (i - j) % 5 * I;
      c[i][j] = 0;
    }
}

/* Infinities and NaNs in all parts; what is NaN has no bits of its own. */
static void extremes(void) {
  static const double values[] = {0.0, -0.0, 1.5, -2.0, INFINITY, -INFINITY, NAN, 1e200};
  static cd p[4096];
  static cf q[4096];
  for (int i = 0; i < 4096; i++) { // raddle: device
    cd s = __builtin_complex(values[i & 7], values[i >> 3 & 7]);
    cd t = __builtin_complex(values[i >> 6 & 7], values[i >> 9 & 7]);
    p[i] = s * t;
    q[i] = (cf)s * (cf)t;
  }
  for (int i = 0; i < 4096; i++) { // raddle: device
    double re = creal(p[i]), im = cimag(p[i]);
    float re_f = crealf(q[i]), im_f = cimagf(q[i]);
    p[i] = __builtin_complex(re != re ? 7.0 : re, im != im ? 7.0 : im);
    q[i] = __builtin_complex(re_f != re_f ? 7.0f : re_f, im_f != im_f ? 7.0f : im_f);
  }
  PRINT_HASH(p);
  PRINT_HASH(q);
}

static void elements(int n, cd *restrict p, const cd *restrict q, cd by) {
  for (int i = 0; i < n; i++) // raddle: device
    p[i] = p[i] * q[i] + by;
  for (int i = 0; i < n; i++) // raddle: device
    p[i] -= conj(q[i]) / 4;
  cd scratch;
  for (int i = 0; i < n; i++) { // raddle: device
    scratch = q[i];
    scratch *= I;
    if (i % 3 == 0) scratch = -scratch;
    p[i] = scratch == p[i] ? by : scratch + ~p[i];
  }
  for (int i = 0; i < n; i++) // raddle: device
    r[i] = creal(p[i]) * creal(p[i]) + cimag(p[i]) * cimag(p[i]);
}

static void swapped(int n) {
  for (int i = 0; i < N / 2; i++) { // raddle: device
    cd t = x[i];
    x[i] = x[N - 1 - i];
    x[N - 1 - i] = t;
  }
  for (int i = 0; i < n; i++) // raddle: device
    z[i] = y[order[i]];
  for (int i = 0; i < n; i++) // raddle: device
    z[i] = twist(z[i], r[i]);
  for (int i = 0; i < n; i++) { // raddle: device
    bodies[i].kind = i;
    bodies[i].at = z[i];
    bodies[i].spin = u[i] * v[i];
    __imag__ bodies[i].spin += 1;
  }
}

/* One step of a Fourier transform. */
static void butterflies(int half, cd *restrict p, cd w) {
  for (int k = 0; k + half < 1024; k += 2 * half) { // raddle: device
    cd f = 1;
    for (int j = 0; j < half; j++) {
      cd t = f * p[k + j + half], s = p[k + j];
      p[k + j] = s + t;
      p[k + j + half] = s - t;
      f *= w;
    }
  }
}

static void product(void) {
  for (int i = 0; i < M; i++) // raddle: device
    for (int j = 0; j < M; j++)
      for (int k = 0; k < M; k++)
        c[i][j] += a[i][k] * b[k][j];
  for (int i = 0; i < M; i++) { // raddle: device
    cf s = 0;
    for (int j = 0; j < M; j++)
      s += a[i][j] * u[j];
    v[i] = s;
  }
}

static void mandelbrot(void) {
  for (int i = 0; i < M; i++) // raddle: device
    for (int j = 0; j < M; j++) {
      cd at = 0, start = -2.2 + i * 0.08 + (-1.6 + j * 0.08) * I;
      int n = 0;
      while (creal(at) * creal(at) + cimag(at) * cimag(at) < 4 && n < 100) {
        at = at * at + start;
        n++;
      }
      steps[i][j] = n;
    }
}

/* Of the C library, and of clang's. */
static void functions(int n) {
  for (int i = 0; i < n; i++) // raddle: threads(quotient of complex numbers)
    z[i] = x[i] / (y[i] + 0.5);
  for (int i = 0; i < n; i++) // raddle: threads(call to 'cexpf')
    v[i] = cexpf(phase[i] * I) + u[i] / (v[i] + 3);
  for (int i = 0; i < n; i++) // raddle: threads(call to 'cabs')
    r[i] = cabs(z[i]) + cabsf(u[i]) + carg(x[i]);
  for (int i = 0; i < n; i++) // raddle: threads(call to 'csqrt')
    y[i] = csqrt(z[i]) * cpow(x[i] + 9, 0.5 - I);
}

static cd sums(int n, cd *last) {
  cd all = 0;
  for (int i = 0; i < n; i++) // raddle: device | host(reduction)
    all += x[i] * y[i];
  cd now = 1;
  for (int i = 0; i < n; i++) { // raddle: host(now)
    now = now * 0.5 + x[i];
    y[i] = now;
  }
  *last = now;
  return all;
}

int main(void) {
  fill();
  extremes();
  elements(N, x, y, 0.5 + 2 * I);
  PRINT_HASH(x);
  PRINT_HASH(r);
  swapped(N);
  PRINT_HASH(z);
  PRINT_HASH(bodies);
  for (int half = 1; half < 1024; half *= 2) // raddle: host(is not constant)
    butterflies(half, z, 0.6 - 0.8 * I);
  PRINT_HASH(z);
  product();
  PRINT_HASH(c);
  PRINT_HASH(v);
  mandelbrot();
  PRINT_HASH(steps);
  functions(N);
  PRINT_HASH(z);
  PRINT_HASH(v);
  PRINT_HASH(r);
  PRINT_HASH(y);
  cd last, all = sums(N, &last);
  print_hash("all", &all, sizeof all);
  print_hash("last", &last, sizeof last);
  PRINT_HASH(y);
}
