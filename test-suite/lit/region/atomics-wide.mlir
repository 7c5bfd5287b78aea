// A minimum that is computed in a wider type than its elements: the update is atomic, the extensions go with the comparison.
// RUN: %raddle-opt %s --region-atomics --region-parallelize 2>/dev/null | FileCheck %s

// CHECK-LABEL: llvm.func @least
// CHECK: affine.for
// CHECK: affine.load
// CHECK: %[[TERM:.*]] = affine.load %{{.*}} : memref<?xi32>
// CHECK-NOT: memref.load
// CHECK-NOT: arith.cmpi
// CHECK: memref.atomic_rmw mins %[[TERM]], %{{.*}}[%{{.*}}] : (i32, memref<64xi32>) -> i32
// CHECK-NOT: arith.select
// CHECK: {region.parallel}
llvm.func @least(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "least",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %term = affine.load %A[%i] : memref<?xi32>
      %old = memref.load %H[%j] : memref<64xi32>
      %wide_term = arith.extsi %term : i32 to i64
      %wide_old = arith.extsi %old : i32 to i64
      %less = arith.cmpi slt, %wide_term, %wide_old : i64
      %again = arith.extsi %old : i32 to i64
      %least = arith.select %less, %wide_term, %again : i64
      %new = arith.trunci %least : i64 to i32
      memref.store %new, %H[%j] : memref<64xi32>
    }
  }
  llvm.return
}
