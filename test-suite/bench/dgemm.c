/* A product of matrices of doubles, C = A B + C, as plain loops or, with -DBLAS, as a call of cblas_dgemm. Prints the seconds of the second of two products:
   the first one has the threads started and the memory touched. Arguments: the size. Exit status 1 if an element is wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef BLAS
void cblas_dgemm(int order, int trans_a, int trans_b, int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double beta,
                 double *c, int ldc);
#endif

static void product(int n, const double a[restrict n][n], const double b[restrict n][n], double c[restrict n][n]) {
#ifdef BLAS
  cblas_dgemm(101, 111, 111, n, n, n, 1, &a[0][0], n, &b[0][0], n, 1, &c[0][0], n);
#else
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
#endif
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1024;
  double(*a)[n] = malloc(sizeof(double[n][n])), (*b)[n] = malloc(sizeof(double[n][n])), (*c)[n] = calloc(n, sizeof(double[n]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 - 5;
      b[i][j] = (i * 5 + j * 2) % 13 - 6;
    }
  product(n, a, b, c);
  double start = now();
  product(n, a, b, c);
  double end = now();
  for (int i = 0; i < n; i += n / 8) {
    double s = 0;
    for (int k = 0; k < n; k++)
      s += a[i][k] * b[k][n - 1 - i];
    if (c[i][n - 1 - i] != 2 * s)
      return 1;
  }
  printf("%.9f\n", end - start);
  return 0;
}
