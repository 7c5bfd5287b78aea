/* Where a minimum or maximum is: positions, and other values, kept with it. Ties, NaNs, zeros of both signs, empty ranges. */
#include "hash.h"
#include <math.h>
#include <stdint.h>

enum { N = 5000, ROWS = 7, COLUMNS = 1100 };

/* Every type and comparison: the first or the last of equal terms, guarded or chosen, and nothing of it if none compares. */
#define TYPE(T)                                                                                                      \
  static T T##_a[N];                                                                                                 \
  static void T##_guarded(int from, int n, const T *a, T start) {                                                    \
    T first = start, last = start, most = start, last_most = start;                                                  \
    int p = -1, q = -2, r = -3, s = -4;                                                                              \
    for (int i = from; i < n; i++) {                                                                                 \
      if (a[i] < first) {                                                                                            \
        first = a[i];                                                                                                \
        p = i;                                                                                                       \
      }                                                                                                              \
      if (last >= a[i]) {                                                                                            \
        q = i;                                                                                                       \
        last = a[i];                                                                                                 \
      }                                                                                                              \
      if (a[i] > most)                                                                                               \
        most = a[i], r = i;                                                                                          \
      if (a[i] >= last_most) {                                                                                       \
        last_most = a[i];                                                                                            \
        s = i;                                                                                                       \
      }                                                                                                              \
    }                                                                                                                \
    printf(#T " %a %d %a %d", (double)first, p, (double)last, q);                                                    \
    printf(" %a %d %a %d\n", (double)most, r, (double)last_most, s);                                                 \
  }                                                                                                                  \
  static void T##_chosen(int n, const T *a, T start) {                                                               \
    T least = start, most = start;                                                                                   \
    long p = -1;                                                                                                     \
    short q = -2;                                                                                                    \
    for (int i = 0; i < n; i++) {                                                                                    \
      p = a[i] <= least ? 7L * i : p;                                                                                \
      least = a[i] <= least ? a[i] : least;                                                                          \
      q = most < a[i] ? i : q;                                                                                       \
      most = most < a[i] ? a[i] : most;                                                                              \
    }                                                                                                                \
    printf(#T " %a %ld %a %d\n", (double)least, p, (double)most, q);                                                 \
  }                                                                                                                  \
  static void T##_all(void) {                                                                                        \
    for (int i = 0; i < N; i++)                                                                                      \
      T##_a[i] = (T)((i + 1) * (uint64_t)0x9E3779B97F4A7C15u >> 60);                                                 \
    T##_guarded(0, N, T##_a, T##_a[0]), T##_guarded(17, 1041, T##_a, 8), T##_guarded(0, N, T##_a, 0);                \
    T##_guarded(0, N, T##_a, 15), T##_guarded(5, 5, T##_a, 3), T##_guarded(9, 2, T##_a, 3);                          \
    T##_chosen(N, T##_a, 8), T##_chosen(1001, T##_a, 0), T##_chosen(N, T##_a, 15), T##_chosen(0, T##_a, 1);          \
  }

TYPE(int8_t)   // raddle: device
TYPE(uint8_t)  // raddle: device
TYPE(int16_t)  // raddle: device
TYPE(uint16_t) // raddle: device
TYPE(int32_t)  // raddle: device
TYPE(uint32_t) // raddle: device
TYPE(int64_t)  // raddle: device
TYPE(uint64_t) // raddle: device
TYPE(float)    // raddle: device
TYPE(double)   // raddle: device

/* The least and greatest number of a type as terms, and as what the search starts with. */
static void limits(void) {
  for (int i = 0; i < N; i++) // raddle: device
    int32_t_a[i] = i % 3 ? INT32_MAX : INT32_MIN;
  int32_t_guarded(0, N, int32_t_a, INT32_MAX), int32_t_guarded(0, N, int32_t_a, INT32_MIN);
  int32_t_guarded(1, 2, int32_t_a, INT32_MAX), int32_t_chosen(N, int32_t_a, INT32_MAX);
  for (int i = 0; i < N; i++) // raddle: device
    uint8_t_a[i] = 255;
  uint8_t_guarded(0, N, uint8_t_a, 255), uint8_t_chosen(N, uint8_t_a, 255);
}

/* NaNs never compare; infinities compare with themselves only if that counts; zeros are equal. */
static void odd_floats(void) {
  for (int i = 0; i < N; i++) // raddle: device
    double_a[i] = i % 5 ? NAN : i % 2 ? 0.0 : -0.0;
  double_guarded(0, N, double_a, 0.0), double_guarded(0, N, double_a, -0.0), double_guarded(0, N, double_a, NAN);
  double_guarded(0, N, double_a, 1.0), double_chosen(N, double_a, INFINITY);
  for (int i = 0; i < N; i++) // raddle: device
    double_a[i] = i < 1500 || i > 3000 ? NAN : i % 2 ? INFINITY : -INFINITY;
  double_guarded(0, N, double_a, INFINITY), double_guarded(0, N, double_a, -INFINITY);
  double_guarded(0, 1500, double_a, INFINITY), double_guarded(0, 1500, double_a, -INFINITY);
  double_chosen(N, double_a, INFINITY), double_chosen(1500, double_a, INFINITY);
}

