// What upstream's clean-up passes may and may not do with the dialect's ops.
// RUN: %raddle-opt %s --canonicalize --cse | FileCheck %s

// Views are pure: equal ones are merged, unused ones vanish. The store is an effect, so the nest stays.
// CHECK-LABEL: func.func @views(
func.func @views(%p: !llvm.ptr) {
  // CHECK: region.nest
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: 0>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    // CHECK: %[[V:.*]] = region.view
    // CHECK-NOT: region.view
    %v = region.view %a [%c0] sizes [%c8] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %w = region.view %a [%c0] sizes [%c8] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %unused = region.view %a [%c8] sizes [%c8] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to 8 {
      // CHECK: affine.load %[[V]]
      // CHECK: affine.store %{{.*}}, %[[V]]
      %x = affine.load %v[%i] : memref<?xf64>
      affine.store %x, %w[%i] : memref<?xf64>
    }
  }
  return
}

// A nest without effects is dead.
// CHECK-LABEL: func.func @dead(
// CHECK-NEXT: return
func.func @dead(%p: !llvm.ptr) {
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: 0>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %v = region.view %a [%c0] sizes [%c0] strides [%c0] : !llvm.ptr -> memref<?xf64>
  }
  return
}

// Entering, copying and launching have effects that nothing may merge or drop, used or not.
// CHECK-LABEL: func.func @effects(
func.func @effects(%p: !llvm.ptr, %i: index) {
  // CHECK-COUNT-2: region.enter
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 1>, objects = array<i64: 0>, names = ["a"], function = "f"}
  %u = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 1>, objects = array<i64: 0>, names = ["a"], function = "f"}
  // CHECK-COUNT-2: region.copy_in
  region.copy_in %p [%i, %i] {range = 0 : i64, flags = 1 : i64, object = 0 : i64, name = "a"} : !llvm.ptr
  region.copy_in %p [%i, %i] {range = 0 : i64, flags = 1 : i64, object = 0 : i64, name = "a"} : !llvm.ptr
  // CHECK-COUNT-2: region.launch
  region.launch @m::@k extents(%i, %i, %i) {ranges = array<i64>}
  region.launch @m::@k extents(%i, %i, %i) {ranges = array<i64>}
  // CHECK-COUNT-2: region.exit
  region.exit
  region.exit
  return
}

// A function of <math.h> is pure: equal calls are one, unused ones vanish; another promise is another value.
// CHECK-LABEL: func.func @math(
func.func @math(%x: f64) -> (f64, f64, f64) {
  // CHECK-NEXT: %[[OWN:.*]] = region.math "exp"(%{{.*}}) : (f64) -> f64
  %a = region.math "exp"(%x) : (f64) -> f64
  %b = region.math "exp"(%x) : (f64) -> f64
  // CHECK-NEXT: %[[LIBM:.*]] = region.math "exp"(%{{.*}}) libm : (f64) -> f64
  %c = region.math "exp"(%x) libm : (f64) -> f64
  %unused = region.math "sin"(%x) : (f64) -> f64
  // CHECK-NEXT: return %[[OWN]], %[[OWN]], %[[LIBM]]
  return %a, %b, %c : f64, f64, f64
}
