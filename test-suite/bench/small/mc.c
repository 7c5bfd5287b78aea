/* Option prices and random paths. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t rng(uint64_t *s) {
  uint64_t x = *s;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return *s = x;
}
static double uni(uint64_t *s) {
  return (rng(s) >> 11) * (1.0 / 9007199254740992.0);
}
static double cnd(double d) {
  const double a1 = 0.31938153, a2 = -0.356563782, a3 = 1.781477937, a4 = -1.821255978, a5 = 1.330274429;
  double k = 1.0 / (1.0 + 0.2316419 * fabs(d));
  double c =
      0.39894228040143267793994605993438 * exp(-0.5 * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0 - c : c;
}
static void bs(double *call, double *put, double s, double x, double t, double r, double v) {
  double q = sqrt(t), d1 = (log(s / x) + (r + 0.5 * v * v) * t) / (v * q), d2 = d1 - v * q, e = exp(-r * t);
  *call = s * cnd(d1) - x * e * cnd(d2);
  *put = x * e * (1 - cnd(d2)) - s * (1 - cnd(d1));
}
int main(void) {
  int n = 400000;
  double *s = malloc(n * 8), *x = malloc(n * 8), *t = malloc(n * 8), *c = malloc(n * 8), *p = malloc(n * 8);
  uint64_t seed = 88172645463325252ull;
  for (int i = 0; i < n; i++) {
    s[i] = 5 + 25 * uni(&seed);
    x[i] = 1 + 99 * uni(&seed);
    t[i] = 0.25 + 9.75 * uni(&seed);
  }
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < n; i++)
      bs(&c[i], &p[i], s[i], x[i], t[i], 0.02, 0.3);
  int paths = 20000;
  double *res = malloc(paths * 8);
  for (int i = 0; i < paths; i++) {
    uint64_t sd = 1234567 + i * 7919;
    double v = 1;
    for (int k = 0; k < 50; k++)
      v *= 1 + 0.01 * (uni(&sd) - 0.5);
    res[i] = v;
  }
  double a = 0;
  for (int i = 0; i < n; i++)
    a += c[i] + p[i];
  for (int i = 0; i < paths; i++)
    a += res[i];
  printf("%.12g\n", a);
}
