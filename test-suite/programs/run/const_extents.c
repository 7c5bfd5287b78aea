// Arrays of constant elements with variable extents in two dimensions: types of their own, whose extents are those of the arrays.
#include <stdio.h>
#include <stdlib.h>

static void step(long m, long n, long p, double (*restrict a)[n][m], const double (*restrict b)[n][m]) {
  for (long k = 0; k < p; k++) // raddle: device
    for (long j = 0; j < n; j++)
      for (long i = 0; i < m; i++)
        a[k][j][i] += b[k][j][i] / (double)(i + j + k + 1);
}

static double sum(int m, int n, const double b[][n++][m], int p) {
  double result = 0;
  for (int k = 0; k < p; k++) // raddle: host(may have changed since it was an array's extent)
    for (int j = 0; j < n - 1; j++) // raddle: host('n' may change in the nest)
      for (int i = 0; i < m; i++)   // raddle: host(may have changed since it was an array's extent)
        result += b[k][j][i] * (double)sizeof b[k];
  return result;
}

int main(void) {
  long m = 20, n = 15, p = 12;
  double(*a)[n][m] = malloc(sizeof(double[p][n][m])), (*b)[n][m] = malloc(sizeof(double[p][n][m]));
  for (long k = 0; k < p; k++) // raddle: device
    for (long j = 0; j < n; j++)
      for (long i = 0; i < m; i++)
        a[k][j][i] = i - j, b[k][j][i] = k * j + i;
  for (int t = 0; t < 3; t++) // raddle: host(call to 'step')
    step(m, n, p, a, (const double(*)[n][m])b);
  printf("%.17g %.17g %zu\n", sum(m, n, (const double(*)[n][m])a, p), a[p - 1][n - 1][m - 1], sizeof *a);
  free(a);
  free(b);
}
