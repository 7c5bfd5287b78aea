// Functions of <math.h> become code in kernels and, where they are our own, on the host; elsewhere calls of the library.
// RUN: %raddle-opt %s --region-expand-math --canonicalize --cse | FileCheck %s --implicit-check-not=region.math --implicit-check-not=fastmath

// CHECK-DAG: llvm.func @ldexp(f64, i32) -> f64
// CHECK-DAG: llvm.func @exp(f64) -> f64

// The exact ones are the library's on the host, whose `int` has 32 bits.
// CHECK-LABEL: func.func @host_exact(
// CHECK-SAME: %[[X:.*]]: f64, %[[N:.*]]: i64
// CHECK-NEXT: %[[INT:.*]] = arith.trunci %[[N]] : i64 to i32
// CHECK-NEXT: %[[R:.*]] = llvm.call @ldexp(%[[X]], %[[INT]]) : (f64, i32) -> f64
// CHECK-NEXT: return %[[R]]
func.func @host_exact(%x: f64, %n: i64) -> f64 {
  %0 = region.math "ldexp"(%x, %n) exact : (f64, i64) -> f64
  return %0 : f64
}

// In the rounding mode of the moment.
// CHECK-LABEL: func.func @host_rounding(
// CHECK-NEXT: llvm.intr.rint(%{{.*}}) : (f64) -> f64
// CHECK-NEXT: llvm.intr.nearbyint(%{{.*}}) : (f32) -> f32
// CHECK-NEXT: return
func.func @host_rounding(%x: f64, %y: f32) -> (f64, f32) {
  %0 = region.math "rint"(%x) exact : (f64) -> f64
  %1 = region.math "nearbyintf"(%y) exact : (f32) -> f32
  return %0, %1 : f64, f32
}

// CHECK-LABEL: func.func @host_libm(
// CHECK-NEXT: llvm.call @exp
// CHECK-NEXT: llvm.call @exp
// CHECK-NEXT: return
func.func @host_libm(%x: f64, %y: f64) -> (f64, f64) {
  %0 = region.math "exp"(%x) libm : (f64) -> f64
  %1 = region.math "exp"(%y) libm : (f64) -> f64
  return %0, %1 : f64, f64
}

// In f32, computed in f64.
// CHECK-LABEL: func.func @host_own(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-NOT: llvm.call
// CHECK: arith.extf %[[X]] : f32 to f64
// CHECK: %[[R:.*]] = arith.truncf %{{.*}} : f64 to f32
// All NaNs are one.
// CHECK: %[[NAN:.*]] = arith.cmpf une, %[[R]], %[[R]]
// CHECK: arith.select %[[NAN]], %{{.*}}, %[[R]]
// CHECK: return
func.func @host_own(%x: f32) -> f32 {
  %0 = region.math "expf"(%x) : (f32) -> f32
  return %0 : f32
}

// A choice that is worth a branch, and a loop.
// CHECK-LABEL: func.func @structure(
// CHECK: %{{.*}}:3 = scf.if %{{.*}} -> (f64, f64, f64) {
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : f64, f64, f64
// CHECK: } else {
// CHECK: scf.yield
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i64, i64) -> (i64, i64)
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : i64, i64
// CHECK: arith.remui
// CHECK: scf.yield %{{.*}}, %{{.*}} : i64, i64
// CHECK: return
func.func @structure(%x: f64, %y: f64) -> (f64, f64) {
  %0 = region.math "sin"(%x) : (f64) -> f64
  %1 = region.math "fmod"(%x, %y) : (f64, f64) -> f64
  return %0, %1 : f64, f64
}

// CHECK-LABEL: gpu.func @k(
// CHECK-NOT: llvm.call
// CHECK: math.roundeven
// CHECK: math.trunc
// CHECK: math.copysign
// CHECK: gpu.return
gpu.module @k {
  gpu.func @k(%ex: index, %ey: index, %ez: index, %p: !llvm.ptr, %x: f64) kernel {
    %0 = region.math "rint"(%x) : (f64) -> f64
    %1 = region.math "round"(%0) exact : (f64) -> f64
    llvm.store %1, %p {alignment = 8 : i64} : f64, !llvm.ptr
    gpu.return
  }
}

// CPU threads call the library's.
// CHECK: gpu.module @threads {
// CHECK: llvm.func @exp(f64) -> f64
// CHECK: llvm.call @exp(%{{.*}}) : (f64) -> f64
gpu.module @threads {
  gpu.func @threads(%x: f64, %p: !llvm.ptr) kernel attributes {region.threads_only = "it calls"} {
    %0 = region.math "exp"(%x) libm : (f64) -> f64
    llvm.store %0, %p : f64, !llvm.ptr
    gpu.return
  }
}

// A minimum of numbers that are not two unlike zeros: LLVM's on CPU threads, comparisons for all.
// CHECK: gpu.func @least_on_threads(
// CHECK-NEXT: %[[R:.*]] = llvm.intr.minnum(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
// CHECK-NEXT: llvm.store %[[R]]
// CHECK: gpu.func @least(%[[X:.*]]: f64, %[[Y:.*]]: f64, %
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[Y]], %[[X]]
// CHECK: %[[NEARER:.*]] = arith.select %[[LESS]], %[[Y]], %[[X]]
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK: arith.select %[[NAN]], %[[Y]], %[[NEARER]]
gpu.module @choices {
  gpu.func @least_on_threads(%x: f64, %y: f64, %p: !llvm.ptr) kernel attributes {region.threads_only = "it calls"} {
    %0 = region.math "fmin"(%x, %y) exact : (f64, f64) -> f64
    llvm.store %0, %p : f64, !llvm.ptr
    gpu.return
  }
  gpu.func @least(%x: f64, %y: f64, %p: !llvm.ptr) kernel {
    %0 = region.math "fmin"(%x, %y) exact : (f64, f64) -> f64
    llvm.store %0, %p : f64, !llvm.ptr
    gpu.return
  }
}
