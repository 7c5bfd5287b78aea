// Arrays that each iteration has a copy of are named where the loop's verdict stands; others are not.
// RUN: %raddle explain %s | FileCheck %s
void twice(int n, double a[n][8], const double b[n][8]) {
  double t[8];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 8; k++)
      t[k] = b[i][k] * 2.0;
    for (int k = 0; k < 8; k++)
      a[i][k] = t[7 - k] + t[k];
  }
}
// CHECK: line 5, for i: parallel, a dimension of the grid; each iteration has its own 't'
// CHECK-NEXT: line 6, for k: parallel, but run in order by each work item
// CHECK-NOT: has its own
