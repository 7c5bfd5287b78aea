// A reduction with partial results inside of a sequential loop stays whole: the loop around it is not distributed.
// RUN: %raddle emit --stage gpu %s | FileCheck %s

// CHECK-LABEL: @__raddle_impl_rows(
// CHECK: affine.for
// CHECK: region.workspace
// CHECK: region.workspace_end
// CHECK: affine.store
// CHECK: affine.store
void rows(int n, double *a, double b[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      b[0][0] = 1 > b[0][0] ? 1 : b[0][0];
    b[0][0] = 1;
    a[i] = 1;
  }
}
