/* _Float16: every value of it, its roundings from float and double, and expressions, which clang computes in float. */
#include "hash.h"
#include <stdint.h>
#include <string.h>

enum { ALL = 1 << 16, AROUND = 5 * ALL };

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

static void fill(void) {
  for (uint32_t i = 0; i < ALL; i++) { // raddle: host(
    x[i] = half(i);
    y[i] = half(i * 40503u >> 3 & 0xbfff);
    z[i] = half(i * 2654435769u >> 16 & 0xbfff);
    for (uint32_t k = 0; k < 5; k++) { // raddle: host(
      /* A half, the number in the middle before the next one, and their neighbours. */
      static const int64_t steps[5] = {0, 0x0ffffffff, 0x100000000, 0x100000001, 0x1ffffffff};
      double value = (double)x[i];
      int64_t bits;
      memcpy(&bits, &value, sizeof bits);
      bits += steps[k] << 9;
      memcpy(&value, &bits, sizeof value);
      doubles[i * 5 + k] = value == value ? value : 1e-9;
      singles[i * 5 + k] = (float)doubles[i * 5 + k];
    }
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

/* Halves are passed and returned in registers of their own. */
__attribute__((noinline)) static _Float16 next(_Float16 value, int by) { return value * (_Float16)1.25f16 + by; }

static _Float16 total(int n, const _Float16 *a) {
  _Float16 sum = 0;
  for (int i = 0; i < n; i++) // raddle: host(
    sum += a[i];
  return sum;
}

int main(void) {
  fill();
  convert(ALL, AROUND);
  PRINT_HASH(wide);
  PRINT_HASH(wider);
  PRINT_HASH(from_float);
  PRINT_HASH(from_double);
  expressions(ALL, 1.7f16);
  PRINT_HASH(x);
  PRINT_HASH(wide);
  integers(ALL);
  PRINT_HASH(whole);
  PRINT_HASH(y);
  PRINT_HASH(z);
  expressions(ALL, next(0.3f16, -1));
  PRINT_HASH(x);
  printf("%a %a\n", (double)total(ALL, x), (double)next(total(100, y), 3));
}
