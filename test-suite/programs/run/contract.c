// flags: -lm
// options: --fp contract
// Contracted products are rounded once wherever a nest runs: what fma() computes, which is not what two roundings make.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 20000 };
static double a[N], b[N], c[N], plain[N], fused[N];
static float x[N], y[N], z[N], plain_float[N], fused_float[N];
static uint64_t seed = 7;

static uint64_t next(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed ^ seed >> 31;
}

// Numbers of all exponents, infinities and NaNs, many with few bits set.
static double any_double(void) {
  uint64_t exponent = next() % 3 ? 963 + next() % 120 : next() % 2048, fraction = next();
  if (next() % 2)
    fraction &= next() & next();
  uint64_t bits = next() << 63 | exponent << 52 | (fraction & ((uint64_t)1 << 52) - 1);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static float any_float(void) {
  uint32_t exponent = next() % 3 ? 97 + next() % 60 : next() % 256, fraction = next();
  if (next() % 2)
    fraction &= next() & next();
  uint32_t bits = (uint32_t)next() << 31 | exponent << 23 | (fraction & ((uint32_t)1 << 23) - 1);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// Half of the sums cancel, or nearly.
static void inputs(void) {
  for (int i = 0; i < N; i++) { // raddle: host(call to 'memcpy')
    a[i] = any_double(), b[i] = any_double(), x[i] = any_float(), y[i] = any_float();
    c[i] = i % 2 ? any_double() : -(a[i] * b[i]) * (i % 6 ? 1 : 0x1p-53);
    z[i] = i % 2 ? any_float() : -(x[i] * y[i]) * (i % 6 ? 1 : 0x1p-24f);
  }
}

static void compute(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    fused[i] = a[i] * b[i] + c[i];
    double product = a[i] * b[i];
    plain[i] = product + c[i];
  }
  for (int i = 0; i < N; i++) { // raddle: device
    fused_float[i] = x[i] * y[i] + z[i];
    float product = x[i] * y[i];
    plain_float[i] = product + z[i];
  }
}

static int same(double p, double q) { return p == q ? signbit(p) == signbit(q) : p != p && q != q; }

static void judge(void) {
  int wrong = 0, different = 0;
  for (int i = 0; i < N; i++) { // raddle: host(
    wrong += !same(fused[i], fma(a[i], b[i], c[i])) + !same(fused_float[i], fmaf(x[i], y[i], z[i]));
    different += !same(fused[i], plain[i]) + !same(fused_float[i], plain_float[i]);
  }
  printf("wrong %d, more than a third differ from two roundings: %d\n", wrong, different > N * 2 / 3);
}

// Signs, and the left product of two.
static void signs(void) {
  static double out[5][N];
  for (int i = 0; i < N; i++) { // raddle: device
    out[0][i] = c[i] - a[i] * b[i];
    out[1][i] = -(a[i] * b[i]) - c[i];
    out[2][i] = a[i] * b[i] - c[i] * b[i];
    out[3][i] = c[i] * b[i] + a[i];
    out[3][i] -= a[i] * b[i];
    out[4][i] = (float)(a[i] * b[i]) + c[i];
  }
  int wrong = 0;
  for (int i = 0; i < N; i++) { // raddle: host(
    volatile double right = c[i] * b[i], product = a[i] * b[i];
    wrong += !same(out[0][i], fma(-a[i], b[i], c[i])) + !same(out[1][i], fma(-a[i], b[i], -c[i]));
    wrong += !same(out[2][i], fma(a[i], b[i], -right));
    wrong += !same(out[3][i], fma(-a[i], b[i], fma(c[i], b[i], a[i])));
    wrong += !same(out[4][i], (float)product + c[i]);
  }
  printf("signs: wrong %d\n", wrong);
}

// A reduction follows the tree, each item with fused operations; a recurrence stays on the host with the same ones.
static double dot(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) // raddle: device
    s += plain[i] * fused[i];
  return s;
}

static double horner(int n, double at) {
  double s = 0;
  for (int i = 0; i < n; i++) // raddle: host(
    s = s * at + plain[i];
  return s;
}

int main(void) {
  inputs();
  compute();
  judge();
  signs();
  for (int i = 0; i < N; i++) { // raddle: device
    plain[i] = (i * 37 % 1001) / 1000.0;
    fused[i] = 1.0 + (i % 7 - 3) / 100000.0;
  }
  double s = 0;
  for (int i = N; i-- > 0;) // raddle: host(
    s = fma(s, 0.999, plain[N - 1 - i]);
  printf("%a %d\n", dot(N), s == horner(N, 0.999));
  return 0;
}
