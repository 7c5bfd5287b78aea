// An array that each iteration fills gets a workspace, but beside rows behind pointers, which only CPU threads follow, it is on the
// thread's stack: whether rows lie apart is asked later, and the loop on the host must not pay for a copy.
// RUN: %raddle emit --stage gpu -DROW='(*restrict u)[300]' %s | FileCheck %s --check-prefix=PLAIN
// RUN: %raddle emit --stage gpu -DROW='*restrict *restrict u' %s | FileCheck %s --check-prefix=ROWS
// PLAIN-LABEL: @__raddle_impl_filled(
// PLAIN: region.workspace
// ROWS-LABEL: @__raddle_impl_filled(
// ROWS-NOT: region.workspace
// ROWS: region.launch
// ROWS: memref.alloca() : memref<300xf64>
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

// Too large for a stack, in all.
// ROWS-LABEL: @__raddle_impl_large(
// ROWS-NOT: memref.alloca
// ROWS: llvm.return
void large(int n, double ROW) {
  double s[5000], t[5000];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 5000; j++) {
      s[j] = u[i][j];
      t[j] = u[i][j] * 2;
    }
    for (int j = 1; j < 4999; j++)
      u[i][j] = t[j - 1] + s[j + 1];
  }
}

// A row may be the array.
// ROWS-LABEL: @__raddle_impl_exposed(
// ROWS-NOT: memref.alloca
// ROWS: llvm.return
void take(double *);
void exposed(int n, double ROW) {
  double t[300];
  take(t);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 300; j++)
      t[j] = u[i][j];
    for (int j = 1; j < 299; j++)
      u[i][j] = t[j - 1] + t[j + 1];
  }
}

// The outer loop does not become a kernel, since the check could not know which pointers it follows; so the inner ones may.
// ROWS-LABEL: @__raddle_impl_guarded(
// ROWS-NOT: memref.alloca
// ROWS: region.launch
// ROWS-NOT: memref.alloca
// ROWS: llvm.return
void guarded(int n, double ROW, int *restrict on) {
  double t[2000];
  for (int i = 0; i < n; i++)
    if (on[i]) {
      for (int j = 0; j < 2000; j++)
        t[j] = u[i][j];
      for (int j = 1; j < 1999; j++)
        u[i][j] = t[j - 1] + t[j + 1];
    }
}
