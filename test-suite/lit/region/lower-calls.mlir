// Functions of the program are called by their addresses, on the host and in kernels for CPU threads.
// RUN: %raddle-opt %s --region-lower-calls | FileCheck %s --implicit-check-not=region.call

// CHECK-LABEL: func.func @host
// CHECK-SAME: (%[[F:.*]]: i64, %[[X:.*]]: f64, %[[P:.*]]: i64, %[[C:.*]]: i8)
func.func @host(%f: i64, %x: f64, %p: i64, %c: i8) -> f64 {
  // CHECK: %[[A:.*]] = llvm.inttoptr %[[F]] : i64 to !llvm.ptr
  // CHECK: %[[Q:.*]] = llvm.inttoptr %[[P]] : i64 to !llvm.ptr
  // CHECK: %[[Y:.*]] = llvm.call %[[A]](%[[X]], %[[Q]], %[[C]]) : !llvm.ptr, (f64, !llvm.ptr, i8 {llvm.signext}) -> f64
  // CHECK: return %[[Y]]
  %y = region.call "f" at %f(%x, %p, %c) pointers [1] {picoseconds = 1000 : i64, arg_attrs = [{}, {}, {llvm.signext}]} : (f64, i64, i8) -> f64
  return %y : f64
}

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @kernel
  // CHECK: llvm.call %{{.*}}(%{{.*}}) : !llvm.ptr, (f64) -> f64
  gpu.func @kernel(%f: i64, %x: f64) kernel attributes {region.threads_only} {
    %y = region.call "f" at %f(%x) {picoseconds = 1000 : i64} : (f64) -> f64
    gpu.return
  }
}
