/* Loops whose iterations only share sums, products, bits and extrema: partial results, combined behind the loop. */
// flags: -lm
#include "hash.h"
#include <math.h>
#include <stdint.h>

enum { N = 5000, ROWS = 7, COLUMNS = 1100 };

/* Every operator and every type, over a range that is cut into blocks with a rest. */
#define INTEGER(T)                                                                                                   \
  static T T##_a[N];                                                                                                 \
  static void T##_fill(void) {                                                                                       \
    for (int i = 0; i < N; i++)                                                                                      \
      T##_a[i] = (T)((uint64_t)(i + 1) * 0x9E3779B97F4A7C15u >> (i % 57));                                           \
  }                                                                                                                  \
  static void T##_all(int from, int n, const T *a) {                                                                 \
    T sum = 3, difference = 9, product = 1, both = (T)~0, any = 0, odd = 5, least = a[0], most = a[0], some = 0;     \
    for (int i = from; i < n; i++) {                                                                                 \
      sum += a[i];                                                                                                   \
      difference = difference - a[i] * 3;                                                                            \
      product = (T)(product * (uint64_t)(a[i] | 1));                                                                 \
      both &= a[i] | (T)i;                                                                                           \
      any |= a[i] & (T)i;                                                                                            \
      odd ^= a[i];                                                                                                   \
      if (a[i] < least)                                                                                              \
        least = a[i];                                                                                                \
      if (!(a[i] <= most))                                                                                           \
        most = a[i];                                                                                                 \
      if (i % 3)                                                                                                     \
        some += a[i];                                                                                                \
    }                                                                                                                \
    printf(#T " %lld %lld %lld %lld ", (long long)sum, (long long)difference, (long long)product, (long long)both);  \
    printf("%lld %lld %lld ", (long long)any, (long long)odd, (long long)least);                                     \
    printf("%lld %lld\n", (long long)most, (long long)some);                                                         \
  }

INTEGER(int8_t)   // raddle: device
INTEGER(uint8_t)  // raddle: device
INTEGER(int16_t)  // raddle: device
INTEGER(uint16_t) // raddle: device
INTEGER(uint32_t) // raddle: device
INTEGER(uint64_t) // raddle: device

#define CALL(T) (T##_fill(), T##_all(0, N, T##_a), T##_all(17, 1 << 10, T##_a), T##_all(5, 5, T##_a), T##_all(N, 2, T##_a))

static int32_t a[N];
static int64_t wide[N], squares[N];

/* A sum of signed numbers that stays in range, while every other term would leave it. */
static int swings(int n, const int *from) {
  int sum = 0;
  for (int i = 0; i < n; i++) // raddle: device
    sum += from[i];
  return sum;
}

/* How often the inner loop runs, nobody knows; nor whether it does. */
static int bits(int n, const int *from) {
  int count = 0;
  for (int i = 0; i < n; i++) { // raddle: device
    uint32_t x = (uint32_t)from[i];
    while (x) {
      x &= x - 1;
      count++;
    }
  }
  return count;
}

/* A variable of the program may be written by others meanwhile, unless an iteration writes it. */
static int seen;
static void see(int n, const int *from) {
  for (int i = 0; i < n; i++) // raddle: device
    if (from[i] == 12345678)
      seen++;
}

/* Beside other statements; the sum is behind a pointer that may reach what the loop reads, and does in the second call. */
static void beside(int n, const int64_t *from, int64_t *sum, int64_t *to) {
  for (int i = 0; i < n; i++) { // raddle: device
    int64_t x = from[i] % 1000;
    *sum += x * x;
    to[i] = x * x;
  }
}

struct totals {
  int head;
  long count, total[4];
  unsigned char parity;
};

/* Fields, an element that stays the same, and an unsigned index. */
static void fields(unsigned n, const int *from, struct totals *t, unsigned k) {
  for (unsigned i = 0; i < n; i++) { // raddle: device
    t->count++;
    t->total[k] += from[i];
    t->parity ^= from[i];
  }
}

static struct totals global;

static void into_global(int n, const int *from) {
  for (int i = n - 1; i >= 0; i -= 3) { // raddle: device
    global.count += 2;
    global.total[1] -= from[i];
  }
}

static void add(long *to, long value) { *to += value; }

/* Two loops: a partial result for each row of the inner one; the matrix is a triangle in the second case. */
static long rows(int n, int m, int from[n][m]) {
  long sum = 0;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 1; j < m; j += 2)
      sum -= from[i][j];
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j <= i; j++)
      add(&sum, from[i][j] * 5L);
  for (int i = 1; i < n; i++) { // raddle: device
    sum += i;
    for (int j = 0; j < m; j++)
      sum -= from[i][j] & 7;
  }
  return sum;
}

/* A sequential loop around, whose index is in the bounds. */
static long steps(int n, const int *from, long *to) {
  long sum = 0;
  for (int t = 0; t < 3; t++) { // raddle: host(on 'sum')
    for (int i = t; i < n - t; i++) // raddle: device
      sum += from[i] * (t + 1);
    to[t] = sum;
  }
  return sum;
}

