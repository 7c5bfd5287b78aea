/* Arithmetic with constant and with equal operands on special values: what algebraic rules of drivers get wrong. The sign of
 * a zero counts; the bits of a NaN do not. */
// flags: -lm
#include "hash.h"
#include <math.h>

enum { N = 12 };

/* Names and expressions in x, whose type is T. */
#define CASES(X)                                                                                                     \
  X(add_zero, x + (T)0)                                                                                              \
  X(zero_add, (T)0 + x)                                                                                              \
  X(add_minus_zero, x + (T)-0.0)                                                                                     \
  X(sub_zero, x - (T)0)                                                                                              \
  X(zero_sub, (T)0 - x)                                                                                              \
  X(sub_minus_zero, x - (T)-0.0)                                                                                     \
  X(minus_zero_sub, (T)-0.0 - x)                                                                                     \
  X(mul_zero, x * (T)0)                                                                                              \
  X(zero_mul, (T)0 * x)                                                                                              \
  X(mul_minus_zero, x * (T)-0.0)                                                                                     \
  X(mul_one, x * (T)1)                                                                                               \
  X(mul_minus_one, x * (T)-1)                                                                                        \
  X(mul_two, x * (T)2)                                                                                               \
  X(div_zero, x / (T)0)                                                                                              \
  X(zero_div, (T)0 / x)                                                                                              \
  X(div_minus_zero, x / (T)-0.0)                                                                                     \
  X(minus_zero_div, (T)-0.0 / x)                                                                                     \
  X(div_one, x / (T)1)                                                                                               \
  X(one_div, (T)1 / x)                                                                                               \
  X(div_minus_one, x / (T)-1)                                                                                        \
  X(minus_one_div, (T)-1 / x)                                                                                        \
  X(div_three, x / (T)3)                                                                                             \
  X(div_infinity, x / (T)INFINITY)                                                                                   \
  X(infinity_sub, (T)INFINITY - x)                                                                                   \
  X(add_self, x + x)                                                                                                 \
  X(sub_self, x - x)                                                                                                 \
  X(mul_self, x * x)                                                                                                 \
  X(div_self, x / x)                                                                                                 \
  X(add_negated, -x + x)                                                                                             \
  X(sub_negated, (T)0 - -x)                                                                                          \
  X(negated_twice, -(-x))                                                                                            \
  X(negated_sub, -(x - (T)1))                                                                                        \
  X(negated_product, -(x * x))                                                                                       \
  X(there_and_back, (x + (T)1) - (T)1)                                                                               \
  X(halved_doubled, x * (T)0.5 * (T)2)                                                                               \
  X(inverse_twice, (T)1 / ((T)1 / x))                                                                                \
  X(two_products, x *(T)3 + x * (T)5)                                                                                \
  X(cancelled, (x * x - x * x) * (T)-1)                                                                              \
  X(at_least_zero, x < 0 ? 0 : x)                                                                                    \
  X(positive, x > 0 ? x : 0)                                                                                         \
  X(not_below_one, !(x < 1) ? 3 : 4)                                                                                 \
  X(below_self, x < x ? 1 : 2)                                                                                       \
  X(equals_self, x == x ? 1 : 2)                                                                                     \
  X(inverse_or_zero, x != 0 ? 1 / x : 0)                                                                             \
  X(integer_times_zero, (T)(3 - i) * (T)0)                                                                           \
  X(inverse_of_that, 1 / ((T)(3 - i) * (T)0))                                                                        \
  X(root_times_zero, (T)sqrt(x) * (T)-0.0)                                                                           \
  X(size_times_zero, (T)fabs(x) * (T)0)                                                                              \
  X(floor_of, (T)floor(x))                                                                                           \
  X(through_float, (float)x * 0.0f)                                                                                  \
  X(through_double, (T)((double)x * 0.0))

#define FUNCTIONS(name, expression)                                                                                  \
  static void name##_float(int n, float *to, const float *from) {                                                    \
    typedef float T;                                                                                                 \
    for (int i = 0; i < n; i++) {                                                                                    \
      T x = from[i];                                                                                                 \
      to[i] = expression;                                                                                            \
    }                                                                                                                \
  }                                                                                                                  \
  static void name##_double(int n, double *to, const double *from) {                                                 \
    typedef double T;                                                                                                \
    for (int i = 0; i < n; i++) {                                                                                    \
      T x = from[i];                                                                                                 \
      to[i] = expression;                                                                                            \
    }                                                                                                                \
  }
CASES(FUNCTIONS) // raddle: device

#define CALLS(name, expression)                                                                                      \
  name##_float(N, f, floats);                                                                                        \
  name##_double(N, d, doubles);                                                                                      \
  for (int i = 0; i < N; i++) {                                                                                      \
    f[i] = f[i] != f[i] ? 12345 : f[i];                                                                              \
    d[i] = d[i] != d[i] ? 12345 : d[i];                                                                              \
  }                                                                                                                  \
  print_hash(#name "_float", f, sizeof f);                                                                           \
  print_hash(#name "_double", d, sizeof d);

int main(void) {
  float f[N], floats[N] = {0.0f, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 1e-40f, -1e-40f, 3e38f, -3e38f, 0.1f};
  double d[N], doubles[N] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e-310, -1e-310, 1e308, -1e308, 0.1};
  CASES(CALLS) // raddle: device
  return 0;
}
