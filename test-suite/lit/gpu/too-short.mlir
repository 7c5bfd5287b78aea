// A nest with fewer iterations than any launch has (`region.least`) is known to be too short where LLVM knows the number: 1000 iterations,
// and fewer of those that take longer than 10 ns.
// RUN: %raddle-opt %s --gpu-lower-launches | FileCheck %s

module attributes {region.least = 1000 : i64} {
  // CHECK-LABEL: llvm.func @short_iterations
  // Where data is on a device, the answer is yes for short nests, too.
  // CHECK: llvm.mlir.addressof @__raddle_residence
  // CHECK: %[[LEAST:.*]] = arith.constant 1000 : i64
  // CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %{{.*}}, %[[LEAST]] : i64
  // CHECK: scf.if %[[ENOUGH]] -> (i1)
  // CHECK: llvm.mlir.addressof @__raddle_gate_800
  // CHECK: } else {
  // CHECK: scf.yield %false
  // CHECK: arith.ori
  llvm.func @short_iterations(%m: i64) -> i1 {
    %n = arith.index_cast %m : i64 to index
    %w = region.may_pay %n {nest, picoseconds = 800 : i64}
    llvm.return %w : i1
  }

  // CHECK-LABEL: llvm.func @long_iterations
  // CHECK: %[[LEAST:.*]] = arith.constant 494 : i64
  // CHECK: arith.cmpi sge, %{{.*}}, %[[LEAST]] : i64
  llvm.func @long_iterations(%m: i64) -> i1 {
    %n = arith.index_cast %m : i64 to index
    %w = region.may_pay %n {nest, picoseconds = 20250 : i64}
    llvm.return %w : i1
  }
}
