// A loop of one iteration is its body, and one of none is nothing.
// RUN: %raddle emit --stage nest %s | %raddle-opt --region-single --canonicalize | FileCheck %s

// CHECK-LABEL: @__raddle_impl_once(
// CHECK: affine.for %{{.*}} = 0 to
// CHECK-NOT: affine.for
// CHECK: affine.store {{.*}}[2, %{{.*}}]
// CHECK: llvm.return
void once(int n, double (*a)[n]) {
  for (int t = 2; t < 3; t++)
    for (int i = 0; i < n; i++) a[t][i] = t;
}

// The bounds differ by one, whatever they are; a step over the end is one iteration.
// CHECK-LABEL: @__raddle_impl_last(
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: affine.store
// CHECK: llvm.return
void last(int n, double (*a)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + 1; j++)
      for (int k = 0; k < 4; k += 8) a[i][j + k] = 0;
}

// None, and two.
// CHECK-LABEL: @__raddle_impl_others(
// CHECK: affine.for %{{.*}} = 0 to 2
// CHECK: llvm.return
void others(int n, double *a) {
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < n; i++) a[i] += t;
}

// None at all. Where MLIR looks first, it drops both bounds of the inner loop.
// CHECK-LABEL: @__raddle_impl_none(
// CHECK-NOT: affine.for
// CHECK: llvm.return
void none(double *a) {
  for (long t = 1; t < 0; t++)
    for (long i = t; i < t + 1 && i < 0; i++) a[i] = 1;
}
