// flags: -lm
// options: --fp fast
// tolerance: 1e-5
// As with -ffast-math: sums in any order, contracted products, approximate divisions. The results are near the exact ones.
#include <math.h>
#include <stdio.h>

enum { N = 30000 };
static double a[N], b[N], r[N];
static float x[N], y[N], z[N];

static void inputs(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = 1 + (i * 37 % 1001) / 1000.0;
    b[i] = 2 + (i * 11 % 701) / 300.0;
    x[i] = (float)a[i];
    y[i] = (float)b[i];
  }
}

static void elements(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    r[i] = a[i] * b[i] + a[i] / b[i] + (a[i] + b[i] + 3.5) * 0.1 + a[i] * b[i];
    z[i] = x[i] * y[i] + x[i] / y[i] + sqrtf(x[i]) + (x[i] + y[i] + 3.5f) * 0.1f;
    if (-x[i] > -y[i])
      z[i] += 1 / y[i];
  }
}

// Our functions of <math.h> are as exact as in other modes.
static void functions(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = exp(a[i]) * sin(b[i]) + pow(a[i], b[i]);
    x[i] = logf(x[i]) + atan2f(x[i], y[i]);
  }
}

static double total(const double *v) {
  double s = 0;
  for (int i = 0; i < N; i++) // raddle: device
    s += v[i] * v[i];
  return s;
}

static float total_float(const float *v) {
  float s = 0;
  for (int i = 0; i < N; i++) // raddle: device
    s += v[i] - 0.5f;
  return s / N;
}

// Subnormal numbers stay, and an order that the source asks for.
#pragma clang fp reassociate(off) contract(off) reciprocal(off)
static double careful(void) {
  static double tiny[N];
  double s = 0;
  for (int i = 0; i < N; i++) // raddle: device
    tiny[i] = (1e-310 * (i + 1) + 1e300) - 1e300 + 1e-310 * (i % 3 + 1);
  for (int i = 0; i < N; i++) // raddle: host(an option or pragma keeps the order of its terms)
    s += tiny[i] * 1e300;
  return s;
}

int main(void) {
  inputs();
  elements();
  double s = total(r);
  printf("%.12g %.6g\n", s, total_float(z));
  functions();
  s = total(a);
  printf("%.12g %.6g\n", s, total_float(x));
  printf("%.10g\n", careful());
  printf("%.9g %.9g %.9g %.9g\n", r[0], z[1], a[2], x[N - 1]);
  return 0;
}
