// A body of more than 400 nodes stands for a call where iterations do the same with other data, and only there.
// RUN: %raddle emit --stage nest %s | FileCheck %s
#define S t[(i * 7) & 31] = t[i & 31] * 0.5 + (i & 1 ? 1 : 2);
#define S5 S S S S S
static void work(int n, double *t) {
  for (int i = 1; i < n; i *= 2) { S5 S5 S5 S5 }
}

// CHECK-LABEL: @__raddle_impl_rows(
// CHECK: region.nest({{.*}}function = "rows"
// CHECK: affine.for
// CHECK: affine.for
// CHECK: scf.while
// CHECK: llvm.return
void rows(int m, int n, double (*x)[32], double *y) {
  double t[32];
  for (int r = 0; r < m; r++) {
    for (int c = 0; c < 32; c++) t[c] = x[r][c];
    work(n, t);
    y[r] = t[3];
  }
}

// A loop over time, whose index is no subscript: there is no nest, and the function is clang's.
// CHECK-NOT: llvm.func @__raddle_impl_steps(
void steps(int m, int n, double *t) {
  for (int k = 0; k < m; k++) work(n, t);
}

// What the function does differs from one iteration to the next.
// CHECK-LABEL: @__raddle_impl_differs(
// CHECK-NOT: scf.while
// CHECK: llvm.return
void differs(int m, double (*x)[32], double *y) {
  double t[32];
  for (int r = 0; r < m; r++) {
    for (int c = 0; c < 32; c++) t[c] = x[r][c];
    work(r, t);
    y[r] = t[3];
  }
}
