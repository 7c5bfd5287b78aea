/* Complex numbers, integers and singles in compiled regions, with the bits of the interpreter. */

/* Complex numbers are pairs of doubles. One whose imaginary part is zero is real: then the formulas of real numbers hold, which give
   other zeros and infinities. */
typedef double raddle_pair[2];

/* A function of complex numbers as the interpreter computes it; `part` 1 is the imaginary part. */
__attribute__((const)) double raddlemat_complex(int64_t function, int64_t part, double a, double b, double c, double d);

static inline double raddle_boxed(double x) { return copysign(fabs(x) == INFINITY ? 1.0 : 0.0, x); }

static inline double raddle_no_nan(double x) { return x != x ? copysign(0.0, x) : x; }

/* The imaginary part of a product or quotient with a real number. */
static inline double raddle_scaled(double b, double x) { return b == 0 ? 0.0 : b * x; }

static inline double raddle_shrunk(double b, double x) { return b == 0 ? 0.0 : b / x; }

/* Macros whose results are two variables: functions would have to compute everything for each of them. The arguments are names and
   numbers. A product, and where the plain formula has no number, what C11 (annex G) has. */
#define RADDLE_PRODUCT(re, im, a, b, c, d)                                                                       \
  {                                                                                                              \
    double raddle_x = a * c - b * d, raddle_y = a * d + b * c;                                                   \
    if (raddle_x != raddle_x && raddle_y != raddle_y) {                                                          \
      double raddle_a = a, raddle_b = b, raddle_c = c, raddle_d = d, raddle_again = 0;                           \
      if (fabs(a) == INFINITY || fabs(b) == INFINITY) {                                                          \
        raddle_a = raddle_boxed(a);                                                                              \
        raddle_b = raddle_boxed(b);                                                                              \
        raddle_c = raddle_no_nan(c);                                                                             \
        raddle_d = raddle_no_nan(d);                                                                             \
        raddle_again = 1;                                                                                        \
      }                                                                                                          \
      if (fabs(c) == INFINITY || fabs(d) == INFINITY) {                                                          \
        raddle_a = raddle_no_nan(raddle_a);                                                                      \
        raddle_b = raddle_no_nan(raddle_b);                                                                      \
        raddle_c = raddle_boxed(c);                                                                              \
        raddle_d = raddle_boxed(d);                                                                              \
        raddle_again = 1;                                                                                        \
      }                                                                                                          \
      if (raddle_again == 0 && (fabs(a * c) == INFINITY || fabs(b * d) == INFINITY || fabs(a * d) == INFINITY || \
                                fabs(b * c) == INFINITY)) {                                                      \
        raddle_a = raddle_no_nan(a);                                                                             \
        raddle_b = raddle_no_nan(b);                                                                             \
        raddle_c = raddle_no_nan(c);                                                                             \
        raddle_d = raddle_no_nan(d);                                                                             \
        raddle_again = 1;                                                                                        \
      }                                                                                                          \
      if (raddle_again != 0) {                                                                                   \
        raddle_x = INFINITY * (raddle_a * raddle_c - raddle_b * raddle_d);                                       \
        raddle_y = INFINITY * (raddle_a * raddle_d + raddle_b * raddle_c);                                       \
      }                                                                                                          \
    }                                                                                                            \
    re = raddle_x;                                                                                               \
    im = raddle_y;                                                                                               \
  }

/* A product of numbers that are real where an imaginary part is zero. */
#define RADDLE_TIMES(re, im, a, b, c, d)                                                             \
  if (b == 0 || d == 0) {                                                                            \
    re = a * c;                                                                                      \
    im = b != 0 ? b * c : d != 0 ? a * d : 0.0;                                                      \
  } else                                                                                             \
    RADDLE_PRODUCT(re, im, a, b, c, d)

