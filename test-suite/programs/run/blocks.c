/* Hundreds of statements in one loop, as where a 5 x 5 block is written at each point of a grid. */
#include "hash.h"

enum { N = 12, M = N + 2 };
static double a[M][M][5][5], b[M][M][5][5], c[M][M][5][5], u[M][M][M][5], dt = 0.25, d[5] = {0.5, 1, 2, 4, 8};

#define ENTRY(m, n)                                                                                                    \
  a[i][j][m][n] = dt * t * u[i - 1][j][k][m] * u[i - 1][j][k][n] + t * d[m];                                           \
  b[i][j][m][n] = dt * t * u[i][j - 1][k][m] * u[i][j + 1][k][n] - a[i][j][m][n];                                      \
  c[i][j][n][m] = dt * t * u[i][j][k + 1][m] * u[i + 1][j][k - 1][n] + b[i][j][m][n] * d[n];
#define ROW(m) ENTRY(m, 0) ENTRY(m, 1) ENTRY(m, 2) ENTRY(m, 3) ENTRY(m, 4)

static void blocks(int k) {
  for (int i = 1; i <= N; i++) // raddle: device
    for (int j = 1; j <= N; j++) {
      double t = 1 / (2 + u[i][j][k][0]);
      ROW(0) ROW(1) ROW(2) ROW(3) ROW(4)
    }
}

/* One of them reads what the row before wrote. */
static void tied(int k) {
  for (int i = 1; i <= N; i++) { // raddle: host(
    for (int j = 1; j <= N; j++) { // raddle: device
      double t = 1 / (2 + u[i][j][k][0]);
      ROW(0) ROW(1) ROW(2) ROW(3)
      a[i][j][4][4] = a[i - 1][j][4][3] + t;
      a[i][j][4][3] = a[i - 1][j][4][4] * t;
    }
  }
}

int main(void) {
  for (int i = 0; i < M; i++) // raddle: device
    for (int j = 0; j < M; j++)
      for (int k = 0; k < M; k++)
        for (int m = 0; m < 5; m++)
          u[i][j][k][m] = (i * 7 + j * 5 + k * 3 + m) % 11 * 0.125;
  blocks(3);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  tied(4);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  return 0;
}
