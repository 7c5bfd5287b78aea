// A condition that data decide, a nest of which inner loops run on devices, one whose loop is split, and tiles for CPU threads.
// RUN: %raddle explain %s | FileCheck %s
// CHECK: in 'masked': parallel
// CHECK: writes perhaps a[i] for 0 <= i < n
// CHECK: in f: 4*n bytes
// CHECK-NEXT: a: 8*n bytes, perhaps more than it touches
// CHECK-NEXT: out a: 8*n bytes, of which those that changed, behind the launch
void masked(int n, double *a, int *f) {
  for (int i = 0; i < n; i++)
    if (f[i] > 0)
      a[i] = 0;
}

// CHECK: in 'decay': in part: what is around the parallel loops stays on the host
// CHECK: for t: sequential: {{.*}}'a'
// CHECK: for i: parallel, a dimension of the grid
// CHECK: launch line [[# @LINE + 5]]: kernel
void decay(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    // CHECK-NEXT: reads a[x] for 0 <= t < steps and 0 <= x < n
    // CHECK: in a: 8*n + 8*t + 8 bytes; the first copy brings
    for (int i = 0; i < n; i++)
      b[i] = a[i] * a[n + t];
    for (int i = 0; i < n; i++)
      a[2 * i] = b[i] + t;
  }
}

// CHECK: in 'split': in part
// CHECK: for i: split into 2 loops
// CHECK: the part of line [[# @LINE + 4]]: parallel, a dimension of the grid
// CHECK: the part of line [[# @LINE + 4]]: sequential: an iteration reads
void split(int n, double *restrict a, double *restrict b) {
  for (int i = 2; i < n; i++) {
    b[i] = 3 * b[i];
    a[i] = 0.5 * a[i - 2] * a[i];
  }
}

// CHECK: in 'product': parallel
// CHECK: for CPU threads, without copies
// CHECK: also line [[# @LINE + 2]]: loop has a version in tiles for CPU threads
void product(int n, double a[n][n], double b[n][n], double c[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}