/* Smith's quotient with Baudin's care for numbers near the limits, and what C11 (annex G) has where that is no number. */
#define RADDLE_QUOTIENT(re, im, a, b, c, d)                                                                                    \
  {                                                                                                                            \
    double raddle_p = c, raddle_q = d, raddle_f = 1.0, raddle_x, raddle_y, raddle_ratio, raddle_norm, raddle_u, raddle_v;      \
    if (fabs(c) < fabs(d)) {                                                                                                   \
      raddle_p = d;                                                                                                            \
      raddle_q = c;                                                                                                            \
    }                                                                                                                          \
    if (fabs(raddle_p) >= 8.988465674311579e+307) raddle_f = 0.5;                                                              \
    if (fabs(raddle_p) < 2.2250738585072014e-308 ||                                                                            \
        (fabs(raddle_p) < 1.9958403095347196e+292 &&                                                                           \
         ((fabs(a) < 2.2250738585072014e-308 && fabs(b) < 1.9958403095347196e+292) || (fabs(b) < 2.2250738585072014e-308 && fabs(a) < 1.9958403095347196e+292)))) \
      raddle_f = 4503599627370496.0;                                                                                           \
    raddle_x = a * raddle_f;                                                                                                   \
    raddle_y = b * raddle_f;                                                                                                   \
    raddle_p = raddle_p * raddle_f;                                                                                            \
    raddle_q = raddle_q * raddle_f;                                                                                            \
    raddle_ratio = raddle_q / raddle_p;                                                                                        \
    raddle_norm = raddle_q * raddle_ratio + raddle_p;                                                                          \
    raddle_u = raddle_x * raddle_ratio;                                                                                        \
    raddle_v = raddle_y * raddle_ratio;                                                                                        \
    if (!(fabs(raddle_ratio) > 2.2250738585072014e-308)) {                                                                     \
      raddle_u = raddle_q * (raddle_x / raddle_p);                                                                             \
      raddle_v = raddle_q * (raddle_y / raddle_p);                                                                             \
    }                                                                                                                          \
    if (fabs(c) < fabs(d)) {                                                                                                   \
      raddle_p = (raddle_u + raddle_y) / raddle_norm;                                                                          \
      raddle_q = (raddle_v - raddle_x) / raddle_norm;                                                                          \
    } else {                                                                                                                   \
      raddle_p = (raddle_v + raddle_x) / raddle_norm;                                                                          \
      raddle_q = (raddle_y - raddle_u) / raddle_norm;                                                                          \
    }                                                                                                                          \
    if (raddle_p != raddle_p && raddle_q != raddle_q) {                                                                        \
      if (c == 0 && d == 0 && (a == a || b == b)) {                                                                            \
        raddle_p = copysign(INFINITY, c) * a;                                                                                  \
        raddle_q = copysign(INFINITY, c) * b;                                                                                  \
      } else if ((fabs(a) == INFINITY || fabs(b) == INFINITY) && fabs(c) < INFINITY && fabs(d) < INFINITY) {                   \
        raddle_x = raddle_boxed(a);                                                                                            \
        raddle_y = raddle_boxed(b);                                                                                            \
        raddle_p = INFINITY * (raddle_x * c + raddle_y * d);                                                                   \
        raddle_q = INFINITY * (raddle_y * c - raddle_x * d);                                                                   \
      } else if ((fabs(c) == INFINITY || fabs(d) == INFINITY) && fabs(a) < INFINITY && fabs(b) < INFINITY) {                   \
        raddle_x = raddle_boxed(c);                                                                                            \
        raddle_y = raddle_boxed(d);                                                                                            \
        raddle_p = 0.0 * (a * raddle_x + b * raddle_y);                                                                        \
        raddle_q = 0.0 * (b * raddle_x - a * raddle_y);                                                                        \
      }                                                                                                                        \
    }                                                                                                                          \
    re = raddle_p;                                                                                                             \
    im = raddle_q;                                                                                                             \
  }

/* A quotient of numbers that are real where an imaginary part is zero. */
#define RADDLE_OVER(re, im, a, b, c, d)                                                              \
  if (d == 0) {                                                                                      \
    re = a / c;                                                                                      \
    im = b == 0 ? 0.0 : b / c;                                                                       \
  } else                                                                                             \
    RADDLE_QUOTIENT(re, im, a, (b + 0.0), c, d)

/* The exponential as C's library has it, of numbers that are not real. */
static inline double raddle_wave(double x, double wave) {
  double large = 8.218407461554972e+307; /* exp(709) */
  double first = x > 709 ? x - 709 : x, second = first > 709 ? first - 709 : first;
  double once = x > 709 ? wave * large : wave, twice = first > 709 ? once * large : once;
  return second > 709 ? 1.7976931348623157e308 * twice : exp(second) * twice;
}

static inline double raddle_exp_re(double x, double y) {
  double infinite = x > 0 ? INFINITY : 0.0;
  if (y == 0) return exp(x);
  if (!isfinite(y)) return isinf(x) ? infinite : NAN;
  if (isinf(x)) return copysign(infinite, cos(y));
  return x != x ? NAN : raddle_wave(x, cos(y));
}

static inline double raddle_exp_im(double x, double y) {
  double infinite = x > 0 ? INFINITY : 0.0;
  if (y == 0) return 0.0;
  if (!isfinite(y)) return isinf(x) && x < 0 ? copysign(0.0, y) : NAN;
  if (isinf(x)) return copysign(infinite, sin(y));
  return x != x ? NAN : raddle_wave(x, sin(y));
}

