/* Sums and maxima whose terms are elements of the same array, as in a Cholesky factorization. */
#include "hash.h"
#include <stdint.h>

enum { N = 1100, ROWS = 6 };

static int32_t square[N][N], line[4 * N];
static int64_t best[N][N];

/* The element of the sum lies behind the terms. */
static void below(int n, int rows, int32_t (*a)[N]) {
  for (int i = n - rows; i < n; i++) // raddle: device
    for (int j = n - rows; j < i; j++)
      for (int k = 0; k < j; k++) // raddle: device
        a[i][j] -= a[i][k] * a[j][k];
}

/* Longest way through a triangle (PolyBench's nussinov): the maximum is chosen among sums of two others. */
static void ways(int n, int from, int64_t (*t)[N]) {
  for (int i = from; i >= 0; i--) // raddle: host(flow)
    for (int j = n - 2; j < n; j++) // raddle: host(flow)
      for (int k = i + 1; k < j; k++) // raddle: device
        t[i][j] = t[i][j] >= t[i][k] + t[k + 1][j] ? t[i][j] : t[i][k] + t[k + 1][j];
}

/* Whether the element is a term as well depends on what the caller says: here it never is, there it is once. */
static void around(int n, int at, int32_t *a) {
  for (int i = 0; i < n; i++) // raddle: host(
    a[at] += a[i] * 3;
}

static void behind(int n, int32_t *a) {
  for (int i = 0; i < n; i++) // raddle: device
    a[n] += a[i] * 3;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < N; j++) {
      square[i][j] = (i * 31 + j * 17) % 23 - 11;
      best[i][j] = (i * 7 + j * 13) % 1009;
    }
  for (int i = 0; i < 4 * N; i++) // raddle: device
    line[i] = i % 41 - 20;
  below(N, ROWS, square);
  below(3, 2, square);
  ways(N, 4, best);
  around(3 * N, 3 * N + 5, line);
  around(3 * N, 77, line);
  behind(4 * N - 1, line);
  behind(0, line);
  PRINT_HASH(square);
  PRINT_HASH(best);
  PRINT_HASH(line);
}
