/* Integers of 64 bits, which are no doubles. What is rare is the interpreter's. */

#define RADDLE_ADD 0
#define RADDLE_SUB 1
#define RADDLE_MUL 2
#define RADDLE_DIV 3
#define RADDLE_ORDER 4

/* `x op y`, or `y op x`, of an integer and a double. */
__attribute__((const)) int64_t raddlemat_wide(int64_t operator, int64_t is_signed, int64_t is_reversed, int64_t x, double y);

static inline int64_t raddle_to_int64(double x) {
  double r = round(x);
  return r != r ? 0 : r >= 0x1p63 ? INT64_MAX : r < -0x1p63 ? INT64_MIN : (int64_t)r;
}

static inline uint64_t raddle_to_uint64(double x) { return raddle_word(x); }

static inline int64_t raddle_add_int64(int64_t x, int64_t y) {
  int64_t sum;
  return __builtin_add_overflow(x, y, &sum) ? (x < 0 ? INT64_MIN : INT64_MAX) : sum;
}

static inline int64_t raddle_sub_int64(int64_t x, int64_t y) {
  int64_t rest;
  return __builtin_sub_overflow(x, y, &rest) ? (x < 0 ? INT64_MIN : INT64_MAX) : rest;
}

static inline int64_t raddle_mul_int64(int64_t x, int64_t y) {
  int64_t product;
  return __builtin_mul_overflow(x, y, &product) ? ((x < 0) != (y < 0) ? INT64_MIN : INT64_MAX) : product;
}

static inline uint64_t raddle_add_uint64(uint64_t x, uint64_t y) { return x + y < x ? UINT64_MAX : x + y; }

static inline uint64_t raddle_sub_uint64(uint64_t x, uint64_t y) { return x < y ? 0 : x - y; }

static inline uint64_t raddle_mul_uint64(uint64_t x, uint64_t y) {
  uint64_t product;
  return __builtin_mul_overflow(x, y, &product) ? UINT64_MAX : product;
}

static inline uint64_t raddle_div_uint64(uint64_t x, uint64_t y) {
  if (y == 0) return x == 0 ? 0 : UINT64_MAX;
  return x / y + (x % y >= y - x % y);
}

static inline int64_t raddle_neg_int64(int64_t x) { return x == INT64_MIN ? INT64_MAX : -x; }

static inline uint64_t raddle_size_int64(int64_t x) { return x < 0 ? 0 - (uint64_t)x : (uint64_t)x; }

static inline int64_t raddle_div_int64(int64_t x, int64_t y) {
  uint64_t size = raddle_div_uint64(raddle_size_int64(x), raddle_size_int64(y));
  if (y == 0) return x > 0 ? INT64_MAX : x < 0 ? INT64_MIN : 0;
  if ((x < 0) == (y < 0)) return size > INT64_MAX ? INT64_MAX : (int64_t)size;
  return (int64_t)(0 - size);
}

/* With doubles. */
static inline int64_t raddle_add_int64_double(int64_t x, double y) {
  return fabs(y) < 0x1p63 ? raddle_add_int64(x, raddle_to_int64(y)) : raddlemat_wide(RADDLE_ADD, 1, 0, x, y);
}

static inline int64_t raddle_sub_int64_double(int64_t x, double y) {
  return fabs(y) < 0x1p63 ? raddle_add_int64(x, raddle_to_int64(-y)) : raddlemat_wide(RADDLE_SUB, 1, 0, x, y);
}

static inline int64_t raddle_from_int64_double(int64_t x, double y) {
  return fabs(y) < 0x1p63 ? raddle_sub_int64(raddle_to_int64(y), x) : raddlemat_wide(RADDLE_SUB, 1, 1, x, y);
}

static inline int64_t raddle_mul_int64_double(int64_t x, double y) {
  return fabs(y) < 0x1p53 && y == trunc(y) ? raddle_mul_int64(x, (int64_t)y) : raddlemat_wide(RADDLE_MUL, 1, 0, x, y);
}

