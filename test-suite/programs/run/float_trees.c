// flags: -lm
// options: --fp reproducible
// Floating-point sums and products follow a fixed tree: the same bits on every device and without one, near the exact value.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 90000, M = 300 };
static double a[N], b[N], out[N];
static float f[N];
struct total {
  int tag;
  double sum;
};

static void start(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = (i * 37 % 1001) / 1000.0;
    b[i] = 1.0 + (i % 7 - 3) / 100000.0;
    f[i] = (float)(i % 11) / 16;
  }
}

static double sum(int n) {
  double s = 0.25;
  for (int i = 0; i < n; i++) // raddle: device
    s += a[i];
  return s;
}

static float sum_float(int n) {
  float s = 0;
  for (int i = 0; i < n; i++) // raddle: device
    s += f[i];
  return s;
}

static double dot(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) // raddle: device
    s += a[i] * b[i];
  return s;
}

static double product(int n) {
  double p = 1;
  for (int i = 0; i < n; i++) // raddle: device
    p *= b[i];
  return p;
}

// A sum over a whole nest, without and with a bound that the outer index gives.
static double matrix(int n, int m) {
  double s = 0;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
  return s;
}

static double some(int n) {
  double s = -0.0;
  for (int i = 0; i < n; i += 3) { // raddle: device
    if (a[i] > 0.5)
      s -= a[i];
  }
  return s;
}

static void beside(int n, struct total *total) {
  for (int i = 0; i < n; i++) { // raddle: device
    double x = a[i] * 2 - 1;
    total->sum += x;
    out[i] = x;
  }
}

static void check(const char *name, double value, double exact) {
  printf("%s %a %d\n", name, value, fabs(value - exact) <= 1e-5 * fabs(exact) + 1e-9);
}

int main(void) {
  start();
  long double exact = 0.25L, exact_dot = 0, exact_product = 1, exact_float = 0, exact_some = 0;
  for (int i = 0; i < N; i++) { // raddle: host(value of type 'long double')
    exact += a[i];
    exact_dot += a[i] * b[i];
    exact_product *= b[i];
    exact_float += f[i];
    if (i % 3 == 0 && a[i] > 0.5)
      exact_some -= a[i];
  }
  check("sum", sum(N), exact);
  check("float", sum_float(N), exact_float);
  check("dot", dot(N), exact_dot);
  check("product", product(N), exact_product);
  check("matrix", matrix(N / M, M), exact - 0.25);
  check("some", some(N), exact_some);
  struct total total = {1, 0.5};
  beside(N, &total);
  check("beside", total.sum, 2 * (exact - 0.25) - N + 0.5);
  for (int n = 0; n < 5000; n += 611) // raddle: host(call to 'printf')
    printf("%d %a %a\n", n, sum(n), some(n));
  return out[3] != a[3] * 2 - 1;
}
