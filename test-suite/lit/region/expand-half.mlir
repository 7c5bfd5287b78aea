// Conversions from and to f16 for targets without it, in i32; the folding of constants tells what is computed.
// RUN: %raddle-opt %s --region-expand-half --canonicalize --cse | FileCheck %s --implicit-check-not=f16

// CHECK-LABEL: func.func @widen(
// CHECK: arith.extui %{{.*}} : i16 to i32
// The smallest halves are subnormal; as f32 they are not.
// CHECK: arith.uitofp
// CHECK: arith.mulf
// CHECK: arith.bitcast %{{.*}} : i32 to f32
func.func @widen(%bits: i16) -> f32 {
  %h = arith.bitcast %bits : i16 to f16
  %x = arith.extf %h : f16 to f32
  return %x : f32
}

// CHECK-LABEL: func.func @narrow(
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.trunci %{{.*}} : i32 to i16
func.func @narrow(%x: f32) -> i16 {
  %h = arith.truncf %x : f32 to f16
  %bits = arith.bitcast %h : f16 to i16
  return %bits : i16
}

// A rounding is both.
// CHECK-LABEL: func.func @round(
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: arith.extui %{{.*}} : i16 to i32
func.func @round(%x: f32) -> f32 {
  %h = arith.truncf %x : f32 to f16
  %r = arith.extf %h : f16 to f32
  return %r : f32
}

// From f64 with what is lost in the last digit of an f32.
// CHECK-LABEL: func.func @from_double(
// CHECK: arith.bitcast %{{.*}} : f64 to i64
// CHECK: arith.ori
// CHECK: arith.trunci %{{.*}} : i64 to i32
// CHECK: arith.trunci %{{.*}} : i32 to i16
func.func @from_double(%x: f64) -> i16 {
  %h = arith.truncf %x : f64 to f16
  %bits = arith.bitcast %h : f16 to i16
  return %bits : i16
}

// What the canonicalizer makes of conversions to and from integers, and of comparisons and choices.
// CHECK-LABEL: func.func @others(
// CHECK: arith.sitofp %{{.*}} : i32 to f32
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i16
// CHECK: arith.fptosi %{{.*}} : f32 to i32
func.func @others(%n: i32, %bits: i16) -> (i32, i16) {
  %a = arith.sitofp %n : i32 to f16
  %b = arith.bitcast %bits : i16 to f16
  %less = arith.cmpf olt, %a, %b : f16
  %least = arith.select %less, %a, %b : f16
  %whole = arith.fptosi %least : f16 to i32
  %result = arith.bitcast %least : f16 to i16
  return %whole, %result : i32, i16
}
