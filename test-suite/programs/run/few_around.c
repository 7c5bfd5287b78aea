/* Few iterations around many, and variables that are declared too far outside. */
#include <stdio.h>
#include <stdlib.h>
#define N 26
static double lhs[15][N][N][N], rhs[5][N][N][N];
/* Two iterations around, and variables that are written and not read: the loops inside make the work items. */
static void forward(int p, int q, int r) {
  int i, j, k, n, m, i1, i2;
  double factor;
  for (m = 3; m < 5; m++) { // raddle: device
    n = (m - 3 + 1) * 5;
    for (i = 0; i <= p - 3; i++) {
      i1 = i + 1;
      i2 = i + 2;
      for (j = 1; j <= q - 2; j++) {
        for (k = 1; k <= r - 2; k++) {
          factor = 1.0 / lhs[n + 2][i][j][k];
          lhs[n + 3][i][j][k] = factor * lhs[n + 3][i][j][k];
          rhs[m][i][j][k] = factor * rhs[m][i][j][k];
          lhs[n + 2][i1][j][k] = lhs[n + 2][i1][j][k] - lhs[n + 1][i1][j][k] * lhs[n + 3][i][j][k];
          rhs[m][i2][j][k] = rhs[m][i2][j][k] - lhs[n + 0][i2][j][k] * rhs[m][i][j][k];
        }
      }
    }
  }
}
/* The value of the iteration before is read: the variable stays outside. */
static double chained(int p, int q) {
  double last = 0.5, sum = 0;
  for (int m = 0; m < 3; m++) // raddle: host(anti on 'last')
    for (int i = 0; i < p; i++) // raddle: host(anti on 'last')
      for (int j = 0; j < q; j++) { // raddle: host(anti on 'last')
        rhs[m][i][j][0] = last * 0.5 + i - j;
        last = rhs[m][i][j][0];
      }
  sum += last;
  return sum;
}
/* Written in one branch only. */
static void branches(int p, int q) {
  for (int m = 0; m < 4; m++) { // raddle: device
    double kept = m;
    for (int i = 0; i < p; i++)
      for (int j = 0; j < q; j++) {
        if ((i + j) % 3 == 0)
          kept = lhs[m][i][j][1];
        lhs[m + 5][i][j][2] = kept + 0.25;
      }
  }
}
/* One element of the array is of the iteration before. */
static void windows(int p, int q) {
  for (int m = 0; m < 4; m++) { // raddle: device
    double w[3] = {0, m, 1};
    for (int i = 0; i < p; i++)
      for (int j = 0; j < q; j++) {
        w[0] = lhs[m][i][j][3];
        double sum = 0;
        for (int c = 0; c < 3; c++)
          sum += w[c] * (c + 1);
        lhs[m + 5][i][j][4] = sum;
        w[2] = sum * 0.125;
      }
  }
}
int main(int argc, char **argv) {
  int p = argc > 1 ? atoi(argv[1]) : N, q = argc > 2 ? atoi(argv[2]) : N, r = argc > 3 ? atoi(argv[3]) : N;
  for (int m = 0; m < 15; m++) // raddle: device
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
          lhs[m][i][j][k] = (m % 5 == 2 ? 6.0 : 0.0) + (m * 3 + i * 5 + j * 7 + k) % 11 * 0.125;
  for (int m = 0; m < 5; m++) // raddle: device
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
          rhs[m][i][j][k] = (m + i * 3 + j + k * 2) % 7 - 3;
  forward(p, q, r);
  double end = chained(p, q);
  branches(p, q);
  windows(p, q);
  double sum = 0, norm = 0;
  for (int m = 0; m < 5; m++) // raddle: host(reduction + on 'norm')
    for (int i = 0; i < N; i++) // raddle: host(reduction + on 'norm')
      for (int j = 0; j < N; j++) // raddle: host(reduction + on 'norm')
        for (int k = 0; k < N; k++) { // raddle: host(reduction + on 'norm')
          norm += rhs[m][i][j][k] * (m + 1 + k % 3);
          sum += lhs[m + 5][i][j][k] * (i % 4 + 1) + lhs[m + 10][i][j][k];
        }
  printf("%.17g %.17g %.17g\n", sum, norm, end);
  return 0;
}
