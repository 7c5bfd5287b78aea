/* Minima and maxima written as choices, of every type: drivers recognize them, and have got 64-bit ones wrong. */
// flags: -lm
#include "hash.h"
#include <math.h>
#include <stdint.h>

enum { N = 64 };

#define CASES(X, T, name)                                                                                            \
  X(T, name, lt, x < y ? x : y)                                                                                      \
  X(T, name, gt, x > y ? x : y)                                                                                      \
  X(T, name, le, x <= y ? x : y)                                                                                     \
  X(T, name, ge, x >= y ? x : y)                                                                                     \
  X(T, name, lt_other, x < y ? y : x)                                                                                \
  X(T, name, ge_other, x >= y ? y : x)                                                                               \
  X(T, name, at_most_one, x < 1 ? x : 1)                                                                             \
  X(T, name, at_least_one, x > 1 ? x : 1)                                                                            \
  X(T, name, at_most_zero, x < 0 ? x : 0)                                                                            \
  X(T, name, at_least_zero, x < 0 ? 0 : x)                                                                           \
  X(T, name, between, x < 3 ? 3 : x > 100 ? 100 : x)                                                                 \
  X(T, name, size, x < 0 ? -x : x)                                                                                   \
  X(T, name, sign, x < 0 ? -1 : x > 0 ? 1 : 0)                                                                       \
  X(T, name, of_index, (T)(i - 3) < 1 ? (T)(i - 3) : 1)                                                              \
  X(T, name, equal, x == y ? x : y)                                                                                  \
  X(T, name, different, x != y ? 7 : x)                                                                              \
  X(T, name, of_three, x < y ? (x < 5 ? x : 5) : (y < 5 ? y : 5))

#define FUNCTION(T, name, form, expression)                                                                          \
  static void name##_##form(int n, T *to, const T *a, const T *b) {                                                  \
    for (int i = 0; i < n; i++) {                                                                                    \
      T x = a[i], y = b[i];                                                                                          \
      to[i] = expression;                                                                                            \
    }                                                                                                                \
  }
#define CALL(T, name, form, expression)                                                                              \
  name##_##form(N, name##_to, name##_a, name##_b);                                                                   \
  for (int i = 0; i < N; i++)                                                                                        \
    if (name##_to[i] != name##_to[i])                                                                                \
      name##_to[i] = 77;                                                                                             \
  print_hash(#name "_" #form, name##_to, sizeof name##_to);

#define TYPE(T, name)                                                                                                \
  static T name##_a[N], name##_b[N], name##_to[N];                                                                   \
  CASES(FUNCTION, T, name)                                                                                           \
  static void name(void) {                                                                                           \
    for (int i = 0; i < N; i++) {                                                                                    \
      if (i == 22 || i == 23)                                                                                        \
        continue;                                                                                                    \
      name##_a[i] = (T)((i - 20) * ((int64_t)1 << (i % 5 * 7)));                                                     \
      name##_b[i] = (T)((31 - i) * ((int64_t)1 << (i % 3 * 11)));                                                    \
    }                                                                                                                \
    name##_b[20] = name##_a[20];                                                                                     \
    name##_a[21] = (T)-0.0;                                                                                          \
    name##_b[21] = 0;                                                                                                \
    CASES(CALL, T, name)                                                                                             \
  }

TYPE(int8_t, i8)     // raddle: device
TYPE(uint8_t, u8)    // raddle: device
TYPE(int16_t, i16)   // raddle: device
TYPE(uint16_t, u16)  // raddle: device
TYPE(int32_t, i32)   // raddle: device
TYPE(uint32_t, u32)  // raddle: device
TYPE(int64_t, i64)   // raddle: device
TYPE(uint64_t, u64)  // raddle: device
TYPE(float, f32)     // raddle: device
TYPE(double, f64)    // raddle: device

int main(void) {
  f32_a[22] = f32_b[23] = NAN;
  f64_a[22] = f64_b[23] = NAN;
  i8(), u8(), i16(), u16(), i32(), u32(), i64(), u64(), f32(), f64();
  return 0;
}
