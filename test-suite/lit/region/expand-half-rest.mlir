// A half that is no conversion's stays for the back end to refuse; nothing else changes.
// RUN: %raddle-opt %s --region-expand-half | FileCheck %s

// CHECK-LABEL: func.func @sum(
// CHECK-NEXT: %[[S:.*]] = arith.addf %{{.*}}, %{{.*}} : f16
// CHECK-NEXT: %[[X:.*]] = arith.extf %[[S]] : f16 to f32
// CHECK-NEXT: arith.extf %{{.*}} : f32 to f64
func.func @sum(%a: f16, %b: f16, %c: f32) -> (f32, f64) {
  %s = arith.addf %a, %b : f16
  %x = arith.extf %s : f16 to f32
  %d = arith.extf %c : f32 to f64
  return %x, %d : f32, f64
}
