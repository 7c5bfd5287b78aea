// Why no upstream affine pass runs on C code unless its views are known to be disjoint.
// RUN: %raddle-opt %s --affine-parallelize | FileCheck %s

// Upstream takes two memrefs for two arrays, so a caller that passes overlapping ones gets a wrong program: with
// B = A, iteration i reads what i - 1 wrote. If this ever stops being made parallel, upstream has changed its mind and
// our rule (views that may overlap are one view) can be reconsidered.
// CHECK-LABEL: func.func @distinct_memrefs(
// CHECK: affine.parallel
func.func @distinct_memrefs(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  return
}

// The same two pointers as one view: the dependence is seen.
// CHECK-LABEL: func.func @one_view(
// CHECK-NOT: affine.parallel
// CHECK: affine.for
func.func @one_view(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "f", names = ["A", "n"], objects = array<i64: 0, -1>, live_out = array<i64: 1, 0>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c4] : !llvm.ptr -> memref<?xf32>
    affine.for %i = 1 to %s {
      %x = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
