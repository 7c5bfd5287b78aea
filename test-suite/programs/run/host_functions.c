// flags: -lm -O2
// Functions of the C library in loops: CPU threads call them themselves, so the bits are clang's.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1500 };
static double x[N], y[N], r[N];
static float xf[N], rf[N];

static void print(const char *what) {
  unsigned long long sum = 0;
  for (int i = 0; i < N; i++) { // raddle: host(variable 'it' has type)
    union {
      double number;
      unsigned long long bits;
    } it;
    it.number = r[i];
    sum = sum * 31 + it.bits;
  }
  printf("%s %016llx %a %a\n", what, sum, r[7], r[N - 3]);
}

static void plain(void) {
  for (int i = 0; i < N; i++) // raddle: threads(call to 'exp': libm's last bit; --fp reproducible would run it on the device)
    r[i] = exp(x[i]) + sin(y[i]) * pow(fabs(x[i]), y[i]);
  print("plain");
  for (int i = 0; i < N; i++) // raddle: threads(call to 'expf')
    rf[i] = expf(xf[i]) + atan2f(xf[i], 3);
  for (int i = 0; i < N; i++) // raddle: device
    r[i] = rf[i];
  print("floats");
}

/* Passes that know pow make a product or a root of these, where clang's program has what they return. */
static void simplified(void) {
  for (int i = 0; i < N; i++) // raddle: threads(call to 'pow')
    r[i] = pow(y[i], 2.0) + pow(fabs(y[i]), 0.5) + pow(2.0, x[i]) + exp2(3);
  print("simplified");
}

static void under_conditions(void) {
  for (int i = 0; i < N; i++) // raddle: threads(call to 'log')
    r[i] = x[i] > 0 ? log(x[i]) : x[i] < -1 ? erf(x[i]) : cbrt(y[i]);
  print("conditions");
}

static double grid[60][70];
static void in_two_loops(void) {
  for (int i = 0; i < 60; i++) // raddle: threads(call to 'cos')
    for (int j = 0; j < 70; j++)
      grid[i][j] = cos(i * 0.1) * tanh(j * 0.01);
  double sum = 0;
  for (int i = 0; i < 60; i++) // raddle: host(reduction + on 'sum')
    for (int j = 0; j < 70; j++) // raddle: host(reduction + on 'sum')
      sum += grid[i][j];
  printf("%a\n", sum);
}

/* A minimum is the sequential one wherever its terms come from. */
static void searched(void) {
  int place = -1;
  double least = 1e300;
  for (int i = 0; i < N; i++) { // raddle: threads(call to 'sin')
    double it = sin(x[i]) * y[i];
    if (it < least) least = it, place = i;
  }
  printf("%d %a\n", place, least);
}

/* Nothing of the next value is there before this one. */
static void carried(void) {
  r[0] = 0.5;
  for (int i = 1; i < N; i++) // raddle: host(flow on 'r')
    r[i] = sin(r[i - 1]) + x[i];
  print("carried");
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    unsigned state = i * 2654435761u;
    x[i] = (int)(state >> 12) * 1e-5 - 5;
    y[i] = (int)(state >> 7 & 0xffff) * 1e-3 - 20;
    xf[i] = x[i];
  }
  plain();
  simplified();
  under_conditions();
  in_two_loops();
  searched();
  carried();
  return 0;
}
