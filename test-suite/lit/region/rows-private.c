// An array that each iteration fills gets a workspace, but not beside rows behind pointers: whether these lie apart is asked later.
// RUN: %raddle emit --stage gpu -DROW='(*restrict u)[300]' %s | FileCheck %s --check-prefix=PLAIN
// RUN: %raddle emit --stage gpu -DROW='*restrict *restrict u' %s | FileCheck %s --check-prefix=ROWS
// PLAIN: region.workspace
// ROWS-NOT: region.workspace
// ROWS: affine.for
// ROWS-NOT: region.workspace

void filled(int n, double ROW) {
  double t[300];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 300; j++)
      t[j] = u[i][j];
    for (int j = 1; j < 299; j++)
      u[i][j] = t[j - 1] + t[j + 1];
  }
}
