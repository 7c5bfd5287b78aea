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

int main(void) {
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
