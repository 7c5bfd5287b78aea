// Two dimensions: elements with both subscripts, rows that travel, an overlap that is tested.
// RUN: %raddle explain %s --at n=10,m=8 | FileCheck %s
// CHECK: in 'cross': parallel: the whole nest can run on any device
// CHECK: loops line [[# @LINE + 10]], for i: parallel, a dimension of the grid
// CHECK-NEXT: line [[# @LINE + 10]], for j: parallel, a dimension of the grid
// CHECK-NEXT: reads {{.*}}a[i - 1][j]{{.*}} for 0 < i <= n - 2 and 0 < j <= m - 2 [76 elements, 608 bytes]
// CHECK-NEXT: writes b[i][j] for 0 < i <= n - 2 and 0 < j <= m - 2 [48 elements, 384 bytes]
// CHECK-NEXT: launch {{.*}} with a grid of 2 dimensions, at most (n - 2)*(m - 2) = 48 iterations
// CHECK-NEXT: in b: nothing, as all of it is overwritten, unless it has more than 4096 rows
// CHECK-NEXT: a: 8*m*n - 16 = 624 bytes
// CHECK-NEXT: out b: 8*(n - 2)*(m - 2) = 384 bytes, in rows, when the host needs them
// CHECK-NEXT: tested before each launch: b and a do not overlap; else the loop runs on the host as it is written
void cross(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j];
}
