// Own and upstream passes mix, as flags and in textual pipelines, with options; registered pipelines are flags too.
// RUN: %raddle-opt %s --region-parallelize --canonicalize | FileCheck %s
// RUN: %raddle-opt %s --pass-pipeline='builtin.module(func.func(cse),region-parallelize,canonicalize)' | FileCheck %s
// RUN: %raddle-opt %s --raddle-analyze | FileCheck %s
// RUN: %raddle-opt %s --gpu-transfers='scheme=naive' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: %raddle-opt %s --region-parallelize --mlir-print-ir-after-all 2>&1 >/dev/null | FileCheck %s --check-prefix=AFTER
// RUN: %raddle-opt --help | FileCheck %s --check-prefix=HELP

// CHECK: affine.for
// CHECK: {region.parallel}
// DUMP: gpu-transfers{scheme=naive}
// AFTER: IR Dump After region-parallelize (region-parallelize)
// HELP: OVERVIEW: raddle-opt
// HELP: --gpu-transfers
// HELP-NEXT: --scheme=<string>
// HELP: --region-parallelize
func.func @f(%p: !llvm.ptr) {
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: 0>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %v = region.view %a [%c0] sizes [%c8] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to 8 {
      %x = affine.load %v[%i] : memref<?xf64>
      affine.store %x, %v[%i] : memref<?xf64>
    }
  }
  return
}