/* Nothing of a sum may be used on the way, and nothing of it read elsewhere. */
static int prefixes(int n, const int *from, int *to) {
  int sum = 0;
  for (int i = 0; i < n; i++) { // raddle: host(on 'sum')
    sum += from[i] & 15;
    to[i] = sum;
  }
  int x = 1;
  for (int i = 0; i < n; i++) // raddle: host(on 'x')
    x = (from[i] & 3) - x;
  for (int i = 0; i < 900; i++) // raddle: host(fewer than 1000 iterations)
    x += from[i] & 3;
  return sum + x;
}

/* Extrema of floating-point numbers, of which the first or the last of equal ones is kept; nothing is taken for a NaN. */
#define FLOATING(T)                                                                                                  \
  static T T##_x[N];                                                                                                 \
  static void T##_extrema(int n, const T *x, T start) {                                                              \
    T least = start, most = start, last_least = start, last_most = start;                                            \
    for (int i = 0; i < n; i++) {                                                                                    \
      if (x[i] < least)                                                                                              \
        least = x[i];                                                                                                \
      most = x[i] > most ? x[i] : most;                                                                              \
      if (last_least >= x[i])                                                                                        \
        last_least = x[i];                                                                                           \
      last_most = x[i] >= last_most ? x[i] : last_most;                                                              \
    }                                                                                                                \
    printf(#T " %a %a %a %a\n", (double)least, (double)most, (double)last_least, (double)last_most);                 \
  }                                                                                                                  \
  static void T##_floats(int n) {                                                                                    \
    T##_extrema(n, T##_x, 0);                                                                                        \
    T##_extrema(n, T##_x, (T) - 0.0);                                                                                \
    T##_extrema(n, T##_x, INFINITY);                                                                                 \
    T##_extrema(n, T##_x, -INFINITY);                                                                                \
    T##_extrema(n, T##_x, NAN);                                                                                      \
  }

FLOATING(float)  // raddle: device
FLOATING(double) // raddle: device

static void floats(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    float_x[i] = i % 2 ? 0.0f : -0.0f;
    double_x[i] = i % 4096 < 100 ? -0.0 : 0.0;
  }
  float_floats(N), double_floats(N);
  float_floats(0), double_floats(0);
  for (int i = 100; i < N; i++) { // raddle: device
    float_x[i] = NAN;
    double_x[i] = i % 3 ? NAN : INFINITY;
  }
  float_floats(N), double_floats(N);
  for (int i = 0; i < N; i++) { // raddle: device
    float_x[i] = (i * 7919 % 4001 - 2000) * 0.5f;
    double_x[i] = i % 5 ? -INFINITY : NAN;
  }
  float_floats(N), double_floats(N);
}

/* Sums of floating-point numbers keep the source's order. */
static double ordered(int n, const double *x) {
  double sum = 0, product = 1;
  for (int i = 0; i < n; i++) { // raddle: host(--fp reproducible would run it in parallel)
    sum += x[i];
    product *= 1 + x[i] * 1e-9;
  }
  return sum / product;
}

int main(void) {
  CALL(int8_t), CALL(uint8_t), CALL(int16_t), CALL(uint16_t), CALL(uint32_t), CALL(uint64_t);
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = i % 2 ? 0x7000000 + i : -0x7000000 - i;
    wide[i] = i * 7919L - 20000000;
  }
  printf("%d %d\n", swings(N, a), swings(4096, a));
  see(N, a);
  printf("%d %d %d %d\n", bits(N, a), bits(1, a), bits(0, a), seen);
  int64_t sum = 1;
  beside(N, wide, &sum, squares);
  beside(N, wide, &wide[N / 2], squares);
  printf("%lld\n", (long long)sum);
  PRINT_HASH(wide);
  PRINT_HASH(squares);
  struct totals t = {0};
  fields(N, a, &t, 2);
  fields(3, a, &t, 3);
  into_global(N, a);
  printf("%ld %ld %ld %d\n", t.count, t.total[2], t.total[3], t.parity);
  printf("%ld %ld\n", global.count, global.total[1]);
  static int matrix[ROWS * 100][COLUMNS];
  for (int i = 0; i < ROWS * 100; i++) // raddle: device
    for (int j = 0; j < COLUMNS; j++)
      matrix[i][j] = i * 31 - j * 7;
  long at[3];
  printf("%ld %ld\n", rows(ROWS * 100, COLUMNS, matrix), rows(ROWS, COLUMNS, (int(*)[COLUMNS])matrix));
  printf("%ld %ld %ld\n", steps(N, a, at), at[0], at[1]);
  printf("%d\n", prefixes(N, a, (int *)matrix));
  floats();
  for (int i = 0; i < N; i++) // raddle: device
    double_x[i] = 1.0 / (i + 1);
  printf("%a\n", ordered(N, double_x));
  return 0;
}
