// Loops that are known to have fewer iterations than any launch needs are left as they are.
// RUN: %raddle-opt %s --region-privatize --region-distribute --region-parallelize --gpu-outline 2>&1 | FileCheck %s

module attributes {region.least = 1000 : i64} {

// CHECK-LABEL: llvm.func @short
// CHECK-NOT: region.may_pay
// CHECK-NOT: region.enter
// CHECK: llvm.return
llvm.func @short(%p: !llvm.ptr, %q: !llvm.ptr) {
  region.nest (%p, %q : !llvm.ptr, !llvm.ptr) attributes {function = "short", names = ["a", "c"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c100 = arith.constant 100 : index
    %A = region.view %a [%c0] sizes [%c100] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %C = region.view %c [%c0] sizes [%c100] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to 100 {
      %v = affine.load %A[%i] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
      %w = affine.load %C[%i - 1] : memref<?xf64>
      affine.store %w, %C[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// A triangle of 4,950 iterations is long enough.
// CHECK-LABEL: llvm.func @long
// CHECK: region.enter
// CHECK: llvm.return
llvm.func @long(%p: !llvm.ptr) {
  region.nest (%p : !llvm.ptr) attributes {function = "long", names = ["a"], objects = array<i64: -1>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c800 = arith.constant 800 : index
    %c100 = arith.constant 100 : index
    %one = arith.constant 1.0 : f64
    %A = region.view %a [%c0] sizes [%c100, %c100] strides [%c800, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to 100 {
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        affine.store %one, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

}
