// Choices between values that cost little compute both.
// RUN: %raddle-opt %s --region-select | FileCheck %s

// `a && n == 2`, and a choice around it.
// CHECK-LABEL: func.func @conditions(
// CHECK-NOT: scf.if
// CHECK: %[[N:.*]] = memref.load
// CHECK: %[[D:.*]] = arith.cmpi eq, %[[N]]
// CHECK: %[[E:.*]] = arith.select %arg0, %[[D]], %false
// CHECK: arith.select %arg1, %true{{.*}}, %[[E]]
func.func @conditions(%a: i1, %b: i1) -> i1 {
  %n = memref.alloca() : memref<i32>
  %c2 = arith.constant 2 : i32
  %true = arith.constant true
  %false = arith.constant false
  %r = scf.if %b -> (i1) {
    scf.yield %true : i1
  } else {
    %s = scf.if %a -> (i1) {
      %v = memref.load %n[] : memref<i32>
      %d = arith.cmpi eq, %v, %c2 : i32
      scf.yield %d : i1
    } else {
      scf.yield %false : i1
    }
    scf.yield %s : i1
  }
  return %r : i1
}

// An element of an array may not be there; a division may trap.
// CHECK-LABEL: func.func @guarded(
// CHECK: scf.if
// CHECK: scf.if
// CHECK: return
func.func @guarded(%a: i1, %m: memref<?xi32>, %i: index, %x: i32, %y: i32) -> (i32, i32) {
  %r = scf.if %a -> (i32) {
    %v = memref.load %m[%i] : memref<?xi32>
    scf.yield %v : i32
  } else {
    scf.yield %x : i32
  }
  %s = scf.if %a -> (i32) {
    %v = arith.divsi %x, %y : i32
    scf.yield %v : i32
  } else {
    scf.yield %x : i32
  }
  return %r, %s : i32, i32
}

// Too much to compute for nothing.
// CHECK-LABEL: func.func @long(
// CHECK: scf.if
// CHECK: return
func.func @long(%a: i1, %x: f64) -> f64 {
  %r = scf.if %a -> (f64) {
    %1 = arith.mulf %x, %x : f64
    %2 = arith.mulf %1, %x : f64
    %3 = arith.mulf %2, %x : f64
    %4 = arith.mulf %3, %x : f64
    %5 = arith.mulf %4, %x : f64
    %6 = arith.mulf %5, %x : f64
    %7 = arith.mulf %6, %x : f64
    scf.yield %7 : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}
