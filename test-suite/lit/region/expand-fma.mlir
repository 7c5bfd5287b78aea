// Fused multiplications for targets whose own may be two roundings: in operations that round once, without flags; not where flags allow anything.
// RUN: %raddle-opt %s --region-expand-fma --canonicalize --cse | FileCheck %s

// In f32 by way of f64, rounded to odd there.
// CHECK-LABEL: func.func @single(
// CHECK-NOT: math.fma
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK: %[[S:.*]] = arith.addf %[[P]], %{{.*}} : f64
// CHECK: arith.bitcast %[[S]] : f64 to i64
// CHECK: %[[R:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: return %[[R]]
func.func @single(%x: f32, %y: f32, %z: f32) -> f32 {
  %0 = math.fma %x, %y, %z : f32
  return %0 : f32
}

// In f64 with integers; the product and sum of floats are for infinities, NaNs and zeros only.
// CHECK-LABEL: func.func @double(
// CHECK-NOT: math.fma
// CHECK: arith.muli
// CHECK-COUNT-1: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK-NOT: scf.
// CHECK: return
func.func @double(%x: f64, %y: f64, %z: f64) -> f64 {
  %0 = math.fma %x, %y, %z : f64
  return %0 : f64
}

// A constant, as the folding of integers has it: (1 + 2^-52)^2 - 1 - 2^-51 is 2^-104.
// CHECK-LABEL: func.func @folded(
// CHECK-NEXT: %[[C:.*]] = arith.constant 4.93{{[0-9]*}}E-32 : f64
// CHECK-NEXT: return %[[C]]
func.func @folded() -> f64 {
  %x = arith.constant 0x3FF0000000000001 : f64
  %z = arith.constant 0xBFF0000000000002 : f64
  %0 = math.fma %x, %x, %z : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @allowed(
func.func @allowed(%x: f64) -> (f64, f16) {
  // CHECK: math.fma %{{.*}} fastmath<fast>
  %0 = math.fma %x, %x, %x fastmath<fast> : f64
  %h = arith.truncf %x : f64 to f16
  // CHECK: math.fma %{{.*}} : f16
  %1 = math.fma %h, %h, %h : f16
  return %0, %1 : f64, f16
}
