/* Eigenvalues by Jacobi rotations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 300
static double A[N][N], V[N][N], e[N];
static void jacobi_eig(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      V[i][j] = i == j;
  for (int sweep = 0; sweep < 3; sweep++)
    for (int p = 0; p < N - 1; p++)
      for (int q = p + 1; q < N; q++) {
        if (fabs(A[p][q]) < 1e-12)
          continue;
        double th = (A[q][q] - A[p][p]) / (2 * A[p][q]), t = (th >= 0 ? 1 : -1) / (fabs(th) + sqrt(th * th + 1)),
               c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < N; k++) {
          double a = A[k][p], b = A[k][q];
          A[k][p] = c * a - s * b;
          A[k][q] = s * a + c * b;
        }
        for (int k = 0; k < N; k++) {
          double a = A[p][k], b = A[q][k];
          A[p][k] = c * a - s * b;
          A[q][k] = s * a + c * b;
        }
        for (int k = 0; k < N; k++) {
          double a = V[k][p], b = V[k][q];
          V[k][p] = c * a - s * b;
          V[k][q] = s * a + c * b;
        }
      }
}
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = A[j][i] = (i * j % 17) * 0.1 + (i == j) * 5;
  jacobi_eig();
  double s = 0;
  for (int i = 0; i < N; i++)
    s += A[i][i] * (i + 1) + V[i][3];
  printf("%.12g\n", s);
}
