/* Loops that have versions with more work items for devices of their own. */
// flags: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 70
#define M 53
static double a[N][N], b[N][N], c[N][N], d[N][M];
static void fill(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < n; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 - 5 + (i == j) * 40;
      b[i][j] = (i * 5 + j) % 13 * 0.25;
      c[i][j] = i - j;
    }
}
static void show(const char *what) {
  double s = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 's')
    for (int j = 0; j < N; j++) // raddle: host(anti on 's')
      s = s * 1.0001 + a[i][j] + 2 * b[i][j] + 3 * c[i][j];
  printf("%s %.17g\n", what, s);
}
static void product(int n, double alpha) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < n; j++)
      c[i][j] *= 0.5;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += alpha * a[i][k] * b[k][j];
  }
}
static void lower(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j <= i; j++)
      c[i][j] *= 0.25;
    for (int k = 0; k < n; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += a[i][k] * a[j][k];
  }
}
static void symmetric(int n) {
  for (int i = 0; i < n - 1; i++) { // raddle: device
    c[i][i] = 1;
    for (int j = i + 1; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += b[k][i] * b[k][j];
      c[j][i] = c[i][j];
    }
  }
}
static void lu(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++) // raddle: device
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}
static void crout(int n) {
  double w;
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < i; j++) {
      w = a[i][j];
      for (int k = 0; k < j; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    for (int j = i; j < n; j++) { // raddle: device
      w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
}
static double wanted_after(int n) {
  double w = 0;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < i; j++) {
      w = a[i][j];
      for (int k = 0; k < j; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
  return w;
}
static void cholesky(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        b[i][j] -= b[i][k] * b[j][k];
      b[i][j] /= b[j][j];
    }
    for (int k = 0; k < i; k++)
      b[i][i] -= b[i][k] * b[i][k];
    b[i][i] = sqrt(b[i][i]); // raddle: device
  }
}
static double last[4];
static void wanted_elsewhere(int steps, int n) {
  double w = 3;
  for (int t = 0; t < steps; t++) { // raddle: host(anti on 'b')
    last[t] += w;
    for (int i = 0; i < n; i++) { // raddle: host(flow on 'b')
      for (int j = 0; j < i; j++) { // raddle: host(flow on 'b')
        w = b[i][j];
        for (int k = 0; k < j; k++) // raddle: host(reduction + on 'w')
          w -= b[i][k] * b[j][k];
        b[i][j] = w / b[j][j];
      }
      for (int k = 0; k < i; k++) // raddle: host(reduction + on 'b')
        b[i][i] -= b[i][k] * b[i][k];
      b[i][i] = sqrt(fabs(b[i][i]) + 1);
    }
  }
}
static void with_sum(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < n; j++)
      c[i][j] = i + j;
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[j][k];
      c[i][j] += s;
    }
  }
}
static void needs_neighbour(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < n; j++)
      c[i][j] = a[i][j] * 2;
    for (int j = 1; j < n; j++)
      b[i][j] = b[i][j - 1] + c[i][n - j];
  }
}
static void overlapping(int n, double *p, double *q) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < n; j++)
      p[i * n + j] *= 0.5;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        p[i * n + j] += q[k * n + j] * 0.125;
  }
}
static void in_time(int steps, int n) {
  for (int t = 0; t < steps; t++) { // raddle: host(output on 'b')
    for (int i = 1; i < n - 1; i++) { // raddle: device
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0;
      for (int k = -1; k < 2; k++)
        for (int j = 1; j < n - 1; j++)
          b[i][j] += a[i + k][j] * 0.2;
    }
    for (int i = 1; i < n - 1; i++) // raddle: device
      for (int j = 1; j < n - 1; j++)
        a[i][j] = b[i][j];
  }
}
static void vectors(int n, int m) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < m; j++)
      d[i][j] = i * 0.5;
    for (int j = 0; j < m; j++)
      d[i][j] += a[i][j] * b[j][i];
  }
}
/* Waves whose first work item is a remainder. */
static void every_second(int n) {
  for (int i = 0; i < 40; i++) // raddle: host(anti on 'a') | host(trip count is not affine)
    for (int j = 0; j < 38; j += 2) { // raddle: host(flow on 'a')
      double s = a[i][j];
      for (int k = 0; k < j + 1; ++k) // raddle: host(reduction + on 's')
        s -= a[i][k] * a[k][j] * 1e-4;
      a[i][j] = s;
    }
}

int main(void) {
  fill(N);
  product(N, 1.5);
  show("product");
  lower(N);
  show("lower");
  symmetric(N);
  show("symmetric");
  lu(N);
  show("lu");
  fill(N);
  crout(N);
  show("crout");
  fill(N);
  printf("%.17g\n", wanted_after(N));
  show("wanted after");
  fill(N);
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < N; j++)
      b[i][j] = 1.0 / (i + j + 1) + (i == j) * 9;
  cholesky(N);
  show("cholesky");
  fill(N);
  every_second(N);
  show("every second");
  wanted_elsewhere(4, N);
  printf("%.17g %.17g %.17g %.17g\n", last[0], last[1], last[2], last[3]);
  fill(N);
  with_sum(N);
  needs_neighbour(N);
  show("sums");
  overlapping(N - 1, &a[0][0], &a[0][0] + 13);
  show("overlapping");
  overlapping(N, &a[0][0], &b[0][0]);
  show("apart");
  in_time(4, N);
  show("in time");
  vectors(N, M);
  double s = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 's')
    for (int j = 0; j < M; j++) // raddle: host(anti on 's')
      s = s * 1.0001 + d[i][j];
  printf("%.17g\n", s);
  return 0;
}
