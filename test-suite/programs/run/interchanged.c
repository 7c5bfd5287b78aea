/* Loops that carry something around loops that carry nothing: the inner ones go outwards. Loops of one iteration, and products in a loop over time. */
#include "hash.h"

enum { N = 150, M = 170 };
static double a[N][M], w[M], v[N], p[N][N], q[N][N], r[N][N];
static int table[N][M];

static void column_sums(int n, int m) {
  for (int j = 0; j < n; j++) // raddle: device
    for (int i = 0; i < m; i++)
      w[i] += a[j][i] * v[j];
}

static void row_sums(int n, int m) {
  for (int j = 0; j < m; j++) // raddle: device
    for (int i = 0; i < n; i++)
      v[i] += a[i][j] * w[j];
}

static void triangle(int n, double *x, double *y) {
  for (int j = 0; j < n; j++) // raddle: device
    for (int i = j + 1; i < n; i++)
      y[i] -= a[j][i] * x[j];
}

// Several steps of each element by itself, two loops in a step.
static void steps(int count, int n, double *restrict x, double *restrict y) {
  for (int t = 0; t < count; t++) { // raddle: device
    for (int i = 0; i < n; i++) y[i] = y[i] - x[i] * 0.125;
    for (int i = 0; i < n; i++) x[i] = x[i] + y[i] * 0.125;
  }
}

// The loop around these needs its order, and they do not.
static void inside(int count, int n) {
  for (int t = 1; t < count; t++) { // raddle: host(
    for (int j = 0; j < n; j++) // raddle: device
      for (int i = 0; i < n; i++) w[i] += a[j][i] * t;
    w[t] = w[t - 1] + w[M - t];
  }
}

// No order but this one.
static void neighbours(int n, int m) {
  for (int j = 1; j < n; j++) // raddle: device
    for (int i = 1; i < m; i++)
      table[j][i] += table[j - 1][i] ^ table[j][i - 1];
}

// A row above that has been changed: the right neighbour of the row before.
static void askew(int n, int m) {
  for (int j = 1; j < n; j++) // raddle: host(flow on 'table')
    for (int i = 0; i < m - 1; i++) // raddle: device
      table[j][i] += table[j - 1][i + 1];
}

static void over_time(int count, int n) {
  for (int t = 0; t < count; t++) { // raddle: host(
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int k = 0; k < n; k++) s += p[i][k] * q[k][j];
        r[i][j] = s;
      }
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++) p[i][j] = r[i][j] / (1 + r[i][j] * r[i][j]);
  }
}

static void once(int n) {
  for (int t = 3; t < 4; t++) {
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++) q[i][j] = p[j][i] * t;
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++) r[i][j] += q[j][i];
  }
}

// The same array by two pointers, one row further.
static void shifted(int n, int m, double *x, double *y) {
  for (int j = 0; j < n; j++) // raddle: device
    for (int i = 0; i < m; i++)
      x[i] += y[j * m + i];
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 7 + j * 3) % 23 * 0.25 - 2;
      table[i][j] = i * 31 + j * 17;
    }
  for (int i = 0; i < N; i++) { // raddle: device
    v[i] = i % 11 * 0.5;
    for (int j = 0; j < N; j++) {
      p[i][j] = (i + j) % 13 * 0.125;
      q[i][j] = (i * j) % 7 * 0.25;
    }
  }
  for (int j = 0; j < M; j++) w[j] = j % 5; // raddle: device
  column_sums(N, M);
  column_sums(7, M);
  column_sums(0, M);
  column_sums(1, 1);
  print_hash("column sums", w, sizeof w);
  row_sums(N, M);
  row_sums(N, 3);
  print_hash("row sums", v, sizeof v);
  triangle(N, v, w);
  triangle(N, a[3], a[3]);
  print_hash("triangles", w, sizeof w);
  steps(40, N, v, w);
  print_hash("steps", v, sizeof v);
  inside(9, N);
  print_hash("inside", w, sizeof w);
  neighbours(N, M);
  askew(N, M);
  print_hash("table", table, sizeof table);
  over_time(3, N);
  print_hash("over time", r, sizeof r);
  once(N);
  print_hash("once", r, sizeof r);
  shifted(20, M, a[30], a[0]);
  shifted(20, M, a[60], a[0]);
  print_hash("shifted", a, sizeof a);
  return 0;
}
