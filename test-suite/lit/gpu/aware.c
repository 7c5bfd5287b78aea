// Functions that launch have a second body for callers that know of devices; loops of the host say what they access.
// RUN: %raddle emit --stage gpu --offload-min 0 %s | FileCheck %s
// RUN: %raddle emit --stage gpu --offload-min 0 --transfers naive %s | FileCheck %s --check-prefix=NAIVE

double a[100];

// CHECK-LABEL: llvm.func @__raddle_impl_step
// CHECK: llvm.call @__raddle_aware_step
// CHECK-LABEL: llvm.func internal @__raddle_aware_step
// CHECK-SAME: region.aware
// CHECK: region.enter {{.*}}resident
// CHECK: region.copy_in
// CHECK-NOT: region.copy_out
// CHECK: llvm.return
// NAIVE-LABEL: llvm.func @__raddle_impl_step
// NAIVE-NOT: resident
// NAIVE: region.copy_out
// NAIVE-NOT: __raddle_aware
void step(void) {
  for (int i = 0; i < 100; i++) a[i] = 2 * a[i] + 1;
}

// CHECK-LABEL: llvm.func @__raddle_impl_other
// CHECK-NOT: __raddle_aware
// CHECK: region.enter
// CHECK: region.host bases(%{{.*}} : !llvm.ptr)
// CHECK: affine.for
// CHECK: llvm.return
__attribute__((weak)) void other(double *b) {
  for (int i = 0; i < 100; i++) b[i] = 2 * b[i];
  for (int i = 1; i < 100; i++) b[i] = b[i - 1] + b[i];
}

// A function without a loop nest is a caller, too; a weak function's body need not be the one that is called.
// CHECK-LABEL: llvm.func @__raddle_impl_main
// CHECK: llvm.call @__raddle_aware_step
// CHECK: llvm.call @other
int main(void) {
  step();
  other(a);
  return a[3] > 0;
}