/* Two loops: row and column; anything that is known of the iteration may be kept. */
static void matrix(int n, int m, int a[n][m], const double *weights) {
  int most = -1, row = -1, column = -1;
  double weight = 0;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      if (a[i][j] > most) {
        most = a[i][j];
        row = i;
        column = j;
        weight = weights[j] * a[i][j] + i;
      }
  printf("matrix %d %d %d %a\n", most, row, column, weight);
  int last = 1 << 30, at = -1;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j <= i; j++)
      if (a[i][j] <= last) {
        last = a[i][j];
        at = i * m + j;
      }
  printf("triangle %d %d\n", last, at);
}

struct best {
  float value;
  int where[2];
};

/* Unchanging elements; beside other statements, a sum and a second selection; under a condition that has nothing to do with it. */
static long elements(int n, const float *a, struct best *best, int k, int *restrict half) {
  long sum = 0;
  float nearest = 1e30f;
  int at = -1;
  for (int i = n - 1; i >= 0; i -= 3) { // raddle: device
    half[i] = i / 2;
    sum += i;
    if (i % 4 != 1) {
      if (a[i] > best->value) {
        best->where[k] = i;
        best->value = a[i];
      }
    }
    float distance = fabsf(a[i] - 3.3f);
    if (distance < nearest) {
      nearest = distance;
      at = i;
    }
  }
  printf("elements %a %d %d\n", (double)nearest, at, half[n - 1]);
  return sum;
}

/* A sequential loop around, and the search in each row of a parallel one. */
static int rows(int n, int m, int a[n][m], int *restrict where) {
  int worst = 0;
  for (int t = 0; t < 3; t++) { // raddle: host(on 'worst')
    int most = worst, p = 0;
    for (int i = t; i < m; i++) // raddle: device
      if (a[t][i] % (1000 + worst) > most) {
        most = a[t][i] % (1000 + worst);
        p = i;
      }
    worst = p + most;
  }
  for (int i = 0; i < n; i++) { // raddle: device
    int least = a[i][0];
    where[i] = 0;
    for (int j = 1; j < m; j++)
      if (a[i][j] < least) {
        least = a[i][j];
        where[i] = j;
      }
  }
  return worst;
}

/* What keeps a search sequential. */
static void others(int n, const int *a, const int *b) {
  int m = a[0], p = 0, q = 0, seen = 0;
  for (int i = 0; i < n; i++) // raddle: host(on 'm')
    if (a[i] < m) {
      m = a[i];
      p = i;
      seen++;
    }
  printf("others %d %d %d", m, p, seen);
  for (int i = 0; i < n; i++) // raddle: host(on 'm')
    if (b[i] > m) {
      m = a[i];
      p = i;
    }
  printf(" %d %d", m, p);
  for (int i = 0; i < n; i++) { // raddle: host(on 'm')
    if (a[i] > m) {
      m = a[i];
      p = i;
    }
    if (i % 7 == 0)
      q = p;
  }
  printf(" %d %d %d", m, p, q);
  for (int i = 0; i < n; i++) // raddle: host(on 'm')
    if (a[i] != m) {
      m = a[i];
      p = i;
    }
  printf(" %d %d\n", m, p);
}

/* The position is where the numbers are, in one of the calls. */
static void overlapping(int n, const int *a, int *p) {
  int m = 1 << 30;
  for (int i = 0; i < n; i++) // raddle: device
    if (a[i] < m) {
      m = a[i];
      *p = i;
    }
  printf("overlapping %d %d\n", m, *p);
}

static int a[ROWS][COLUMNS], where[ROWS], half[N];
static double weights[COLUMNS];
static float f[N];

int main(void) {
  int8_t_all(), uint8_t_all(), int16_t_all(), uint16_t_all(), int32_t_all(), uint32_t_all(), int64_t_all();
  uint64_t_all(), float_all(), double_all();
  limits();
  odd_floats();
  for (int i = 0; i < ROWS; i++) // raddle: device
    for (int j = 0; j < COLUMNS; j++)
      a[i][j] = (i * 7919 + j * 104729) % 3001;
  for (int j = 0; j < COLUMNS; j++) // raddle: device
    weights[j] = j / 3.0;
  for (int i = 0; i < N; i++) // raddle: device
    f[i] = (i * 7919 % 3001) / 8.0f;
  matrix(ROWS, COLUMNS, a, weights);
  matrix(0, COLUMNS, a, weights);
  matrix(ROWS * COLUMNS / 400, 400, (int(*)[400])a, weights);
  struct best best = {-1, {5, 6}};
  printf("%ld\n", elements(N, f, &best, 1, half));
  printf("%a %d %d\n", (double)best.value, best.where[0], best.where[1]);
  printf("rows %d\n", rows(ROWS, COLUMNS, a, where));
  print_hash("where", where, sizeof where);
  print_hash("half", half, sizeof half);
  others(N / 5, a[0], a[1]);
  int p;
  overlapping(ROWS * COLUMNS, a[0], &p);
  overlapping(ROWS * COLUMNS, a[0], &a[0][900]);
  return 0;
}
