// An element that is read and then written under a condition is read first, in kernels and on the host. LLVM 22 reads it behind the store.
// RUN: %raddle emit --stage llvm -O3 -march=haswell --offload-min 0 %s | FileCheck %s

// CHECK-LABEL: define internal void @__raddle_aware_swap(
// CHECK: llvm.masked.load
// CHECK: llvm.masked.store
// CHECK-NOT: llvm.masked.load
// CHECK: ret void
// CHECK-LABEL: define {{.*}}void @swap_{{.*}}.items(
// CHECK: llvm.masked.load
// CHECK: llvm.masked.store
// CHECK-NOT: llvm.masked.load
// CHECK: ret void
void swap(double *restrict a, const double *restrict b, double *restrict c, int n) {
  for (int i = 0; i < n; i++) {
    double t = b[i];
    if (i & 1) {
      double old = a[i];
      a[i] = t;
      t = old;
    }
    c[i] = t;
  }
}
