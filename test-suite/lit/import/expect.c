// What the source says about the likely value of a condition reaches LLVM.
// RUN: %raddle emit --stage host %s | FileCheck %s

// CHECK-LABEL: llvm.func @__raddle_impl_checked
// CHECK: %[[EXPECTED:.*]] = llvm.intr.expect %{{.*}}, %{{.*}} : i64
// CHECK: arith.cmpi ne, %[[EXPECTED]]
int checked(int x) {
  if (__builtin_expect(x < 0, 0))
    return -1;
  return x;
}

// CHECK-LABEL: llvm.func @__raddle_impl_plain
// CHECK-NOT: llvm.intr.expect
int plain(int x) {
  if (x < 0)
    return -1;
  return x;
}
