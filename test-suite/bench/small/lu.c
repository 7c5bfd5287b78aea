/* LU factorization with row exchanges, rows behind pointers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static int lup(double **A, int n, int *P) {
  for (int i = 0; i < n; i++)
    P[i] = i;
  for (int i = 0; i < n; i++) {
    double max = 0;
    int im = i;
    for (int k = i; k < n; k++)
      if (fabs(A[k][i]) > max) {
        max = fabs(A[k][i]);
        im = k;
      }
    if (max < 1e-12)
      return 0;
    if (im != i) {
      int j = P[i];
      P[i] = P[im];
      P[im] = j;
      double *t = A[i];
      A[i] = A[im];
      A[im] = t;
    }
    for (int j = i + 1; j < n; j++) {
      A[j][i] /= A[i][i];
      for (int k = i + 1; k < n; k++)
        A[j][k] -= A[j][i] * A[i][k];
    }
  }
  return 1;
}
int main(void) {
  int n = 900;
  double **A = malloc(n * sizeof *A);
  int *P = malloc(n * sizeof *P);
  for (int i = 0; i < n; i++) {
    A[i] = malloc(n * 8);
    for (int j = 0; j < n; j++)
      A[i][j] = ((i * 37 + j * 101) % 211) / 10.0 + (i == j) * 50;
  }
  int ok = lup(A, n, P);
  double d = 0;
  for (int i = 0; i < n; i++)
    d += log(fabs(A[i][i]));
  printf("%d %.12g\n", ok, d);
}
