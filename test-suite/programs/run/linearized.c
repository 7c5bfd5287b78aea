/* Two-dimensional arrays written as one dimension: a[i * n + j]. */
#include "hash.h"
#include <stdlib.h>

static void init(double *a, int n, int m, double scale) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      a[i * m + j] = (i * 7 + j * 3) % 11 * scale;
}

static void multiply(const double *a, const double *b, double *c, int n, int m, int k) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++)
        sum += a[i * k + l] * b[l * m + j];
      c[i * m + j] = sum;
    }
}

// Rows with elements at both ends that are no part of it, in three dimensions.
static void relax(const double *restrict a, double *restrict b, int n, int m, int k) {
  for (int i = 1; i <= n; i++) // raddle: device
    for (int j = 1; j <= m; j++)
      for (int l = 1; l <= k; l++)
        b[(i * (m + 2) + j) * (k + 2) + l] = 0.5 * a[((i - 1) * (m + 2) + j) * (k + 2) + l] +
                                             0.25 * a[(i * (m + 2) + j + 1) * (k + 2) + l] + a[(i * (m + 2) + j) * (k + 2) + l - 1];
}

// Differences: rows are one element shorter.
static void differ(const double *restrict a, double *restrict b, int n, int m) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m - 1; j++)
      b[i * (m - 1) + j] = a[i * m + j + 1] - a[i * m + j];
}

static void ghosts(int n, int m, int k) {
  size_t count = (size_t)(n + 2) * (m + 2) * (k + 2);
  double *a = malloc(sizeof(double) * count), *b = calloc(count, sizeof(double));
  for (size_t i = 0; i < count; i++) // raddle: device
    a[i] = i * 7 % 13 * 0.3;
  relax(a, b, n, m, k);
  print_hash("relaxed", b, sizeof(double) * count);
  differ(b, a, n, m);
  print_hash("differences", a, sizeof(double) * count);
  free(a);
  free(b);
}

// Rows are read from their ends, by a step that need not divide their length.
static void from_the_end(double *restrict a, double *restrict b, int n, int by) {
  for (int i = 0; i < n; i++) // raddle: device | host(a)
    for (int j = n - 1; j > 0; j -= by) { // raddle: host(a)
      switch (i & 1) {
      case 0: b[i] += 1; break;
      default: b[i] *= 2;
      }
      a[i * n + j] = b[i] + j;
    }
}

static void ends(void) {
  static double a[13 * 13], b[13];
  for (int n = 1; n <= 13; n++) // raddle: host(a nest can describe)
    for (int by = 1; by < 5; by++) { // raddle: host(a nest can describe)
      for (int i = 0; i < n * n; i++) // raddle: device
        a[i] = i;
      from_the_end(a, b, n, by);
      PRINT_HASH(a);
    }
}

int main(void) {
  ends();
  ghosts(17, 23, 19);
  ghosts(40, 1, 30);
  ghosts(3, 40, 11);
  int n = 37, m = 29, k = 41;
  double *a = malloc(sizeof(double) * n * k), *b = malloc(sizeof(double) * k * m), *c = malloc(sizeof(double) * n * m);
  init(a, n, k, 0.1);
  init(b, k, m, 0.7);
  multiply(a, b, c, n, m, k);
  print_hash("c", c, sizeof(double) * n * m);
  free(a);
  free(b);
  free(c);
  return 0;
}
