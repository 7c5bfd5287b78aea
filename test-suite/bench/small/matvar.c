/* Matrix products in two loop orders, transposes. */
#include <stdio.h>
#include <stdlib.h>
#define IDX(i, j, n) ((i) * (n) + (j))
void mm_jki(int n, double *A, double *B, double *C) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < n; k++) {
      double b = B[IDX(k, j, n)];
      for (int i = 0; i < n; i++)
        C[IDX(i, j, n)] += A[IDX(i, k, n)] * b;
    }
}
void mm_kij(int n, double *A, double *B, double *C) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      double a = A[IDX(i, k, n)];
      for (int j = 0; j < n; j++)
        C[IDX(i, j, n)] += a * B[IDX(k, j, n)];
    }
}
void transpose(int n, double *A, double *T) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      T[IDX(j, i, n)] = A[IDX(i, j, n)];
}
double trace(int n, double *A) {
  double t = 0;
  for (int i = 0; i < n; i++)
    t += A[IDX(i, i, n)];
  return t;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 700;
  double *A = malloc(n * n * 8), *B = malloc(n * n * 8), *C = calloc(n * n, 8), *T = malloc(n * n * 8);
  for (int i = 0; i < n * n; i++) {
    A[i] = (i % 17) * 0.25;
    B[i] = (i % 23) * 0.5;
  }
  mm_jki(n, A, B, C);
  transpose(n, C, T);
  mm_kij(n, A, T, C);
  for (int r = 0; r < 10; r++)
    transpose(n, C, T);
  printf("%.10g %.10g\n", trace(n, C), T[5]);
}
