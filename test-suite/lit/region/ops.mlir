// Every op of the dialect prints as it was parsed: from text, from the generic form and from bytecode.
// RUN: %raddle-opt %s | FileCheck %s
// RUN: %raddle-opt %s --mlir-print-op-generic | %raddle-opt | FileCheck %s
// RUN: %raddle-opt %s --emit-bytecode | %raddle-opt | FileCheck %s

// CHECK-LABEL: func.func @nest(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64
func.func @nest(%p: !llvm.ptr, %n: i64) {
  // CHECK: region.nest(%[[P]], %[[N]] : !llvm.ptr, i64) attributes {function = "f", live_out = array<i64: 1, 0>, names = ["a", "n"], objects = array<i64: 0, -1>} {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: !llvm.ptr, %[[M:.*]]: i64):
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "f", names = ["a", "n"], objects = array<i64: 0, -1>, live_out = array<i64: 1, 0>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    // CHECK: %[[V:.*]] = region.view %[[A]][%{{.*}}] sizes[%{{.*}}] strides[%{{.*}}] : !llvm.ptr -> memref<?xf64>
    %v = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    // The nest is an affine scope: %s may bound a loop.
    // CHECK: affine.for
    affine.for %i = 0 to %s {
      // CHECK: affine.load %[[V]]
      %x = affine.load %v[%i] : memref<?xf64>
      affine.store %x, %v[%i] : memref<?xf64>
    }
    // The terminator is implied.
    // CHECK-NOT: region.yield
  }
  return
}

// CHECK-LABEL: func.func @nest_without_operands(
func.func @nest_without_operands() {
  // CHECK: region.nest attributes {function = "g", live_out = array<i64>, names = [], objects = array<i64>} {
  region.nest attributes {function = "g", names = [], objects = array<i64>, live_out = array<i64>} {
  }
  return
}

// CHECK-LABEL: func.func @views(
func.func @views(%p: !llvm.ptr, %i: index) {
  // A scalar in memory.
  // CHECK: region.view %{{.*}}[%{{.*}}] sizes[] strides[] : !llvm.ptr -> memref<f32>
  %0 = region.view %p [%i] sizes [] strides [] : !llvm.ptr -> memref<f32>
  // CHECK: region.view %{{.*}}[%{{.*}}] sizes[%{{.*}}, %{{.*}}] strides[%{{.*}}, %{{.*}}] : !llvm.ptr -> memref<?x8xi16>
  %1 = region.view %p [%i] sizes [%i, %i] strides [%i, %i] : !llvm.ptr -> memref<?x8xi16>
  return
}

// CHECK-LABEL: func.func @launch(
func.func @launch(%p: !llvm.ptr, %n: i64, %lo: index, %hi: index) {
  // CHECK: region.disjoint bases(%{{.*}}, %{{.*}} : !llvm.ptr, !llvm.ptr) from(%{{.*}}, %{{.*}}) to(%{{.*}}, %{{.*}}) {flags = array<i64: 2, 9>, names = ["a", "b"], objects = array<i64: 0, -1>}
  %d = region.disjoint bases(%p, %p : !llvm.ptr, !llvm.ptr) from(%lo, %lo) to(%hi, %hi) {flags = array<i64: 2, 9>, objects = array<i64: 0, -1>, names = ["a", "b"]}
  // CHECK: %[[T:.*]] = region.enter bases(%{{.*}}, %{{.*}} : !llvm.ptr, !llvm.ptr) from(%{{.*}}, %{{.*}}) to(%{{.*}}, %{{.*}}) instances %{{.*}} {flags = array<i64: 1, 6>, function = "f", names = ["a", "b"], objects = array<i64: 0, -1>}
  %t = region.enter bases(%p, %p : !llvm.ptr, !llvm.ptr) from(%lo, %lo) to(%hi, %hi) instances %hi {flags = array<i64: 1, 6>, objects = array<i64: 0, -1>, names = ["a", "b"], function = "f"}
  // CHECK: scf.if %[[T]]
  scf.if %t {
    // CHECK: region.copy_in %{{.*}}[%{{.*}}, %{{.*}}] {flags = 1 : i64, name = "a", object = 0 : i64, range = 0 : i64} : !llvm.ptr
    region.copy_in %p [%lo, %hi] {range = 0 : i64, flags = 1 : i64, object = 0 : i64, name = "a"} : !llvm.ptr
    // CHECK: region.launch @m::@k extents(%{{.*}}, %{{.*}}, %{{.*}}) args(%{{.*}}, %{{.*}} : !llvm.ptr, i64) {ranges = array<i64: 1, -1>}
    region.launch @m::@k extents(%hi, %hi, %hi) args(%p, %n : !llvm.ptr, i64) {ranges = array<i64: 1, -1>}
    // CHECK: region.launch @m::@k0 extents(%{{.*}}, %{{.*}}, %{{.*}}) {ranges = array<i64>}
    region.launch @m::@k0 extents(%hi, %hi, %hi) {ranges = array<i64>}
    // CHECK: region.copy_out %{{.*}}[%{{.*}}, %{{.*}}]
    region.copy_out %p [%lo, %hi] {range = 1 : i64, flags = 6 : i64, object = -1 : i64, name = "b"} : !llvm.ptr
    // CHECK: region.exit
    region.exit
  }
  return
}

// CHECK-LABEL: func.func @workspace(
func.func @workspace(%bytes: index, %instances: index) {
  // CHECK: %[[W:.*]] = region.workspace %{{.*}} for %{{.*}} : !llvm.ptr
  %w = region.workspace %bytes for %instances : !llvm.ptr
  // CHECK: region.workspace_end %[[W]] : !llvm.ptr
  region.workspace_end %w : !llvm.ptr
  return
}

// CHECK-LABEL: func.func @math(
func.func @math(%x: f64, %y: f32, %n: i64) {
  // CHECK: region.math "exp"(%{{.*}}) : (f64) -> f64
  %0 = region.math "exp"(%x) : (f64) -> f64
  // CHECK: region.math "ldexpf"(%{{.*}}, %{{.*}}) exact : (f32, i64) -> f32
  %1 = region.math "ldexpf"(%y, %n) exact : (f32, i64) -> f32
  // CHECK: region.math "pow"(%{{.*}}, %{{.*}}) libm {note = 1 : i64} : (f64, f64) -> f64
  %2 = region.math "pow"(%x, %x) libm {note = 1 : i64} : (f64, f64) -> f64
  return
}
