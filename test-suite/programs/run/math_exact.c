/* Functions of <math.h> that leave nothing to the library: the same bits on every device as in clang's program. Those whose last
 * bit, or whose zero, is the library's choice stay on the host. */
// flags: -lm
#include "math_inputs.h"
#include <fenv.h>

#define EACH for (int i = 0; i < N; i++)

static void doubles(void) {
  EACH r[i] = fmod(x[i], y[i]); // raddle: device
  print_values("fmod");
  EACH r[i] = remainder(x[i], y[i]); // raddle: device
  print_values("remainder");
  EACH r[i] = fdim(x[i], y[i]); // raddle: device
  print_values("fdim");
  EACH r[i] = round(x[i]); // raddle: device
  print_values("round");
  EACH r[i] = rint(x[i]); // raddle: device
  print_values("rint");
  EACH r[i] = nearbyint(x[i]); // raddle: device
  print_values("nearbyint");
  EACH r[i] = floor(x[i]) + 0.5 * ceil(y[i]) + 0.25 * trunc(x[i]); // raddle: device
  print_values("floor ceil trunc");
  EACH r[i] = copysign(sqrt(fabs(x[i])), y[i]); // raddle: device
  print_values("copysign sqrt fabs");
  EACH r[i] = logb(x[i]); // raddle: device
  print_values("logb");
  EACH r[i] = ldexp(x[i], n[i]); // raddle: device
  print_values("ldexp");
  EACH r[i] = scalbn(x[i], n[i]); // raddle: device
  print_values("scalbn");
  EACH r[i] = __builtin_fmod(x[i], 0.75); // raddle: device
  print_values("__builtin_fmod");
  EACH r[i] = fmin(x[i], 1.5) + fmax(-2, y[i]); // raddle: device
  print_values("fmin fmax of numbers");
  EACH r[i] = fmin(x[i] + 0.0, y[i] + 1) - fmax(n[i], 0.0 + x[i]); // raddle: device
  print_values("fmin fmax of no -0");
}

static void floats(void) {
  EACH rf[i] = fmodf(xf[i], yf[i]); // raddle: device
  print_floats("fmodf");
  EACH rf[i] = remainderf(xf[i], yf[i]); // raddle: device
  print_floats("remainderf");
  EACH rf[i] = fdimf(xf[i], yf[i]); // raddle: device
  print_floats("fdimf");
  EACH rf[i] = roundf(xf[i]); // raddle: device
  print_floats("roundf");
  EACH rf[i] = rintf(xf[i]); // raddle: device
  print_floats("rintf");
  EACH rf[i] = nearbyintf(xf[i]); // raddle: device
  print_floats("nearbyintf");
  EACH rf[i] = logbf(xf[i]); // raddle: device
  print_floats("logbf");
  EACH rf[i] = ldexpf(xf[i], n[i]); // raddle: device
  print_floats("ldexpf");
  EACH rf[i] = scalbnf(xf[i], n[i]); // raddle: device
  print_floats("scalbnf");
  EACH rf[i] = fminf(xf[i] + 0.0f, yf[i] + 0.0f) / fmaxf(yf[i], 0.5f); // raddle: device
  print_floats("fminf fmaxf");
}

/* A loop inside of the function's code, inside of a loop of the kernel, under a condition. */
static void nested(void) {
  EACH { // raddle: device
    double sum = 0;
    for (int k = 1; k < 6; k++) {
      if (y[i] > 0)
        sum += fmod(x[i], k * y[i]);
    }
    r[i] = sum;
  }
  print_values("nested");
}

// Which function it is tells the value compared from the one taken: no maximum, and no place of one. Both are computed first, in parallel.
static void not_the_same(void) {
  double most = -9;
  EACH most = fmod(x[i], 4) > most ? remainder(x[i], 4) : most; // raddle: device | host(anti on 'most')
  int place = -1;
  double best = -9;
  EACH { // raddle: device | host(anti on 'best')
    if (fmod(x[i], 4) > best) {
      best = remainder(x[i], 4);
      place = i;
    }
  }
  printf("%a %a %d\n", most, best, place);
}

// Kernels know one rounding mode: in another, the loops run on the host, which has it.
static void upward(void) {
  fesetround(FE_UPWARD);
  EACH r[i] = rint(x[i]) - nearbyint(0.75 * x[i]); // raddle: device
  EACH rf[i] = rintf(xf[i]) + nearbyintf(xf[i]); // raddle: device
  fesetround(FE_TONEAREST);
  print_values("rint upward");
  print_floats("rintf upward");
}

static void of_the_library(void) {
  EACH r[i] = exp(x[i]); // raddle: threads(call to 'exp': libm's last bit; --fp reproducible would run it on the device)
  print_values("exp");
  EACH rf[i] = powf(xf[i], yf[i]); // raddle: threads(call to 'powf': libm's last bit)
  print_floats("powf");
  EACH r[i] = fmin(x[i], y[i]); // raddle: host(call to 'fmin': libm's choice between zeros)
  EACH rf[i] = fmaxf(xf[i], yf[i] - 0.0f); // raddle: host(call to 'fmaxf': libm's choice between zeros)
  EACH r[i] = tgamma(x[i]); // raddle: host(call to 'tgamma' is not a device operation)
}

int main(void) {
  make_inputs();
  doubles();
  floats();
  nested();
  upward();
  not_the_same();
  of_the_library();
}
