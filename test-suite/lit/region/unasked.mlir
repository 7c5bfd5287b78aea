// Without a runtime there is no question: what follows is right.
// RUN: %raddle-opt %s --region-unasked | FileCheck %s

// CHECK-LABEL: llvm.func @nest
// CHECK-NOT: region.may_pay
// CHECK: %[[YES:.*]] = arith.constant true
// CHECK: llvm.return %[[YES]]
llvm.func @nest(%m: i64) -> i1 {
  %n = arith.index_cast %m : i64 to index
  %w = region.may_pay %n {nest, picoseconds = 900 : i64}
  llvm.return %w : i1
}
