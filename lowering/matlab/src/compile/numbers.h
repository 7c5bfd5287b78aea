/* Complex numbers, integers and singles in compiled regions, with the bits of the interpreter. */

/* Complex numbers are pairs of doubles. One whose imaginary part is zero is real: then the formulas of real numbers hold, which give
   other zeros and infinities. */
typedef double raddle_pair[2];

/* A function of complex numbers as the interpreter computes it; `part` 1 is the imaginary part. */
__attribute__((const)) double raddlemat_complex(int64_t function, int64_t part, double a, double b, double c, double d);

static inline double raddle_boxed(double x) { return copysign(isinf(x) ? 1.0 : 0.0, x); }

static inline double raddle_no_nan(double x) { return x != x ? copysign(0.0, x) : x; }

/* The product where the plain formula has no number (C11, annex G). */
static inline double raddle_product_again(double a, double b, double c, double d, double plain, int part) {
  int left = isinf(a) || isinf(b), right = isinf(c) || isinf(d);
  double p = left ? raddle_boxed(a) : a, q = left ? raddle_boxed(b) : b;
  double r = left ? raddle_no_nan(c) : c, s = left ? raddle_no_nan(d) : d;
  int over = !left && !right && (isinf(a * c) || isinf(b * d) || isinf(a * d) || isinf(b * c));
  double t = right || over ? raddle_no_nan(p) : p, u = right || over ? raddle_no_nan(q) : q;
  double v = right ? raddle_boxed(r) : over ? raddle_no_nan(r) : r;
  double w = right ? raddle_boxed(s) : over ? raddle_no_nan(s) : s;
  double again = INFINITY * (part ? t * w + u * v : t * v - u * w);
  return left || right || over ? again : plain;
}

static inline double raddle_product(double a, double b, double c, double d, int part) {
  double re = a * c - b * d, im = a * d + b * c;
  double plain = part ? im : re;
  if (re != re && im != im) return raddle_product_again(a, b, c, d, plain, part);
  return plain;
}

static inline double raddle_times_re(double a, double b, double c, double d) {
  if (b == 0 || d == 0) return a * c;
  return raddle_product(a, b, c, d, 0);
}

static inline double raddle_times_im(double a, double b, double c, double d) {
  if (b == 0) return d == 0 ? 0.0 : a * d;
  if (d == 0) return b * c;
  return raddle_product(a, b, c, d, 1);
}

/* The imaginary part of a product or quotient with a real number. */
static inline double raddle_scaled(double b, double x) { return b == 0 ? 0.0 : b * x; }

static inline double raddle_shrunk(double b, double x) { return b == 0 ? 0.0 : b / x; }

/* The quotient where the plain formula has no number (C11, annex G). */
static inline double raddle_quotient_again(double a, double b, double c, double d, double plain, int part) {
  int finite_a = isfinite(a) && isfinite(b), finite_c = isfinite(c) && isfinite(d);
  int zero = c == 0 && d == 0 && !(a != a && b != b);
  int large = !zero && (isinf(a) || isinf(b)) && finite_c;
  int small = !zero && !large && (isinf(c) || isinf(d)) && finite_a;
  double p = large ? raddle_boxed(a) : a, q = large ? raddle_boxed(b) : b;
  double r = small ? raddle_boxed(c) : c, s = small ? raddle_boxed(d) : d;
  double factor = large ? INFINITY : 0.0;
  double again = factor * (part ? q * r - p * s : p * r + q * s);
  return zero ? copysign(INFINITY, c) * (part ? b : a) : large || small ? again : plain;
}

/* Smith's quotient with Baudin's care for numbers near the limits. */
static inline double raddle_quotient(double a, double b, double c, double d, int part) {
  double big = 8.988465674311579e+307, least = 2.2250738585072014e-308, middle = 1.9958403095347196e+292;
  int swapped = fabs(c) < fabs(d);
  double greater = swapped ? fabs(d) : fabs(c);
  double half = greater >= big ? 0.5 : 1.0;
  int tiny = (fabs(a) < least && fabs(b) < middle) || (fabs(b) < least && fabs(a) < middle);
  int grows = greater < least || (tiny && greater < middle);
  double factor = grows ? 4503599627370496.0 : half;
  double x = a * factor, y = b * factor;
  double p = (swapped ? d : c) * factor, q = (swapped ? c : d) * factor;
  double ratio = q / p;
  double norm = q * ratio + p;
  int steep = fabs(ratio) > least;
  double sx = steep ? x * ratio : q * (x / p), sy = steep ? y * ratio : q * (y / p);
  double re = (swapped ? sx + y : sy + x) / norm;
  double im = (swapped ? sy - x : y - sx) / norm;
  double plain = part ? im : re;
  if (re != re && im != im) return raddle_quotient_again(a, b, c, d, plain, part);
  return plain;
}

static inline double raddle_over_re(double a, double b, double c, double d) {
  if (d == 0) return a / c;
  return raddle_quotient(a, b + 0.0, c, d, 0);
}

static inline double raddle_over_im(double a, double b, double c, double d) {
  if (d == 0) return b == 0 ? 0.0 : b / c;
  return raddle_quotient(a, b + 0.0, c, d, 1);
}

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
