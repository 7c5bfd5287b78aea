/* Every function of <math.h> that we have, in a kernel each: the same bits wherever the kernel runs, on the host as well, and
 * close to the C library's, whose own last bits are off (by up to 5 units in glibc 2.36, as its manual says). */
// flags: -lm
// options: --fp reproducible
#include "math_inputs.h"
#include <stdlib.h>

static const int64_t TOLERANCE = 6;

/* The number's position among all numbers. */
static int64_t position(double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits < 0 ? INT64_MIN - bits : bits;
}

static int64_t position_of_float(float value) {
  int32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits < 0 ? INT32_MIN - (int64_t)bits : bits;
}

static void check(const char *name, int i, int is_same, int64_t distance) {
  if (is_same || (distance <= TOLERANCE && distance >= -TOLERANCE))
    return;
  printf("%s of number %d is %lld units off\n", name, i, (long long)distance);
  exit(1);
}

static void compare(const char *name, int i, double expected) {
  check(name, i, isnan(expected) && isnan(r[i]), position(expected) - position(r[i]));
}

static void compare_float(const char *name, int i, float expected) {
  check(name, i, isnan(expected) && isnan(rf[i]), position_of_float(expected) - position_of_float(rf[i]));
}

/* Calls outside of loop nests are the library's. */
static void of_one(const char *name, double (*f)(double)) {
  int i = 0;
  do // raddle: host(before it runs)
    compare(name, i, f(x[i]));
  while (++i < N);
  print_values(name);
}

static void of_two(const char *name, double (*f)(double, double)) {
  int i = 0;
  do // raddle: host(before it runs)
    compare(name, i, f(x[i], y[i]));
  while (++i < N);
  print_values(name);
}

static void of_integer(const char *name, double (*f)(double, int)) {
  int i = 0;
  do // raddle: host(before it runs)
    compare(name, i, f(x[i], n[i]));
  while (++i < N);
  print_values(name);
}

static void of_float(const char *name, float (*f)(float)) {
  int i = 0;
  do // raddle: host(before it runs)
    compare_float(name, i, f(xf[i]));
  while (++i < N);
  print_floats(name);
}

static void of_two_floats(const char *name, float (*f)(float, float)) {
  int i = 0;
  do // raddle: host(before it runs)
    compare_float(name, i, f(xf[i], yf[i]));
  while (++i < N);
  print_floats(name);
}

static void of_float_and_integer(const char *name, float (*f)(float, int)) {
  int i = 0;
  do // raddle: host(before it runs)
    compare_float(name, i, f(xf[i], n[i]));
  while (++i < N);
  print_floats(name);
}

#define EACH for (int i = 0; i < N; i++)

static void doubles(void) {
  EACH r[i] = exp(x[i]); // raddle: device
  of_one("exp", exp);
  EACH r[i] = exp2(x[i]); // raddle: device
  of_one("exp2", exp2);
  EACH r[i] = expm1(x[i]); // raddle: device
  of_one("expm1", expm1);
  EACH r[i] = log(x[i]); // raddle: device
  of_one("log", log);
  EACH r[i] = log2(x[i]); // raddle: device
  of_one("log2", log2);
  EACH r[i] = log10(x[i]); // raddle: device
  of_one("log10", log10);
  EACH r[i] = log1p(x[i]); // raddle: device
  of_one("log1p", log1p);
  EACH r[i] = sin(x[i]); // raddle: device
  of_one("sin", sin);
  EACH r[i] = cos(x[i]); // raddle: device
  of_one("cos", cos);
  EACH r[i] = tan(x[i]); // raddle: device
  of_one("tan", tan);
  EACH r[i] = asin(x[i]); // raddle: device
  of_one("asin", asin);
  EACH r[i] = acos(x[i]); // raddle: device
  of_one("acos", acos);
  EACH r[i] = atan(x[i]); // raddle: device
  of_one("atan", atan);
  EACH r[i] = sinh(x[i]); // raddle: device
  of_one("sinh", sinh);
  EACH r[i] = cosh(x[i]); // raddle: device
  of_one("cosh", cosh);
  EACH r[i] = tanh(x[i]); // raddle: device
  of_one("tanh", tanh);
  EACH r[i] = asinh(x[i]); // raddle: device
  of_one("asinh", asinh);
  EACH r[i] = acosh(x[i]); // raddle: device
  of_one("acosh", acosh);
  EACH r[i] = atanh(x[i]); // raddle: device
  of_one("atanh", atanh);
  EACH r[i] = erf(x[i]); // raddle: device
  of_one("erf", erf);
  EACH r[i] = erfc(x[i]); // raddle: device
  of_one("erfc", erfc);
  EACH r[i] = cbrt(x[i]); // raddle: device
  of_one("cbrt", cbrt);
  EACH r[i] = round(x[i]); // raddle: device
  of_one("round", round);
  EACH r[i] = rint(x[i]); // raddle: device
  of_one("rint", rint);
  EACH r[i] = nearbyint(x[i]); // raddle: device
  of_one("nearbyint", nearbyint);
  EACH r[i] = logb(x[i]); // raddle: device
  of_one("logb", logb);
  EACH r[i] = pow(x[i], y[i]); // raddle: device
  of_two("pow", pow);
  EACH r[i] = atan2(x[i], y[i]); // raddle: device
  of_two("atan2", atan2);
  EACH r[i] = hypot(x[i], y[i]); // raddle: device
  of_two("hypot", hypot);
  EACH r[i] = fmod(x[i], y[i]); // raddle: device
  of_two("fmod", fmod);
  EACH r[i] = remainder(x[i], y[i]); // raddle: device
  of_two("remainder", remainder);
  EACH r[i] = fmax(x[i], y[i]); // raddle: device
  of_two("fmax", fmax);
  EACH r[i] = fmin(x[i], y[i]); // raddle: device
  of_two("fmin", fmin);
  EACH r[i] = fdim(x[i], y[i]); // raddle: device
  of_two("fdim", fdim);
  EACH r[i] = ldexp(x[i], n[i]); // raddle: device
  of_integer("ldexp", ldexp);
  EACH r[i] = scalbn(x[i], n[i]); // raddle: device
  of_integer("scalbn", scalbn);
}

