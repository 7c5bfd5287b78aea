// Statements between parallel loops become loops of one iteration.
// RUN: %raddle-opt %s --gpu-serial --split-input-file | FileCheck %s

// A variable that only they use is the loop's own; what is computed from outside alone stays outside.
// CHECK-LABEL: llvm.func @between
// CHECK: affine.for %[[T:.*]] = 0 to
// CHECK: arith.addi %[[T]], %[[T]]
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: %[[OWN:.*]] = memref.alloca() : memref<f64>
// CHECK: affine.store %{{.*}}, %[[OWN]][]
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %[[OWN]][]
// CHECK: math.sqrt
// CHECK: affine.store
// CHECK-NEXT: } {region.parallel, region.serial}
// CHECK: affine.for
// CHECK: } {region.parallel}
llvm.func @between(%a: !llvm.ptr, %n: i64, %s: !llvm.ptr) {
  region.nest(%a, %n, %s : !llvm.ptr, i64, !llvm.ptr) attributes {function = "f", names = ["a", "n", "s"], objects = array<i64: 0, -1, 1>, live_out = array<i64: 1, 1, 0>} {
  ^bb0(%p: !llvm.ptr, %count: i64, %q: !llvm.ptr):
    %m = arith.index_cast %count : i64 to index
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f64
    %v = region.view %p[%c0] sizes[%m] strides[%c8] : !llvm.ptr -> memref<?xf64>
    %w = region.view %q[%c0] sizes[] strides[] : !llvm.ptr -> memref<f64>
    affine.for %t = 0 to %m {
      affine.store %zero, %w[] : memref<f64>
      affine.for %i = 0 to %m {
        %0 = affine.load %v[%i] : memref<?xf64>
        %1 = affine.load %w[] : memref<f64>
        %2 = arith.addf %1, %0 : f64
        affine.store %2, %w[] : memref<f64>
      }
      %x = affine.load %w[] : memref<f64>
      %y = math.sqrt %x : f64
      %twice = arith.addi %t, %t : index
      affine.store %y, %v[%t] : memref<?xf64>
      affine.for %i = 0 to %m {
        %0 = affine.load %v[%i] : memref<?xf64>
        %1 = arith.index_cast %twice : index to i64
        %2 = arith.sitofp %1 : i64 to f64
        %3 = arith.mulf %0, %2 : f64
        affine.store %3, %v[%i] : memref<?xf64>
      } {region.parallel}
    }
    region.yield
  }
  llvm.return
}

// -----

// Not: a value that a launch gets, a variable that is wanted behind, another array than the launch's, a loop for CPU threads, no loop at all.
// CHECK-LABEL: llvm.func @not
// CHECK-NOT: region.serial
llvm.func @not(%a: !llvm.ptr, %n: i64, %s: !llvm.ptr, %b: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %kept = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  region.nest(%a, %n, %kept, %b : !llvm.ptr, i64, !llvm.ptr, !llvm.ptr) attributes {function = "f", names = ["a", "n", "s", "b"], objects = array<i64: 0, -1, 1, 2>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%p: !llvm.ptr, %count: i64, %q: !llvm.ptr, %r: !llvm.ptr):
    %m = arith.index_cast %count : i64 to index
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %v = region.view %p[%c0] sizes[%m] strides[%c8] : !llvm.ptr -> memref<?xf64>
    %w = region.view %q[%c0] sizes[] strides[] : !llvm.ptr -> memref<f64>
    %u = region.view %r[%c0] sizes[%m] strides[%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %t = 0 to %m {
      %x = affine.load %v[%t] : memref<?xf64>
      affine.store %x, %v[0] : memref<?xf64>
      affine.for %i = 0 to %m {
        affine.store %x, %v[%i] : memref<?xf64>
      } {region.parallel}
      %y = affine.load %v[%t] : memref<?xf64>
      affine.store %y, %w[] : memref<f64>
      affine.store %y, %v[1] : memref<?xf64>
      affine.for %i = 0 to %m {
        affine.store %x, %v[%i] : memref<?xf64>
      } {region.parallel}
      %z = affine.load %u[%t] : memref<?xf64>
      affine.store %z, %u[0] : memref<?xf64>
    }
    region.yield
  }
  region.nest(%a, %n : !llvm.ptr, i64) attributes {function = "f", names = ["a", "n"], objects = array<i64: 0, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%p: !llvm.ptr, %count: i64):
    %m = arith.index_cast %count : i64 to index
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %v = region.view %p[%c0] sizes[%m] strides[%c8] : !llvm.ptr -> memref<?xf64>
    %c = arith.constant 1.0 : f64
    affine.for %t = 0 to %m {
      affine.store %c, %v[0] : memref<?xf64>
      affine.for %i = 0 to %m {
        affine.store %c, %v[%i] : memref<?xf64>
      } {region.parallel, region.threads_only = "it calls"}
    }
    affine.for %t = 0 to %m {
      %x = affine.load %v[%t] : memref<?xf64>
      affine.store %x, %v[0] : memref<?xf64>
    }
    region.yield
  }
  llvm.return
}
