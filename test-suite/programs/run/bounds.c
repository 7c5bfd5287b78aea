/* Triangular, banded and non-affine loop bounds. */
#include "hash.h"

enum { N = 57 };
static double a[N][N], y[N], x[N], val[N * 4];
static int row[N + 1], col[N * 4];

static double product(int n) {
  double res = 1;
  for (int i = 0; i < n; i++) // raddle: host(
    res *= 1 + 1.0 / (i + 1);
  return res;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j <= i; j++)
      a[i][j] = i + j * 0.5;
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = i + 1; j < N; j++)
      a[i][j] = a[j][i] * 2;
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = i > 3 ? i - 3 : 0; j < (i + 4 < N ? i + 4 : N); j++)
      a[i][j] += 1;
  for (int i = 0; i < N; i++) // raddle: device
    x[i] = 1.0 / (i + 3);
  row[0] = 0;
  for (int i = 0; i < N; i++) // raddle: host(prefix sum on 'row')
    row[i + 1] = row[i] + i % 4;
  for (int k = 0; k < row[N]; k++) { // raddle: device
    col[k] = k * 31 % N;
    val[k] = k * 0.3;
  }
  for (int i = 0; i < N; i++) { // raddle: device
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += val[k] * x[col[k]];
    y[i] = sum;
  }
  for (int i = 0; i * i < N; i++) // raddle: host('(i * i) < 57' does not bound the loop)
    y[i * i] += 7;
  printf("%a\n", product(N));
  PRINT_HASH(a);
  PRINT_HASH(y);
  return 0;
}
