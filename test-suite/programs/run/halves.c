/* _Float16: every value of it, its roundings from float and double, and expressions, which clang computes in float. */
// flags: -lm
#include "hash.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ALL = 1 << 16, NEAR = 8, AROUND = NEAR * ALL };

static _Float16 x[ALL], y[ALL], z[ALL], from_float[AROUND], from_double[AROUND];
static float wide[ALL], singles[AROUND];
static double doubles[AROUND], wider[ALL];
static int32_t whole[ALL];

/* Bits are the host's work. */
static _Float16 half(uint32_t bits) {
  uint16_t narrow = (uint16_t)bits;
  _Float16 value;
  memcpy(&value, &narrow, sizeof value);
  return value;
}

/* A half, the middle between it and the next one, which is a tie, and neighbours of both. */
static void near(double value, double next, double *around) {
  double middle = isinf(next) ? copysign(65520, value) : (value + next) / 2;
  around[0] = value;
  around[1] = middle;
  around[2] = nextafter(middle, INFINITY);
  around[3] = nextafter(middle, -INFINITY);
  around[4] = nextafterf((float)middle, INFINITY);
  around[5] = nextafterf((float)middle, -INFINITY);
  around[6] = value * 0x1p-40;
  around[7] = value * 0x1p+40;
}

static void fill(void) {
  for (uint32_t i = 0; i < ALL; i++) { // raddle: host(
    x[i] = half(i);
    y[i] = half(i * 40503u >> 3 & 0xbfff);
    z[i] = half(i * 2654435769u >> 16 & 0xbfff);
    int is_finite = (i & 0x7c00) != 0x7c00;
    near(is_finite ? x[i] : 1e-9, is_finite ? half(i + 1) : 1e-8, doubles + i * NEAR);
    for (uint32_t k = 0; k < NEAR; k++) // raddle: device
      singles[i * NEAR + k] = (float)doubles[i * NEAR + k];
  }
}

static void convert(int n, int around) {
  for (int i = 0; i < n; i++) // raddle: device
    wide[i] = x[i] == x[i] ? (float)x[i] : 2.0f;
  for (int i = 0; i < n; i++) // raddle: device
    wider[i] = x[i] == x[i] ? (double)x[i] : 2.0;
  for (int i = 0; i < around; i++) // raddle: device
    from_float[i] = (_Float16)singles[i];
  for (int i = 0; i < around; i++) // raddle: device
    from_double[i] = (_Float16)doubles[i];
}

static void integers(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    whole[i] = (int32_t)(y[i] * 3.0f) + (int32_t)(z[i] < 1000 ? z[i] : (_Float16)1000);
  for (int i = 0; i < n; i++) // raddle: device
    y[i] = (_Float16)(i * 3 - 100000);
  for (int i = 0; i < n; i++) // raddle: device
    z[i] = (_Float16)((uint64_t)i << 4);
}

/* One rounding where an expression ends; a cast, an assignment and a comparison end one. */
static void expressions(int n, _Float16 alpha) {
  for (int i = 0; i < n; i++) // raddle: device
    x[i] = alpha * y[i] * z[i] + (_Float16)(y[i] * z[i]) / (y[i] + 2);
  for (int i = 0; i < n; i++) // raddle: device
    wide[i] = y[i] * z[i] - x[i];
  for (int i = 0; i < n; i++) { // raddle: device
    _Float16 t = -(y[i] * alpha);
    t += z[i] * y[i];
    t -= 0.3f;
    if (t * t < y[i] && !(t == alpha))
      t = (i & 1 ? t * alpha : y[i]) + z[i];
    t++;
    x[i] = t == t ? t : (_Float16)7;
  }
}

/* Clang's functions on the class of a number, which see a half and no float: the smallest normal one is 2^-14. */
static void classes(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    whole[i] = isnan(x[i]) ? -1 : 4 * isfinite(x[i]) + 16 * !!signbit(x[i]);
  for (int i = 0; i < n; i++) // raddle: device
    whole[i] += isinf(x[i]) + 8 * isnormal(x[i]);
}

/* What ends an expression and what does not: a comma and a known choice do, __extension__ does not. */
static void ends(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    _Float16 a = (i & 127) * 0.37f16 + 0.01f16, b = (i & 63) * 1.1f16 - 20.3f16;
    x[i] = -(0, a * b) + b * __extension__(a * b);
    y[i] = b;
    y[i] -= -(1 ? a * b : b) - (const _Float16)(b * b);
  }
}

/* Halves are passed and returned in registers of their own. */
__attribute__((noinline)) static _Float16 next(_Float16 value, int by) { return value * (_Float16)1.25f16 + by; }

static _Float16 total(int n, const _Float16 *a) {
  _Float16 sum = 0;
  for (int i = 0; i < n; i++) // raddle: device | host(anti on 'sum')
    sum += a[i] > -100 && a[i] < 100 ? a[i] : (_Float16)1;
  return sum;
}

int main(void) {
  fill();
  convert(ALL, AROUND);
  PRINT_HASH(wide);
  PRINT_HASH(wider);
  PRINT_HASH(from_float);
  PRINT_HASH(from_double);
  classes(ALL);
  PRINT_HASH(whole);
  expressions(ALL, 1.7f16);
  PRINT_HASH(x);
  PRINT_HASH(wide);
  integers(ALL);
  PRINT_HASH(whole);
  PRINT_HASH(y);
  PRINT_HASH(z);
  expressions(ALL, next(0.3f16, -1));
  PRINT_HASH(x);
  ends(1 << 10);
  PRINT_HASH(x);
  PRINT_HASH(y);
  printf("%a %a\n", (double)total(ALL, x), (double)next(total(100, y), 3));
}
