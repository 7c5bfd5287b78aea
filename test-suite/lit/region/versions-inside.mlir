// Versions of a loop inside of a parallel one go; those inside of a sequential one stay.
// RUN: %raddle-opt %s --region-parallelize 2>/dev/null | FileCheck %s

// CHECK-LABEL: func.func @parallel(
// CHECK: affine.for %[[I:.*]] = 0 to 100 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 200 {
// CHECK-NOT: scf.if
// CHECK: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-NOT: scf.if
// CHECK: } {region.parallel}
// CHECK-NOT: scf.if
// CHECK: return
func.func @parallel(%p: !llvm.ptr, %pays: i1) {
  region.nest (%p, %pays : !llvm.ptr, i1) attributes {function = "f", names = ["a", "pays"], objects = array<i64: 0, -1>, live_out = array<i64: 1, 0>} {
  ^bb0(%a: !llvm.ptr, %yes: i1):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c200 = arith.constant 200 : index
    %c1600 = arith.constant 1600 : index
    %v = region.view %a [%c0] sizes [%c200, %c200] strides [%c1600, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to 100 {
      scf.if %yes {
        affine.for %j = 0 to 200 {
          %x = affine.load %v[%i, 199 - %j] : memref<?x?xf64>
          affine.store %x, %v[%i, 199 - %j] : memref<?x?xf64>
        } {region.reordered}
      } else {
        affine.for %j = 0 to 200 {
          %x = affine.load %v[%i, %j] : memref<?x?xf64>
          affine.store %x, %v[%i, %j] : memref<?x?xf64>
        } {region.fallback}
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @sequential(
// CHECK: scf.if
// CHECK: region.reordered
// CHECK: region.fallback
// CHECK: return
func.func @sequential(%p: !llvm.ptr, %pays: i1) {
  region.nest (%p, %pays : !llvm.ptr, i1) attributes {function = "f", names = ["a", "pays"], objects = array<i64: 0, -1>, live_out = array<i64: 1, 0>} {
  ^bb0(%a: !llvm.ptr, %yes: i1):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c200 = arith.constant 200 : index
    %c1600 = arith.constant 1600 : index
    %v = region.view %a [%c0] sizes [%c200, %c200] strides [%c1600, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 1 to 100 {
      scf.if %yes {
        affine.for %j = 0 to 200 {
          %x = affine.load %v[%i - 1, 199 - %j] : memref<?x?xf64>
          affine.store %x, %v[%i, 199 - %j] : memref<?x?xf64>
        } {region.reordered}
      } else {
        affine.for %j = 0 to 200 {
          %x = affine.load %v[%i - 1, %j] : memref<?x?xf64>
          affine.store %x, %v[%i, %j] : memref<?x?xf64>
        } {region.fallback}
      }
    }
  }
  return
}