static inline int64_t raddle_div_int64_double(int64_t x, double y) {
  return fabs(y) < 8192 && y == trunc(y) ? raddle_div_int64(x, (int64_t)y) : raddlemat_wide(RADDLE_DIV, 1, 0, x, y);
}

static inline int64_t raddle_under_int64_double(int64_t x, double y) { return raddle_to_int64(y / (double)x); }

static inline double raddle_order_int64(int64_t x, double y) {
  if (!(fabs(y) < 0x1p53)) return y != y ? NAN : (double)raddlemat_wide(RADDLE_ORDER, 1, 0, x, y);
  return x < (int64_t)y ? -1.0 : x > (int64_t)y ? 1.0 : trunc(y) < y ? -1.0 : trunc(y) > y ? 1.0 : 0.0;
}

static inline uint64_t raddle_add_uint64_double(uint64_t x, double y) {
  return y >= 0 && y < 0x1p63 ? raddle_add_uint64(x, raddle_to_uint64(y)) : (uint64_t)raddlemat_wide(RADDLE_ADD, 0, 0, (int64_t)x, y);
}

static inline uint64_t raddle_sub_uint64_double(uint64_t x, double y) {
  return y >= 0 && y < 0x1p63 ? raddle_sub_uint64(x, raddle_to_uint64(y)) : (uint64_t)raddlemat_wide(RADDLE_SUB, 0, 0, (int64_t)x, y);
}

static inline uint64_t raddle_from_uint64_double(uint64_t x, double y) {
  return y >= 0 && y < 0x1p63 ? raddle_sub_uint64(raddle_to_uint64(y), x) : (uint64_t)raddlemat_wide(RADDLE_SUB, 0, 1, (int64_t)x, y);
}

static inline uint64_t raddle_mul_uint64_double(uint64_t x, double y) {
  return y >= 0 && y < 0x1p53 && y == trunc(y) ? raddle_mul_uint64(x, (uint64_t)y)
                                               : (uint64_t)raddlemat_wide(RADDLE_MUL, 0, 0, (int64_t)x, y);
}

static inline uint64_t raddle_div_uint64_double(uint64_t x, double y) {
  return y >= 0 && y < 8192 && y == trunc(y) ? raddle_div_uint64(x, (uint64_t)y)
                                             : (uint64_t)raddlemat_wide(RADDLE_DIV, 0, 0, (int64_t)x, y);
}

static inline uint64_t raddle_under_uint64_double(uint64_t x, double y) { return raddle_to_uint64(y / (double)x); }

static inline double raddle_order_uint64(uint64_t x, double y) {
  if (!(y >= 0 && y < 0x1p53)) return y != y ? NAN : (double)raddlemat_wide(RADDLE_ORDER, 0, 0, (int64_t)x, y);
  return x < (uint64_t)y ? -1.0 : x > (uint64_t)y ? 1.0 : trunc(y) < y ? -1.0 : 0.0;
}

static inline int64_t raddle_mod_int64(int64_t x, int64_t y) {
  int64_t rest = y == 0 ? x : y == -1 ? 0 : x % y;
  return y != 0 && rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static inline int64_t raddle_rem_int64(int64_t x, int64_t y) { return y == 0 || y == -1 ? 0 : x % y; }

static inline uint64_t raddle_mod_uint64(uint64_t x, uint64_t y) { return y == 0 ? x : x % y; }

static inline uint64_t raddle_rem_uint64(uint64_t x, uint64_t y) { return y == 0 ? 0 : x % y; }

static inline uint64_t raddle_shift_uint64(uint64_t x, double places) {
  int64_t k = (int64_t)(places < -64 ? -64 : places > 64 ? 64 : places);
  return k > 63 || k < -63 ? 0 : k >= 0 ? x << k : x >> -k;
}

static inline int64_t raddle_shift_int64(int64_t x, double places) {
  int64_t k = (int64_t)(places < -63 ? -63 : places > 63 ? 63 : places);
  return k > 62 ? 0 : k >= 0 ? (int64_t)((uint64_t)x << k) : x >> -k;
}