/* The phase by which complex numbers are ordered: -pi counts as pi. */
static inline double raddle_phase(double a, double b) {
  double angle = atan2(b, a);
  return b == 0 ? 0.0 : angle == -3.141592653589793 ? -angle : angle;
}

/* The order of two real or complex numbers: below zero, zero, above zero, NaN. */
static inline double raddle_compare(double x, double y) { return x < y ? -1.0 : x > y ? 1.0 : x == y ? 0.0 : NAN; }

static inline double raddle_order(double a, double b, double c, double d) {
  double size;
  if (b == 0 && d == 0) return raddle_compare(a, c);
  size = raddle_compare(hypot(a, b), hypot(c, d));
  return size == 0 ? raddle_compare(raddle_phase(a, b), raddle_phase(c, d)) : size;
}

/* A power with an exponent that is no number in the text. */
static inline double raddle_power(double x, double y) { return y == 2 ? x * x : pow(x, y); }

/* The same of arrays. */
static inline double raddle_array_power(double x, double y) {
  return y == 2 ? x * x : y == 3 ? x * x * x : y == -1 ? 1.0 / x : pow(x, y);
}

/* Integers are doubles, too. Halves are rounded away from zero; NaN is zero. No zero is negative. */
static inline double raddle_saturate(double x, double least, double greatest) {
  return (x < least ? least : x > greatest ? greatest : x) + 0.0;
}

static inline double raddle_int(double x, double least, double greatest) {
  return x != x ? 0.0 : raddle_saturate(round(x), least, greatest);
}

/* Those that are computed as integers. */
static inline int64_t raddle_limit(int64_t x, int64_t least, int64_t greatest) {
  return x < least ? least : x > greatest ? greatest : x;
}

static inline int64_t raddle_mod_whole(int64_t x, int64_t y) {
  int64_t rest = y == 0 ? x : x % y;
  return rest != 0 && y != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static inline int64_t raddle_rem_whole(int64_t x, int64_t y) { return y == 0 ? 0 : x % y; }

static inline double raddle_mod_int(double x, double y) {
  double rest = y == 0 ? x : x - y * trunc(x / y);
  return (rest != 0 && y != 0 && (rest < 0) != (y < 0) ? rest + y : rest) + 0.0;
}

static inline double raddle_rem_int(double x, double y) { return (y == 0 ? 0.0 : x - y * trunc(x / y)) + 0.0; }

static inline double raddle_idivide(double x, double y, double least, double greatest, int exact) {
  double quotient = x / y;
  double away = copysign(ceil(fabs(quotient)), quotient);
  double whole = x < 0 ? away : trunc(quotient);
  double infinite = exact && y == 0 && x < 0 ? least + 1 : whole;
  return quotient != quotient ? 0.0 : raddle_saturate(infinite, least, greatest);
}

/* Bits to the left for a positive number of places. Signed classes have `bits` beside the sign. */
static inline double raddle_shift(double x, double places, int64_t bits, int is_signed) {
  int64_t value = (int64_t)x, k = (int64_t)(places < -63 ? -63 : places > 63 ? 63 : places);
  int64_t left = k < 0 || k > 31 ? 0 : k, right = k < 0 ? -k : 0;
  int64_t moved = k > bits - 1 ? 0 : k >= 0 ? value * ((int64_t)1 << left) : value >> right;
  int64_t sign = (int64_t)1 << bits;
  int64_t pattern = moved & (is_signed ? 2 * sign - 1 : sign - 1);
  return (double)(is_signed && (pattern & sign) ? pattern - 2 * sign : pattern);
}

/* A double as a number of 64 bits. */
static inline uint64_t raddle_word(double x) {
  double whole = round(x);
  return !(whole > 0) ? 0 : whole >= 18446744073709551616.0 ? 18446744073709551615u : (uint64_t)whole;
}

/* Singles are doubles, too. Sums, products, quotients and roots of doubles that are rounded again are those of singles. */
static inline double raddle_single(double x) { return (double)(float)x; }

static inline int raddle_nearly_whole_single(float quotient, float divisor) {
  float whole = roundf(quotient);
  return roundf(divisor) != divisor && fabsf((quotient - whole) / whole) < 1.1920929e-7f;
}

static inline double raddle_mod_single(double a, double b) {
  float x = (float)a, y = (float)b, quotient = x / y;
  float rest = raddle_nearly_whole_single(quotient, y) ? 0.0f : x - y * floorf(quotient);
  return y == 0 ? x : x != y ? copysignf(rest, y) : rest;
}

static inline double raddle_rem_single(double a, double b) {
  float x = (float)a, y = (float)b, quotient = x / y;
  float rest = raddle_nearly_whole_single(quotient, y) ? 0.0f : x - y * truncf(quotient);
  return y == 0 ? NAN : x != y ? copysignf(rest, x) : rest;
}
