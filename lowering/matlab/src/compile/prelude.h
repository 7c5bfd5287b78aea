/* What compiled regions share. Tags: 0 no value, 1 double, 2 logical, 3 char, 4 complex, 5 single, 6 to 8 int8 to int32, 9 to 11 uint8
   to uint32, 12 int64, 13 uint64. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct raddle_mat_value {
  double scalar, imag;
  int64_t whole;
  void *data;
  int64_t rows, columns, pages;
  int64_t tag;
};

struct raddle_mat_loop {
  double base, step, limit;
  int64_t count, next;
  int64_t tag; /* of its variable */
};

struct raddle_mat_state {
  int64_t again; /* the outermost loop goes on where it was */
  /* Gives a variable a new array, by its number: class, rows, columns, pages. 0 without memory. */
  int64_t (*make)(void *, int64_t, int64_t, int64_t, int64_t, int64_t);
  void *context;
  struct raddle_mat_loop loops[16];
};

struct raddle_mat_variable {
  const char *name;
  int64_t role; /* 0 names a function of Raddle, 1 has a value, 2 may have one, 3 names a function of the program */
  int64_t shape; /* 0 scalar, 1 row, 2 column, 3 matrix, 4 of rank 3 */
  int64_t tag;
  int64_t written;
};

struct raddle_mat_region {
  int64_t source, start;
  int64_t statements; /* a row of assignments; 0 for a loop */
  int64_t variables, points;
  const struct raddle_mat_variable *variable;
  const int32_t *const *point; /* length, then a path of statements */
  int64_t (*run)(struct raddle_mat_value *, struct raddle_mat_state *);
};

struct raddle_mat_source {
  const char *path, *text;
  int64_t size;
};

struct raddle_mat_program {
  int64_t sources, regions;
  const struct raddle_mat_source *source;
  const struct raddle_mat_region *region;
};

/* Not `raddle_`: names of that kind are the runtime's, which a program may lack. */
int raddlemat_main(int, char **, const struct raddle_mat_program *);

static inline int64_t raddle_index(double x) {
  int64_t k = x >= 1 && x < 9e15 ? (int64_t)x : 0;
  return (double)k == x ? k : 0;
}

static inline int raddle_is_int(double x) { return x > -9e15 && x < 9e15 && x == floor(x); }

static inline double raddle_square(double x) { return x * x; }

static inline double raddle_sign(double x) { return (x > 0) - (x < 0) + (x != x ? x : 0); }

/* Of equal ones, which may be zeros of either sign, the second is taken for two arguments, the first among elements. */
static inline double raddle_max(double a, double b) { return a != a ? b : b >= a ? b : a; }

static inline double raddle_min(double a, double b) { return a != a ? b : b <= a ? b : a; }

static inline double raddle_first_max(double a, double b) { return a != a ? b : b > a ? b : a; }

static inline double raddle_first_min(double a, double b) { return a != a ? b : b < a ? b : a; }

/* Where none is -0, which the sums say to C. The second argument is the one that is tested for NaN: the first one is often the result of an
   earlier iteration. */
static inline double raddle_any_max(double a, double b) { return __builtin_elementwise_maxnum(b + 0.0, a + 0.0); }
static inline double raddle_any_min(double a, double b) { return __builtin_elementwise_minnum(b + 0.0, a + 0.0); }
/* The last of the columns that a bound of subscripts allows. */
static inline int64_t raddle_last(double bound, int64_t columns) { return (int64_t)fmin(fmax(bound, 0), (double)columns); }

/* The last element of a range never passes the limit. */
static inline double raddle_clamp(double x, double limit, double step, int last) {
  return !last ? x : step > 0 ? fmin(x, limit) : fmax(x, limit);
}

/* The first element has the sign of the base even if it is zero. */
static inline double raddle_range(double base, double step, double limit, int64_t k, int64_t count) {
  return k == 0 ? base : raddle_clamp(base + (double)k * step, limit, step, k + 1 == count);
}

/* The number of elements of a range; -1 where there is no such range. It looks at no memory, so nothing has to come back from devices. */
__attribute__((const)) int64_t raddlemat_count(double, double, double);

/* As malloc, with what large arrays need. */
void *raddlemat_memory(size_t);

/* A quotient that is whole but for rounding leaves nothing, though the divisor is not whole. */
static inline int raddle_nearly_whole(double quotient, double divisor) {
  double whole = round(quotient);
  return round(divisor) != divisor && fabs((quotient - whole) / whole) < 2.220446049250313e-16;
}

static inline double raddle_mod(double x, double y) {
  double quotient = x / y;
  double rest = raddle_nearly_whole(quotient, y) ? 0.0 : x - y * floor(quotient);
  return y == 0 ? x : x != y ? copysign(rest, y) : rest;
}

static inline double raddle_rem(double x, double y) {
  double quotient = x / y;
  double rest = raddle_nearly_whole(quotient, y) ? 0.0 : x - y * trunc(quotient);
  return y == 0 ? NAN : x != y ? copysign(rest, x) : rest;
}

