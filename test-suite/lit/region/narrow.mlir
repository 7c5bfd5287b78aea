// Indices that are used in 32 bits count along in 32 bits.
// RUN: %raddle-opt %s --region-narrow | FileCheck %s

// CHECK-LABEL: func.func @counted(
// CHECK: %[[START:.*]] = arith.index_cast %arg0 : index to i32
// CHECK: %[[STEP:.*]] = arith.index_cast %arg2 : index to i32
// CHECK: %[[R:.*]]:2 = scf.for %{{.*}} = %arg0 to %arg1 step %arg2 iter_args(%[[SUM:.*]] = %arg3, %[[N:.*]] = %[[START]]) -> (i32, i32)
// CHECK-NOT: arith.index_cast
// CHECK: %[[NEXT:.*]] = arith.addi %[[SUM]], %[[N]] : i32
// CHECK: %[[M:.*]] = arith.addi %[[N]], %[[STEP]] : i32
// CHECK: scf.yield %[[NEXT]], %[[M]]
// CHECK: return %[[R]]#0
func.func @counted(%from: index, %to: index, %by: index, %zero: i32) -> i32 {
  %r = scf.for %i = %from to %to step %by iter_args(%sum = %zero) -> (i32) {
    %n = arith.index_cast %i : index to i32
    %next = arith.addi %sum, %n : i32
    scf.yield %next : i32
  }
  return %r : i32
}

// No cast to 32 bits.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: iter_args
// CHECK: return
func.func @wide(%from: index, %to: index, %by: index, %m: memref<?xi64>) {
  scf.for %i = %from to %to step %by {
    %n = arith.index_cast %i : index to i64
    memref.store %n, %m[%i] : memref<?xi64>
  }
  return
}
