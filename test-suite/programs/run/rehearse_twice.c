/* Work arrays that one iteration says less of than it seems. */
// flags: -ffp-contract=off
#include "hash.h"
#include <stdlib.h>

enum { N = 64, M = 16 };
static double x[N][M][M], y[N][M][M], grid[M][32], cube[M][M][32], line[64];

/* Rows are read that the iteration writes later: two loops of the same bounds, one inside of the other. */
__attribute__((noinline)) void ahead(int n) {
  for (int k = 0; k < n; k++) { // raddle: device
    double s = 0;
    for (int i = 0; i < M; i++) {
      for (int p = 1; p < 32; p *= 2)
        grid[i][p] = x[k][i][0] + p;
      for (int j = 0; j < M; j++)
        for (int p = 1; p < 32; p *= 2)
          s += grid[j][p];
    }
    y[k][0][0] = s;
  }
}

/* The transposed element. */
__attribute__((noinline)) void transposed(int n) {
  for (int k = 0; k < n; k++) // raddle: threads()
    for (int i = 0; i < M; i++)
      for (int j = 0; j < M; j++) {
        double s = 0;
        for (int p = 1; p < 32; p *= 2)
          cube[i][j][p] = x[k][i][j] + p;
        for (int p = 1; p < 32; p *= 2)
          s += cube[j][i][p];
        y[k][i][j] = s;
      }
}

/* One loop goes through two dimensions: the other elements keep what they have. */
__attribute__((noinline)) void diagonal(int n) {
  for (int k = 0; k < n; k++) { // raddle: threads(iterations have large work arrays)
    for (int i = 0; i < M; i++)
      for (int p = 1; p < 32; p *= 2)
        cube[i][i][p] = x[k][i][0] * p;
    for (int i = 0; i < M; i++) {
      double s = 0;
      for (int p = 1; p < 32; p *= 2)
        s += cube[i][i][p];
      y[k][i][0] = s;
    }
  }
}

/* The first iteration is not number 0. */
__attribute__((noinline)) void later(double *b, int first, int n, int m) {
  for (int k = first; k < n; k++) { // raddle: device
    double s = 0;
    for (int i = 0; i < m; i++)
      b[i ^ 1] = x[k][i % M][1];
    for (int i = 1; i < m; i *= 2)
      s += b[i - 1];
    y[k][1][0] = s;
  }
}

/* The table that says where to go on is the array that is written, under another name. */
static int next[32];
__attribute__((noinline)) void renewed(int n, int m, int *t, int *sums, int *out) {
  for (int k = 0; k < n; k++) { // raddle: host(output on 'sums')
    int p = 0, s = 0;
    for (int i = 0; i < m; i++) // raddle: device
      t[i] = (i + 1) % m;
    while (next[p] != 0) // raddle: host(trip count is not affine)
      p = next[p], sums[p] = k * p;
    p = 0;
    while (next[p] != 0) // raddle: host(trip count is not affine)
      p = next[p], s += sums[p];
    out[k] = s;
  }
}

/* A write that never happens, in an array whose rows have an unknown number. */
__attribute__((noinline)) void never(int n, int m, double (*b)[64], double *out) {
  for (int k = 0; k < n; k++) { // raddle: device | host(output on 'b')
    double s = 0;
    for (int i = 0; i < m; i++) // raddle: host(output on 'b')
      b[0][(i * 5 + 5) & (m - 1)] = x[k][i % M][2];
    if (k < 0)
      b[0][m >> 1] = 1;
    for (int i = 1; i < m; i *= 2) // raddle: host(trip count is not affine)
      s += b[0][i - 1];
    out[k] = s;
  }
}

/* A function with a large work array that calls itself: its own frames stay as they are. */
static double large[10000];
__attribute__((noinline)) double deep(int depth, int n, int m) {
  for (int k = 0; k < n; k++) { // raddle: threads(iterations have large work arrays)
    for (int p = 1; p < m; p *= 2)
      large[p] = x[k][0][3] + p;
    for (int p = 1; p < m; p *= 2)
      y[k][2][p % M] += large[p];
  }
  return depth ? deep(depth - 1, n, m) + large[1] : 0;
}

/* Which row is written goes round from column to column, in a table that the iteration before of the inner loop has left. */
static double table[4][16];
__attribute__((noinline)) void round_about(int n, int m) {
  for (int k = 0; k < n; k++) { // raddle: device
    int at[4];
    at[1] = 2, at[2] = 3;
    for (int j = 0; j < m; j++) {
      at[3] = n, at[0] = at[1], at[1] = at[2];
      table[at[0]][j] = x[k][j][4];
    }
    double s = 0;
    for (int j = 0; j < m; j++)
      s += table[2][j];
    y[k][3][0] = s;
  }
}

int main(void) {
  for (int k = 0; k < N; k++) // raddle: device
    for (int i = 0; i < M * M; i++)
      x[k][i / M][i % M] = (k * 37 + i * 11) % 101;
  for (int i = 0; i < M * M * 32; i++) // raddle: device
    cube[i / 32 / M][i / 32 % M][i % 32] = i % 77;
  diagonal(N);
  PRINT_HASH(cube), PRINT_HASH(y);
  transposed(N);
  PRINT_HASH(cube), PRINT_HASH(y);
  ahead(N), later(line, 1, N, 64), later(line, 7, N - 5, 32);
  PRINT_HASH(grid), PRINT_HASH(line), PRINT_HASH(y);
  int *sums = calloc(32, sizeof *sums), *out = calloc(N, sizeof *out);
  double *results = calloc(N, sizeof *results), (*rows)[64] = calloc(3, sizeof *rows);
  next[0] = 100000000;
  renewed(N, 32, next, sums, out);
  print_hash("sums", sums, 32 * sizeof *sums), print_hash("out", out, N * sizeof *out);
  never(N, 32, rows, results);
  print_hash("rows", rows, 3 * sizeof *rows), print_hash("results", results, N * sizeof *results);
  for (int i = 0; i < 64; i++) // raddle: device
    table[i / 16][i % 16] = i;
  round_about(N, 12);
  PRINT_HASH(table);
  double s = deep(90, 20, 9000);
  PRINT_HASH(y), print_hash("s", &s, sizeof s);
  free(sums), free(out), free(results), free(rows);
}
