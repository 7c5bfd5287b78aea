// The schedules of loops and of their versions, as trees and as the loops that isl writes from them.
// RUN: %raddle emit --stage schedule %s | FileCheck %s
void product(int n, double A[n][n], double B[n][n], double C[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}
// CHECK: # nest in product at {{.*}}schedule_stage.c:4:3
// CHECK-NEXT: loop at {{.*}}:4:3, as in the source
// CHECK-NEXT: S0(i, j) at {{.*}}:6:14
// CHECK-NEXT: S1(i, j, k) at {{.*}}:8:9
// CHECK-NEXT: S2(i, j) at {{.*}}:9:7
// CHECK-NEXT: [[n:p[0-9]+]] is n
// CHECK-NEXT: schedule:
// CHECK-NEXT: band S0: i0; S1: i0; S2: i0
// CHECK-NEXT: band S0: i1; S1: i1; S2: i1
// CHECK-NEXT: then S0
// CHECK-NEXT: then S1
// CHECK-NEXT: band S1: i2
// CHECK-NEXT: then S2
// CHECK-NEXT: loops:
// CHECK-NEXT: for c0 = 0 to [[n]]
// CHECK-NEXT: for c1 = 0 to [[n]]
// CHECK-NEXT: S0(c0, c1)
// CHECK-NEXT: for c2 = 0 to [[n]]
// CHECK-NEXT: S1(c0, c1, c2)
// CHECK-NEXT: S2(c0, c1)
// CHECK: loop at {{.*}}:4:3, in tiles
// CHECK: S3 copies what a tile of S1 loads
// CHECK: registers S1: over i2; 4 rows i0, {{[0-9]+}} lanes i1
// CHECK: loops:
// CHECK: for c2 = 64*c0 to min({{.*}}, (64*c0 + 64))

void sweep(int n, double A[n][n]) {
  for (int t = 0; t < 100; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j]) / 4;
}
// CHECK: # nest in sweep at
// CHECK: loop at {{.*}}, as in the source
// CHECK: loop at {{.*}}, in waves of tiles
// CHECK: band S0: floor(

// A loop whose bounds are not affine is part of a statement.
void triangle(int n, double A[n][n]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i * i; j++)
      A[i][j % n] += 1;
}
// CHECK: # nest in triangle at
// CHECK-NEXT: loop at {{.*}}:[[#@LINE - 5]]:3, as in the source
// CHECK-NEXT: S0(i) at {{.*}}:[[#@LINE - 5]]:5
// CHECK-NEXT: is n
// CHECK-NEXT: schedule:
// CHECK-NEXT: band S0: i0
// CHECK-NEXT: loops:
// CHECK-NEXT: for c0 = 1 to
// CHECK-NEXT: S0(c0)

void gather(int n, double *restrict a, const double *restrict b, const int *restrict p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p[i]; j++)
      a[i] += b[p[j]];
}
// CHECK: # nest in gather at
// CHECK-NEXT: loop at {{.*}}:[[#@LINE - 5]]:3
