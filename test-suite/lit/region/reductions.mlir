// One load that serves all iterations of an inner loop is no part of a reduction: the last store alone would count.
// RUN: %raddle-opt %s --region-parallelize 2>&1 | FileCheck %s

// CHECK-LABEL: llvm.func @stale
// CHECK-NOT: + on 's'
// CHECK: llvm.return
llvm.func @stale(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "stale", names = ["s", "a", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<i32>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %e {
      %old = affine.load %S[] : memref<i32>
      affine.for %j = 0 to %e {
        %v = affine.load %A[%j] : memref<?xi32>
        %new = arith.addi %old, %v : i32
        affine.store %new, %S[] : memref<i32>
      }
    }
  }
  llvm.return
}
