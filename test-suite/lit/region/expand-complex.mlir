// Parts of complex results: products are written out in kernels, everything else is called, with the parts in registers as C passes them.
// RUN: %raddle-opt %s --region-expand-math --canonicalize --cse | FileCheck %s --implicit-check-not=region.math

// CHECK-DAG: llvm.func @__muldc3(f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
// CHECK-DAG: llvm.func @cexp(f64, f64) -> !llvm.struct<(f64, f64)>
// CHECK-DAG: llvm.func @cpowf(vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK-DAG: llvm.func @cabs(f64, f64) -> f64
// CHECK-DAG: llvm.func @__divsc3(f32, f32, f32, f32) -> vector<2xf32>

// CHECK-LABEL: func.func @product(
// CHECK: %[[A:.*]] = llvm.call @__muldc3(%arg0, %arg1, %arg2, %arg3) {memory_effects = {{.*}}no_unwind, will_return}
// CHECK: llvm.extractvalue %[[A]][0]
// CHECK: %[[B:.*]] = llvm.call @__muldc3(
// CHECK: llvm.extractvalue %[[B]][1]
func.func @product(%a: f64, %b: f64, %c: f64, %d: f64) -> (f64, f64) {
  %0 = region.math "__muldc3.re"(%a, %b, %c, %d) exact : (f64, f64, f64, f64) -> f64
  %1 = region.math "__muldc3.im"(%a, %b, %c, %d) exact : (f64, f64, f64, f64) -> f64
  return %0, %1 : f64, f64
}

// CHECK-LABEL: func.func @doubles(
// CHECK: llvm.call @cexp(%arg0, %arg1)
// CHECK: llvm.extractvalue
// CHECK: llvm.call @cabs(%arg0, %arg1) {{.*}} -> f64
func.func @doubles(%a: f64, %b: f64) -> (f64, f64) {
  %0 = region.math "cexp.im"(%a, %b) libm : (f64, f64) -> f64
  %1 = region.math "cabs.re"(%a, %b) libm : (f64, f64) -> f64
  return %0, %1 : f64, f64
}

// Complex floats are vectors, but clang's helpers take parts.
// CHECK-LABEL: func.func @floats(
// CHECK: %[[X:.*]] = llvm.insertelement %arg0
// CHECK: llvm.insertelement %arg1, %[[X]]
// CHECK: %[[P:.*]] = llvm.call @cpowf(%{{.*}}, %{{.*}})
// CHECK: llvm.extractelement %[[P]]
// CHECK: llvm.call @__divsc3(%arg0, %arg1, %arg2, %arg3)
func.func @floats(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %0 = region.math "cpowf.re"(%a, %b, %c, %d) libm : (f32, f32, f32, f32) -> f32
  %1 = region.math "__divsc3.im"(%a, %b, %c, %d) libm : (f32, f32, f32, f32) -> f32
  return %0, %1 : f32, f32
}

gpu.module @k {
  // CHECK-LABEL: gpu.func @in_kernel(
  // CHECK-NOT: llvm.call
  // CHECK: math.copysign
  // CHECK: arith.select
  gpu.func @in_kernel(%a: f32, %b: f32, %c: f32, %d: f32, %to: memref<?xf32>, %i: index) kernel {
    %0 = region.math "__mulsc3.im"(%a, %b, %c, %d) exact : (f32, f32, f32, f32) -> f32
    memref.store %0, %to[%i] : memref<?xf32>
    gpu.return
  }
}