static void floats(void) {
  EACH rf[i] = expf(xf[i]); // raddle: device
  of_float("expf", expf);
  EACH rf[i] = exp2f(xf[i]); // raddle: device
  of_float("exp2f", exp2f);
  EACH rf[i] = expm1f(xf[i]); // raddle: device
  of_float("expm1f", expm1f);
  EACH rf[i] = logf(xf[i]); // raddle: device
  of_float("logf", logf);
  EACH rf[i] = log2f(xf[i]); // raddle: device
  of_float("log2f", log2f);
  EACH rf[i] = log10f(xf[i]); // raddle: device
  of_float("log10f", log10f);
  EACH rf[i] = log1pf(xf[i]); // raddle: device
  of_float("log1pf", log1pf);
  EACH rf[i] = sinf(xf[i]); // raddle: device
  of_float("sinf", sinf);
  EACH rf[i] = cosf(xf[i]); // raddle: device
  of_float("cosf", cosf);
  EACH rf[i] = tanf(xf[i]); // raddle: device
  of_float("tanf", tanf);
  EACH rf[i] = asinf(xf[i]); // raddle: device
  of_float("asinf", asinf);
  EACH rf[i] = acosf(xf[i]); // raddle: device
  of_float("acosf", acosf);
  EACH rf[i] = atanf(xf[i]); // raddle: device
  of_float("atanf", atanf);
  EACH rf[i] = sinhf(xf[i]); // raddle: device
  of_float("sinhf", sinhf);
  EACH rf[i] = coshf(xf[i]); // raddle: device
  of_float("coshf", coshf);
  EACH rf[i] = tanhf(xf[i]); // raddle: device
  of_float("tanhf", tanhf);
  EACH rf[i] = asinhf(xf[i]); // raddle: device
  of_float("asinhf", asinhf);
  EACH rf[i] = acoshf(xf[i]); // raddle: device
  of_float("acoshf", acoshf);
  EACH rf[i] = atanhf(xf[i]); // raddle: device
  of_float("atanhf", atanhf);
  EACH rf[i] = erff(xf[i]); // raddle: device
  of_float("erff", erff);
  EACH rf[i] = erfcf(xf[i]); // raddle: device
  of_float("erfcf", erfcf);
  EACH rf[i] = cbrtf(xf[i]); // raddle: device
  of_float("cbrtf", cbrtf);
  EACH rf[i] = roundf(xf[i]); // raddle: device
  of_float("roundf", roundf);
  EACH rf[i] = rintf(xf[i]); // raddle: device
  of_float("rintf", rintf);
  EACH rf[i] = nearbyintf(xf[i]); // raddle: device
  of_float("nearbyintf", nearbyintf);
  EACH rf[i] = logbf(xf[i]); // raddle: device
  of_float("logbf", logbf);
  EACH rf[i] = powf(xf[i], yf[i]); // raddle: device
  of_two_floats("powf", powf);
  EACH rf[i] = atan2f(xf[i], yf[i]); // raddle: device
  of_two_floats("atan2f", atan2f);
  EACH rf[i] = hypotf(xf[i], yf[i]); // raddle: device
  of_two_floats("hypotf", hypotf);
  EACH rf[i] = fmodf(xf[i], yf[i]); // raddle: device
  of_two_floats("fmodf", fmodf);
  EACH rf[i] = remainderf(xf[i], yf[i]); // raddle: device
  of_two_floats("remainderf", remainderf);
  EACH rf[i] = fmaxf(xf[i], yf[i]); // raddle: device
  of_two_floats("fmaxf", fmaxf);
  EACH rf[i] = fminf(xf[i], yf[i]); // raddle: device
  of_two_floats("fminf", fminf);
  EACH rf[i] = fdimf(xf[i], yf[i]); // raddle: device
  of_two_floats("fdimf", fdimf);
  EACH rf[i] = ldexpf(xf[i], n[i]); // raddle: device
  of_float_and_integer("ldexpf", ldexpf);
  EACH rf[i] = scalbnf(xf[i], n[i]); // raddle: device
  of_float_and_integer("scalbnf", scalbnf);
}

enum { STEPS = 400 };
static double chaos[64], path[STEPS];

/* A loop that stays on the host has the kernels' functions, too: each step makes a difference in the last bit larger. */
static void on_the_host(void) {
  for (int k = 0; k < 64; k++) { // raddle: device
    double value = 0.3 + k * 0.001;
    for (int t = 1; t < STEPS; t++)
      value = 3.1 * sin(value) * exp(0.01 * cos(value));
    chaos[k] = value;
  }
  path[0] = 0.3;
  for (int t = 1; t < STEPS; t++) // raddle: host(flow on 'path')
    path[t] = 3.1 * sin(path[t - 1]) * exp(0.01 * cos(path[t - 1]));
  printf("host %s\n", memcmp(&path[STEPS - 1], &chaos[0], sizeof(double)) ? "differs" : "is the same");
  PRINT_HASH(chaos);
}

int main(void) {
  make_inputs();
  doubles();
  floats();
  on_the_host();
}
