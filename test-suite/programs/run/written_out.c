/* Functions that are written out at length, in loops. */
#include <stdio.h>
#include <stdlib.h>
#define P 23
#define Q 17
#define R 9
typedef double block[4][4];
static block a[R][P][Q], b[R][P][Q], c[R][P][Q];
static double v[R][P][Q][4];
static void product(block x, block y, block z) {
  for (int j = 0; j < 4; j++) { // raddle: device
    z[0][j] = z[0][j] - x[0][0] * y[0][j] - x[0][1] * y[1][j] - x[0][2] * y[2][j] - x[0][3] * y[3][j];
    z[1][j] = z[1][j] - x[1][0] * y[0][j] - x[1][1] * y[1][j] - x[1][2] * y[2][j] - x[1][3] * y[3][j];
    z[2][j] = z[2][j] - x[2][0] * y[0][j] - x[2][1] * y[1][j] - x[2][2] * y[2][j] - x[2][3] * y[3][j];
    z[3][j] = z[3][j] - x[3][0] * y[0][j] - x[3][1] * y[1][j] - x[3][2] * y[2][j] - x[3][3] * y[3][j];
  }
}
static void times(block x, double from[4], double to[4]) {
  to[0] = to[0] - x[0][0] * from[0] - x[0][1] * from[1] - x[0][2] * from[2] - x[0][3] * from[3];
  to[1] = to[1] - x[1][0] * from[0] - x[1][1] * from[1] - x[1][2] * from[2] - x[1][3] * from[3];
  to[2] = to[2] - x[2][0] * from[0] - x[2][1] * from[1] - x[2][2] * from[2] - x[2][3] * from[3];
  to[3] = to[3] - x[3][0] * from[0] - x[3][1] * from[1] - x[3][2] * from[2] - x[3][3] * from[3];
}
static void eliminate(block x, block y, double r[4]) {
  double pivot, factor;
  pivot = 1.0 / x[0][0];
  x[0][1] = x[0][1] * pivot;
  x[0][2] = x[0][2] * pivot;
  x[0][3] = x[0][3] * pivot;
  y[0][0] = y[0][0] * pivot;
  y[0][1] = y[0][1] * pivot;
  y[0][2] = y[0][2] * pivot;
  y[0][3] = y[0][3] * pivot;
  r[0] = r[0] * pivot;
  factor = x[1][0];
  x[1][1] = x[1][1] - factor * x[0][1];
  x[1][2] = x[1][2] - factor * x[0][2];
  x[1][3] = x[1][3] - factor * x[0][3];
  y[1][0] = y[1][0] - factor * y[0][0];
  y[1][1] = y[1][1] - factor * y[0][1];
  y[1][2] = y[1][2] - factor * y[0][2];
  y[1][3] = y[1][3] - factor * y[0][3];
  r[1] = r[1] - factor * r[0];
  factor = x[2][0];
  x[2][1] = x[2][1] - factor * x[0][1];
  x[2][2] = x[2][2] - factor * x[0][2];
  x[2][3] = x[2][3] - factor * x[0][3];
  y[2][0] = y[2][0] - factor * y[0][0];
  y[2][1] = y[2][1] - factor * y[0][1];
  y[2][2] = y[2][2] - factor * y[0][2];
  y[2][3] = y[2][3] - factor * y[0][3];
  r[2] = r[2] - factor * r[0];
  factor = x[3][0];
  x[3][1] = x[3][1] - factor * x[0][1];
  x[3][2] = x[3][2] - factor * x[0][2];
  x[3][3] = x[3][3] - factor * x[0][3];
  y[3][0] = y[3][0] - factor * y[0][0];
  y[3][1] = y[3][1] - factor * y[0][1];
  y[3][2] = y[3][2] - factor * y[0][2];
  y[3][3] = y[3][3] - factor * y[0][3];
  r[3] = r[3] - factor * r[0];
  pivot = 1.0 / x[1][1];
  x[1][2] = x[1][2] * pivot;
  x[1][3] = x[1][3] * pivot;
  y[1][0] = y[1][0] * pivot;
  y[1][1] = y[1][1] * pivot;
  y[1][2] = y[1][2] * pivot;
  y[1][3] = y[1][3] * pivot;
  r[1] = r[1] * pivot;
  factor = x[0][1];
  x[0][2] = x[0][2] - factor * x[1][2];
  x[0][3] = x[0][3] - factor * x[1][3];
  y[0][0] = y[0][0] - factor * y[1][0];
  y[0][1] = y[0][1] - factor * y[1][1];
  y[0][2] = y[0][2] - factor * y[1][2];
  y[0][3] = y[0][3] - factor * y[1][3];
  r[0] = r[0] - factor * r[1];
  factor = x[2][1];
  x[2][2] = x[2][2] - factor * x[1][2];
  x[2][3] = x[2][3] - factor * x[1][3];
  y[2][0] = y[2][0] - factor * y[1][0];
  y[2][1] = y[2][1] - factor * y[1][1];
  y[2][2] = y[2][2] - factor * y[1][2];
  y[2][3] = y[2][3] - factor * y[1][3];
  r[2] = r[2] - factor * r[1];
  factor = x[3][1];
  x[3][2] = x[3][2] - factor * x[1][2];
  x[3][3] = x[3][3] - factor * x[1][3];
  y[3][0] = y[3][0] - factor * y[1][0];
  y[3][1] = y[3][1] - factor * y[1][1];
  y[3][2] = y[3][2] - factor * y[1][2];
  y[3][3] = y[3][3] - factor * y[1][3];
  r[3] = r[3] - factor * r[1];
  pivot = 1.0 / x[2][2];
  x[2][3] = x[2][3] * pivot;
  y[2][0] = y[2][0] * pivot;
  y[2][1] = y[2][1] * pivot;
  y[2][2] = y[2][2] * pivot;
  y[2][3] = y[2][3] * pivot;
  r[2] = r[2] * pivot;
  factor = x[0][2];
  x[0][3] = x[0][3] - factor * x[2][3];
  y[0][0] = y[0][0] - factor * y[2][0];
  y[0][1] = y[0][1] - factor * y[2][1];
  y[0][2] = y[0][2] - factor * y[2][2];
  y[0][3] = y[0][3] - factor * y[2][3];
  r[0] = r[0] - factor * r[2];
  factor = x[1][2];
  x[1][3] = x[1][3] - factor * x[2][3];
  y[1][0] = y[1][0] - factor * y[2][0];
  y[1][1] = y[1][1] - factor * y[2][1];
  y[1][2] = y[1][2] - factor * y[2][2];
  y[1][3] = y[1][3] - factor * y[2][3];
  r[1] = r[1] - factor * r[2];
  factor = x[3][2];
  x[3][3] = x[3][3] - factor * x[2][3];
  y[3][0] = y[3][0] - factor * y[2][0];
  y[3][1] = y[3][1] - factor * y[2][1];
  y[3][2] = y[3][2] - factor * y[2][2];
  y[3][3] = y[3][3] - factor * y[2][3];
  r[3] = r[3] - factor * r[2];
  pivot = 1.0 / x[3][3];
  y[3][0] = y[3][0] * pivot;
  y[3][1] = y[3][1] * pivot;
  y[3][2] = y[3][2] * pivot;
  y[3][3] = y[3][3] * pivot;
  r[3] = r[3] * pivot;
  factor = x[0][3];
  y[0][0] = y[0][0] - factor * y[3][0];
  y[0][1] = y[0][1] - factor * y[3][1];
  y[0][2] = y[0][2] - factor * y[3][2];
  y[0][3] = y[0][3] - factor * y[3][3];
  r[0] = r[0] - factor * r[3];
  factor = x[1][3];
  y[1][0] = y[1][0] - factor * y[3][0];
  y[1][1] = y[1][1] - factor * y[3][1];
  y[1][2] = y[1][2] - factor * y[3][2];
  y[1][3] = y[1][3] - factor * y[3][3];
  r[1] = r[1] - factor * r[3];
  factor = x[2][3];
  y[2][0] = y[2][0] - factor * y[3][0];
  y[2][1] = y[2][1] - factor * y[3][1];
  y[2][2] = y[2][2] - factor * y[3][2];
  y[2][3] = y[2][3] - factor * y[3][3];
  r[2] = r[2] - factor * r[3];
}
static void sweep(int p, int q) {
  for (int i = 0; i < p; i++) // raddle: device
    for (int j = 0; j < q; j++)
      eliminate(b[0][i][j], c[0][i][j], v[0][i][j]);
  for (int k = 1; k < R; k++) // raddle: host(flow on 'v')
    for (int i = 0; i < p; i++) // raddle: device
      for (int j = 0; j < q; j++) {
        times(a[k][i][j], v[k - 1][i][j], v[k][i][j]);
        product(a[k][i][j], c[k - 1][i][j], b[k][i][j]);
        eliminate(b[k][i][j], c[k][i][j], v[k][i][j]);
      }
}
/* An iteration changes the block that the next one starts with: the order stays. */
static void along(int q) {
  for (int j = 1; j < q; j++) // raddle: host(anti on 'b')
    eliminate(b[0][0][j], b[0][0][j - 1], v[0][0][j]);
}
int main(int argc, char **argv) {
  int p = argc > 1 ? atoi(argv[1]) : P, q = argc > 2 ? atoi(argv[2]) : Q;
  for (int k = 0; k < R; k++) // raddle: device
    for (int i = 0; i < P; i++)
      for (int j = 0; j < Q; j++)
        for (int m = 0; m < 4; m++) {
          v[k][i][j][m] = (k + i * 3 + j * 5 + m) % 7 - 3;
          for (int n = 0; n < 4; n++) {
            a[k][i][j][m][n] = ((k * 3 + i + j * 2 + m * 5 + n) % 9) * 0.125;
            b[k][i][j][m][n] = (m == n) * 9.5 + ((k + i * 2 + j + m + n * 3) % 5) * 0.25;
            c[k][i][j][m][n] = ((k * 2 + i + j + m * 3 + n) % 11) * 0.0625;
          }
        }
  sweep(p, q);
  along(q);
  double sum = 0, norm = 0;
  for (int k = 0; k < R; k++) // raddle: host(reduction + on 'norm')
    for (int i = 0; i < P; i++) // raddle: host(reduction + on 'norm')
      for (int j = 0; j < Q; j++) // raddle: host(reduction + on 'norm')
        for (int m = 0; m < 4; m++) { // raddle: host(reduction + on 'norm')
          norm += v[k][i][j][m] * (m + 1);
          sum += c[k][i][j][m][(i + j) % 4] * (k + 1) + b[k][i][j][m][3];
        }
  printf("%.17g %.17g\n", sum, norm);
  return 0;
}
