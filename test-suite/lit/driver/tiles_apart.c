// Updates in one body are statements of their own in tiles: each goes over its own loop. A value that both read is read for each of them.
// RUN: %raddle emit --stage schedule %s | FileCheck %s
// RUN: %raddle emit --stage gpu %s --schedule tiles:8 | FileCheck %s --check-prefix=READ
void symmetric(int n, int m, double A[n][n], double B[n][m], double C[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int k = 0; k < i; k++) {
        double a = A[i][k];
        C[k][j] += B[i][j] * a;
        s += B[k][j] * a;
      }
      C[i][j] = B[i][j] * A[i][i] + s;
    }
}
// The sum and its variable come first, then the other update, which adds to what the last statement has stored.
// CHECK: # nest in symmetric at
// CHECK: loop at {{.*}}:5:3, in tiles
// CHECK-NEXT: S0(i, j) at {{.*}}:7:14
// CHECK-NEXT: S1(i, j, k) at {{.*}}:10:9
// CHECK-NEXT: S2(i, j, k) at {{.*}}:11:9
// CHECK-NEXT: S3(i, j) at {{.*}}:13:7
// CHECK: then S0 {{.*}}S2 S3
// CHECK: registers S2: over i2; 4 rows i0, {{[0-9]+}} lanes i1
// CHECK: then {{.*}}S1{{$}}
// CHECK: registers S1: over i0; 4 rows i2, {{[0-9]+}} lanes i1
// The outermost loop, for other versions and the host, is as it was.
// READ: gpu.func @symmetric
// READ: affine.load {{.*}} {region.begins}

// The second update reads what the first one writes: in tiles, neither could be moved past the other.
void chained(int n, int m, double A[n][n], double B[n][m], double C[n][m], double D[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k++) {
        C[k][j] += B[i][j] * A[i][k];
        D[i][j] += C[k][j] * A[i][k];
      }
}
// CHECK: # nest in chained at
// CHECK-NOT: in tiles
