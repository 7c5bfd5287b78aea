// What an iteration costs the host is an attribute of the launch: operations, in vectors where iterations are independent.
// RUN: %raddle emit --stage gpu %s 2>/dev/null | FileCheck %s

// Two loads, a store and two operations on 4 lanes; half of it on 8.
// CHECK: region.enter{{.*}} instances %{{.*}} items %{{.*}} {{{.*}}function = "axpy"{{.*}}picoseconds = 200 : i64
// CHECK: region.enter{{.*}} instances %{{.*}} items %{{.*}} {{{.*}}function = "axpyf"{{.*}}picoseconds = 99 : i64
void axpy(int n, double a, double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
void axpyf(int n, float a, float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

// The inner loop needs its order: no vectors on the host. There are n * m iterations, n at the same time.
// CHECK: %[[ROWS:.*]] = arith.maxsi
// CHECK: region.enter{{.*}} instances %{{.*}} items %[[ROWS]] {{{.*}}function = "rows"{{.*}}picoseconds = 700 : i64
void rows(int n, int m, double x[n][m], double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += x[i][j];
}

// CHECK: region.enter{{.*}}function = "divide"{{.*}}picoseconds = 3062 : i64
void divide(int n, int *restrict x) {
  for (int i = 0; i < n; i++)
    x[i] = 100 / (x[i] + 1);
}

// By a constant it is a product and shifts, in vectors. An address that is computed is near the last one.
// CHECK: region.enter{{.*}}function = "halves"{{.*}}picoseconds = 275 : i64
void halves(int n, float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    x[i] = y[i / 2];
}

// CHECK: region.enter{{.*}}function = "tenths"{{.*}}picoseconds = 100 : i64
void tenths(int n, int *restrict x) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] % 10;
}

// An address that nobody knows has no vectors, nor has a function.
// CHECK: region.enter{{.*}}function = "gather"{{.*}}picoseconds = 575 : i64
static int k[5000];
static double from[64], to[5000];
void gather(void) {
  for (int i = 0; i < 5000; i++)
    to[i] = from[k[i]];
}

// CHECK: region.enter{{.*}}function = "rests"{{.*}}picoseconds = 5100 : i64
double fmod(double, double);
void rests(int n, double *restrict x) {
  for (int i = 0; i < n; i++)
    x[i] = fmod(x[i], 3);
}
