// Indirect subscripts through pointers of unknown extent: how far they reach is looked up before a launch on a device with memory of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

NOINLINE static void gather(int n, const float *restrict in, float *restrict out, const int *restrict at) {
  for (int i = 0; i < n; i++) // raddle: device | threads(extent of)
    out[i] = in[at[i]];
}

NOINLINE static void scatter(int n, const float *in, float *restrict out, const unsigned short *restrict at) {
  for (int i = 0; i < n; i++) // raddle: host(output on 'out')
    out[at[i]] = in[i];
}

// Rows of a sparse matrix: how far columns are read is known when the rows are.
NOINLINE static void multiply(int n, const int *restrict row, const int *restrict column, const double *restrict value,
                              const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) { // raddle: device | threads(never reached)
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

NOINLINE static void histogram(int n, const unsigned char *restrict cell, long *restrict count) {
  for (int i = 0; i < n; i++) // raddle: device
    count[cell[i]]++;
}

NOINLINE static void clamped(int nx, int ny, const float *restrict in, float *restrict out) {
  for (int y = 0; y < ny; y++) // raddle: device | threads(extent of)
    for (int x = 0; x < nx; x++) {
      int c = y * nx + x, west = x == 0 ? c : c - 1, north = y == 0 ? c : c - nx;
      out[c] = in[c] - in[west] / 2 + in[north] / 4;
    }
}

// Elements of structures, behind a condition, by two lists one after the other.
struct body {
  double x, mass;
};
NOINLINE static void attract(int n, const int *first, const int *second, const struct body *restrict all, double *restrict force) {
  for (int i = 0; i < n; i++) // raddle: device
    if (first[i] >= 0) force[i] = all[second[first[i]]].mass * all[first[i]].x;
}

NOINLINE static void rows(int n, const int *restrict at, const double (*restrict in)[3], double (*restrict out)[3]) {
  for (int i = 0; i < n; i++) // raddle: device | threads(extent of)
    for (int d = 0; d < 3; d++) out[i][d] = in[at[i]][d] + d;
}

// Two lookups, and a loop whose length data tell.
NOINLINE static void chase(int n, const int *restrict next, const int *restrict start, int *restrict end) {
  for (int i = 0; i < n; i++) { // raddle: threads(the extent of 'next')
    int at = start[i];
    for (int k = 0; k < i % 4; k++) at = next[at];
    end[i] = at;
  }
}

// May be the same array: the list is written.
NOINLINE static void follow(int n, int *at, int *out) {
  for (int i = 0; i < n; i++) // raddle: host(the extent of 'at')
    out[i] = at[at[i] % n];
}

// Several times over the same list, which changes in between.
NOINLINE static void relax(int n, int steps, int *restrict at, float *restrict a, float *restrict b) {
  for (int t = 0; t < steps; t++) { // raddle: host(anti on 'at')
    for (int i = 0; i < n; i++) // raddle: device | threads(extent of)
      b[i] = a[at[i]] / 2 + i % 7;
    for (int i = 0; i < n; i++) // raddle: host(reduction + on 'a')
      a[at[i]] += b[i];
    at[t] = at[t + 1];
    for (int i = 0; i < n; i++) // raddle: device
      a[i] = a[i] / 4 + b[i];
  }
}

static double total(int n, const float *a) {
  double sum = 0;
  for (int i = 0; i < n; i++) // raddle: host(anti on 'sum')
    sum = sum * 0.75 + a[i];
  return sum;
}

int main(void) {
  enum { N = 3000 };
  float *in = malloc(N * sizeof *in), *out = malloc(N * sizeof *out), *other = malloc(N * sizeof *other);
  int *at = malloc((N + 1) * sizeof *at), *back = malloc(N * sizeof *back);
  unsigned short *near = malloc(N * sizeof *near);
  for (int i = 0; i < N; i++) { // raddle: device
    in[i] = i % 101, out[i] = i, other[i] = i % 13;
    at[i] = i * 37 % N, back[i] = N - 1 - i, near[i] = i * 7 % N;
  }
  gather(N, in, out, at);
  printf("%.17g\n", total(N, out));
  gather(0, NULL, out, NULL);
  // Counted from the middle.
  for (int i = 0; i < N; i++) // raddle: device
    at[i] -= N / 2;
  gather(N, in + N / 2, out, at);
  printf("%.17g\n", total(N, out));
  for (int i = 0; i < N; i++) // raddle: device
    at[i] += N / 2;
  scatter(N, in, out, near);
  scatter(N, out, out, near);
  printf("%.17g\n", total(N, out));

  int *row = malloc((N + 1) * sizeof *row), *column = malloc(N * 5 * sizeof *column), filled = 0;
  double *value = malloc(N * 5 * sizeof *value), *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++) { // raddle: host(anti on 'filled')
    row[i] = filled, x[i] = i % 11;
    for (int k = 0; k < i % 6; k++, filled++) // raddle: host(trip count is not affine)
      column[filled] = (i * 7 + k * 31) % N, value[filled] = k + i % 3;
  }
  row[N] = filled;
  for (int t = 0; t < 4; t++) { // raddle: host(output on 'x')
    multiply(N, row, column, value, x, y);
    for (int i = 0; i < N; i++) // raddle: device
      x[i] = y[i] / 50 + t;
    column[t * 100] = t;
  }
  double sum = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 'sum')
    sum = sum / 2 + y[i];
  printf("%.17g\n", sum);

  unsigned char *cell = malloc(N);
  long *count = calloc(200, sizeof *count);
  for (int i = 0; i < N; i++) // raddle: device
    cell[i] = i * i % 200;
  histogram(N, cell, count);
  long all = 0;
  for (int i = 0; i < 200; i++) // raddle: host(anti on 'all')
    all = (all * 3 + count[i]) % 1000003;
  printf("%ld\n", all);

  clamped(50, 60, in, out);
  printf("%.17g\n", total(N, out));

  struct body *bodies = malloc(N * sizeof *bodies);
  for (int i = 0; i < N; i++) // raddle: device
    bodies[i].x = i % 5, bodies[i].mass = i % 3 + 1, y[i] = 0;
  for (int i = 0; i < N; i += 9) // raddle: device
    at[i] = -1;
  attract(N, at, back, bodies, y);
  for (int i = 0; i < N; i += 9) // raddle: device
    at[i] = i;
  sum = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 'sum')
    sum = sum / 2 + y[i];
  printf("%.17g\n", sum);

  double(*three)[3] = malloc(N * sizeof *three), (*more)[3] = malloc(N * sizeof *more);
  for (int i = 0; i < N; i++) // raddle: device
    for (int d = 0; d < 3; d++) three[i][d] = i % 17 + d;
  rows(N, at, (const double(*)[3])three, more);
  sum = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 'sum')
    sum = sum / 2 + more[i][i % 3];
  printf("%.17g\n", sum);

  int *end = malloc(N * sizeof *end);
  chase(N, back, at, end);
  all = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 'all')
    all = (all * 3 + end[i]) % 1000003;
  follow(N, end, end);
  follow(N, end, at);
  for (int i = 0; i < N; i++) // raddle: host(anti on 'all')
    all = (all * 3 + end[i] + at[i]) % 1000003;
  printf("%ld\n", all);

  relax(N, 5, back, in, other);
  printf("%.17g %.17g\n", total(N, in), total(N, other));
  return 0;
}
