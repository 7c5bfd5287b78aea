// Floating arithmetic, conversions, comparisons with NaN, long double, library functions.
#include <float.h>
#include <math.h>
#include <stdio.h>

static double values[] = {0.0, -0.0, 1.5, -2.5, 3.5, 1e-310, 1e300, INFINITY, -INFINITY, NAN};

static int relations(double a, double b) {
  return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | (!(a < b)) << 6 |
         (a && b) << 7 | (a || b) << 8 | isunordered(a, b) << 9 | isless(a, b) << 10;
}

static void classes(double x, float f) {
  printf("%d %d %d %d ", !!isnan(x), !!isinf(x), !!isfinite(x), !!signbit(x));
  printf("%d %d %d %d\n", !!isnan(f), !!isinf(f), !!isfinite(f), !!signbit(f));
}

static float narrow(double d) { return d * 3; }
static double promote(float a, float b) { return a * b + 0.1f; }
static long double extended(long double x, int n) { return x / n + 1e-30L; }

static void rounding(double x) {
  printf("%g %g %g %g %g %g\n", floor(x), ceil(x), trunc(x), rint(x), nearbyint(x), round(x));
  printf("%g %g %g %g\n", fabs(x), copysign(2.0, x), fmin(x, 1), fmax(x, 1));
  float f = x;
  printf("%g %g %g\n", floorf(f), fabsf(f), sqrtf(fabsf(f)));
}

static void conversions(double d) {
  printf("%d %u %ld %lu %d %d\n", (int)d, (unsigned)d, (long)d, (unsigned long)d, (signed char)d, (_Bool)d);
  int i = d;
  i += 1.75;
  i *= 2.5f;
  printf("%d\n", i);
  unsigned long big = 1ul << 63;
  printf("%g %g %g %g\n", (double)big, (float)big, (double)(long)big, (double)(unsigned char)200);
  float f = 16777217;
  f++;
  f -= 0.5;
  d--;
  printf("%.9g %.17g %.17g\n", f, -d, +d);
}

int main(void) {
  int n = sizeof values / sizeof *values, sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum = sum * 31 % 1000003 + relations(values[i], values[j]);
  printf("%d\n", sum);
  for (int i = 0; i < n; i++)
    classes(values[i], (float)values[i]);
  printf("%a %a %La\n", narrow(1.1), promote(1.1f, 2.2f), extended(1.0L, 3));
  rounding(2.5);
  rounding(-1.25);
  conversions(100.9);
  printf("%g %g %g\n", HUGE_VAL, (double)FLT_MAX * 2, 0x1.8p-3);
  printf("%.3f %.3f\n", sqrt(2.0) + pow(2, 0.5) + exp(1) + sin(1), fmod(7.5, 2));
  return 0;
}
