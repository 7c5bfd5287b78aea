// Accesses through views become loads and stores: host code steps along each dimension, kernels add up one byte offset.
// RUN: not %raddle-opt %s --region-lower-views --split-input-file 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR --input-file %t

// A constant stride is the step's element type, and no multiplication is written.
// CHECK-LABEL: func.func @constant
// CHECK-NOT: arith.muli
// CHECK: %[[ROW:.*]] = llvm.getelementptr nusw %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<80 x i8>
// CHECK: %[[ELEM:.*]] = llvm.getelementptr nusw %[[ROW]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK: llvm.load %[[ELEM]] {alignment = 8 : i64} : !llvm.ptr -> f64
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : f64, !llvm.ptr
func.func @constant(%p: !llvm.ptr, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %c80 = arith.constant 80 : index
  %A = region.view %p [%c0] sizes [%c10, %c10] strides [%c80, %c8] : !llvm.ptr -> memref<10x10xf64>
  %v = memref.load %A[%i, %j] : memref<10x10xf64>
  memref.store %v, %A[%j, %i] : memref<10x10xf64>
  return
}

// A field of structs: an offset in bytes, then steps of whole structs; a stride that is known when the program runs is multiplied.
// CHECK-LABEL: func.func @field
// CHECK: %[[FIELD:.*]] = llvm.getelementptr nusw %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
// CHECK: %[[CAST:.*]] = arith.index_cast %[[BYTES]] : index to i64
// CHECK: %[[ROW:.*]] = llvm.getelementptr nusw %[[FIELD]][%[[CAST]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[ELEM:.*]] = llvm.getelementptr nusw %[[ROW]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<12 x i8>
// CHECK: llvm.load %[[ELEM]] {alignment = 4 : i64} : !llvm.ptr -> i32
func.func @field(%p: !llvm.ptr, %n: index, %i: index, %j: index) -> i32 {
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %A = region.view %p [%c4] sizes [%n, %n] strides [%n, %c12] : !llvm.ptr -> memref<?x?xi32>
  %v = memref.load %A[%i, %j] : memref<?x?xi32>
  return %v : i32
}

// A scalar lies at its base.
// CHECK-LABEL: func.func @scalar
// CHECK-NOT: llvm.getelementptr
// CHECK: llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> f64
func.func @scalar(%p: !llvm.ptr) -> f64 {
  %c0 = arith.constant 0 : index
  %A = region.view %p [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
  %v = memref.load %A[] : memref<f64>
  return %v : f64
}

// CHECK-LABEL: gpu.func @kernel
// CHECK: %[[ROWS:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
// CHECK: %[[COLUMNS:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
// CHECK: %[[SUM:.*]] = arith.addi %[[ROWS]], %[[COLUMNS]] overflow<nsw> : index
// CHECK: %[[BYTES:.*]] = arith.index_cast %[[SUM]] : index to i64
// CHECK: %[[ELEM:.*]] = llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.store %{{.*}}, %[[ELEM]] {alignment = 8 : i64} : f64, !llvm.ptr
gpu.module @kernels {
  gpu.func @kernel(%p: !llvm.ptr, %v: f64) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c10 = arith.constant 10 : index
    %c80 = arith.constant 80 : index
    %i = gpu.global_id x
    %j = gpu.global_id y
    %A = region.view %p [%c0] sizes [%c10, %c10] strides [%c80, %c8] : !llvm.ptr -> memref<10x10xf64>
    memref.store %v, %A[%i, %j] : memref<10x10xf64>
    gpu.return
  }
}

// -----

// ERROR: 'memref.dim' on a view has no lowering
func.func @other_use(%p: !llvm.ptr) -> index {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %A = region.view %p [%c0] sizes [%c8] strides [%c8] : !llvm.ptr -> memref<8xf64>
  %d = memref.dim %A, %c0 : memref<8xf64>
  return %d : index
}
