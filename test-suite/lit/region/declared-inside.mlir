// A scalar moves into the loop that stores to it first. Not an array, whose other elements may be of the iteration before, nor a scalar that is
// read first. What is never read goes.
// RUN: %raddle-opt %s --region-privatize | FileCheck %s

// CHECK-LABEL: region.nest
// CHECK: affine.for
// CHECK-NEXT: %{{.*}} = memref.alloca() : memref<2xf64>
// CHECK: memref.alloca() : memref<f64>
// CHECK-NEXT: affine.store
// CHECK-NOT: memref<i32>
// CHECK: affine.for
// CHECK: memref.alloca() : memref<f64>
// CHECK-NEXT: affine.store
// CHECK-NOT: memref.alloca
func.func @f(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  region.nest(%p, %n : !llvm.ptr, index) attributes {function = "f", live_out = array<i64: 1, 1>, names = ["a", "n"], objects = array<i64: 0, -1>} {
  ^bb0(%a: !llvm.ptr, %size: index):
    %zero = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %row = arith.muli %size, %c8 : index
    %view = region.view %a [%zero] sizes [%size, %size] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %size {
      %array = memref.alloca() : memref<2xf64>
      %kept = memref.alloca() : memref<f64>
      %first = memref.alloca() : memref<f64>
      %unread = memref.alloca() : memref<i32>
      %one = arith.constant 1.0 : f64
      %number = arith.constant 1 : i32
      affine.store %one, %kept[] : memref<f64>
      affine.store %number, %unread[] : memref<i32>
      affine.for %j = 0 to %size {
        %x = affine.load %view[%i, %j] : memref<?x?xf64>
        affine.store %x, %first[] : memref<f64>
        affine.store %x, %array[0] : memref<2xf64>
        %y = affine.load %array[1] : memref<2xf64>
        %z = affine.load %kept[] : memref<f64>
        %w = affine.load %first[] : memref<f64>
        %s = arith.addf %y, %z : f64
        %t = arith.addf %s, %w : f64
        affine.store %t, %view[%i, %j] : memref<?x?xf64>
        affine.store %w, %array[1] : memref<2xf64>
        affine.store %w, %kept[] : memref<f64>
      }
    }
  }
  return
}
