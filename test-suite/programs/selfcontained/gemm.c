// Matrix product with sizes from the command line: the product is a kernel, the checksum stays sequential.
// Usage: gemm [order]
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, double a[n][n], double b[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = (i * 7 + j) % 13 / 13.0;
      b[i][j] = (i + j * 5) % 11 / 11.0;
    }
}

static void gemm(int n, double c[n][n], double a[n][n], double b[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0.0;
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 96;
  double(*a)[n] = malloc(sizeof(double[n][n]));
  double(*b)[n] = malloc(sizeof(double[n][n]));
  double(*c)[n] = malloc(sizeof(double[n][n]));
  if (n < 1 || !a || !b || !c) {
    fprintf(stderr, "gemm: cannot use order %d\n", n);
    return 1;
  }
  fill(n, a, b);
  gemm(n, c, a, b);
  double trace = 0.0;
  for (int i = 0; i < n; i++)
    trace += c[i][i];
  printf("order %d: trace %a, corner %a\n", n, trace, c[n - 1][0]);
  free(c);
  free(b);
  free(a);
  return 0;
}
