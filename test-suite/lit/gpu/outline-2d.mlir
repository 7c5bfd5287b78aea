// A rectangular nest of two parallel loops becomes a kernel of two dimensions, the innermost loop on x.
// RUN: %raddle-opt %s --raddle-analyze --gpu-outline --gpu-transfers 2>/dev/null | FileCheck %s

llvm.func @scale(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64, %m: i64, %x: f64) {
  region.nest (%p, %q, %n, %m, %x : !llvm.ptr, !llvm.ptr, i64, i64, f64) attributes {
      function = "scale", names = ["a", "b", "n", "m", "x"],
      objects = array<i64: -1, -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %n0: i64, %m0: i64, %alpha: f64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %cn = arith.constant -1 : index
    %ni = arith.index_cast %n0 : i64 to index
    %mi = arith.index_cast %m0 : i64 to index
    %row = arith.muli %mi, %c8 : index
    %A = region.view %a [%c0] sizes [%cn, %mi] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%cn, %mi] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %ni {
      affine.for %j = 1 to %mi {
        %v = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %w = arith.mulf %v, %alpha : f64
        affine.store %w, %B[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// CHECK: region.nest
// CHECK: %[[OK:.*]] = region.enter
// CHECK: scf.if %[[OK]]
// CHECK: region.copy_in {{.*}}name = "a"
// CHECK: region.copy_in {{.*}}name = "b"
// CHECK: region.launch @[[K:scale_.*]]::@[[K]] extents(%[[J:.*]], %[[I:.*]], %{{.*}})
// CHECK-NOT: copy_out {{.*}}name = "a"
// CHECK: region.copy_out {{.*}}name = "b"
// CHECK: region.exit
// CHECK: else
// CHECK: affine.for
// CHECK: affine.for
// CHECK: gpu.module @[[K]]
// CHECK: gpu.func @[[K]](
// CHECK-SAME: {llvm.noalias}
// CHECK: gpu.global_id x
// CHECK: gpu.global_id y
// CHECK: region.guard
