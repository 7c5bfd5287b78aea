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

// A stride of so many elements names the element, and so does one of rows of elements: LLVM tells a stride of one element from others.
// CHECK-LABEL: func.func @strided
// CHECK: %[[ELEMENTS:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
// CHECK: %[[INDEX:.*]] = arith.muli %{{.*}}, %[[ELEMENTS]] overflow<nsw> : index
// CHECK: %[[CAST:.*]] = arith.index_cast %[[INDEX]] : index to i64
// CHECK: %[[ROW:.*]] = llvm.getelementptr nusw %{{.*}}[%[[CAST]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK: llvm.getelementptr nusw %[[ROW]]
func.func @strided(%p: !llvm.ptr, %n: index, %m: index, %i: index, %j: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %unknown = arith.constant -1 : index
  %rows = arith.muli %n, %c8 : index
  %planes = arith.muli %rows, %m : index
  %A = region.view %p [%c0] sizes [%unknown, %m] strides [%planes, %rows] : !llvm.ptr -> memref<?x?xf64>
  %v = memref.load %A[%i, %j] : memref<?x?xf64>
  return %v : f64
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

// What varies in a distance of so many elements is a number of elements, behind the bytes of the rest.
// CHECK-LABEL: gpu.func @distance
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[N:.*]]: index, %[[FIRST:.*]]: index, %{{.*}}: f64)
// CHECK: %[[START:.*]] = arith.muli %[[FIRST]], %{{.*}} overflow<nsw> : index
// CHECK: %[[BYTES:.*]] = arith.index_cast %[[START]] : index to i64
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[P]][%[[BYTES]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[ELEMENTS:.*]] = arith.muli %{{.*}}, %[[N]] overflow<nsw> : index
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[ELEMENTS]] : index to i64
// CHECK: %[[ELEM:.*]] = llvm.getelementptr nusw %[[AT]][%[[INDEX]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK: llvm.store %{{.*}}, %[[ELEM]]
// Where both indices vary, all is bytes.
// CHECK: llvm.getelementptr %[[P]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.store
gpu.module @distances {
  gpu.func @distance(%p: !llvm.ptr, %n: index, %first: index, %v: f64) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %minus = arith.constant -1 : index
    %row = arith.muli %n, %c8 : index
    %i = gpu.global_id x
    %A = region.view %p [%c0] sizes [%minus, %n] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    memref.store %v, %A[%i, %first] : memref<?x?xf64>
    memref.store %v, %A[%i, %i] : memref<?x?xf64>
    gpu.return
  }
}

// Work items share elements; host code does not, and has the old value, too.
// CHECK-LABEL: func.func @update
// CHECK: %[[OLD:.*]] = llvm.load %[[AT:.*]] {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK: scf.if
// CHECK-NEXT: llvm.store %{{.*}}, %[[AT]] {alignment = 8 : i64} : i64, !llvm.ptr
// CHECK: return %[[OLD]] : i64
func.func @update(%p: !llvm.ptr, %v: i64, %i: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %A = region.view %p [%c0] sizes [%c8] strides [%c8] : !llvm.ptr -> memref<8xi64>
  %old = memref.atomic_rmw maxu %v, %A[%i] : (i64, memref<8xi64>) -> i64
  return %old : i64
}

// CHECK-LABEL: gpu.func @updates
// CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} monotonic {alignment = 4 : i64} : !llvm.ptr, i32
// CHECK: llvm.atomicrmw _and
// CHECK: llvm.atomicrmw _or
// CHECK: llvm.atomicrmw _xor
// CHECK: llvm.atomicrmw min
// CHECK: llvm.atomicrmw max
// CHECK: llvm.atomicrmw umin
// CHECK: llvm.atomicrmw umax
gpu.module @update_kernels {
  gpu.func @updates(%p: !llvm.ptr, %v: i32) kernel {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %i = gpu.global_id x
    %A = region.view %p [%c0] sizes [%c8] strides [%c4] : !llvm.ptr -> memref<8xi32>
    %0 = memref.atomic_rmw addi %v, %A[%i] : (i32, memref<8xi32>) -> i32
    %1 = memref.atomic_rmw andi %v, %A[%i] : (i32, memref<8xi32>) -> i32
    %2 = memref.atomic_rmw ori %v, %A[%i] : (i32, memref<8xi32>) -> i32
    %3 = memref.atomic_rmw xori %v, %A[%i] : (i32, memref<8xi32>) -> i32
    %4 = memref.atomic_rmw mins %v, %A[%i] : (i32, memref<8xi32>) -> i32
    %5 = memref.atomic_rmw maxs %v, %A[%i] : (i32, memref<8xi32>) -> i32
    %6 = memref.atomic_rmw minu %v, %A[%i] : (i32, memref<8xi32>) -> i32
    %7 = memref.atomic_rmw maxu %v, %A[%i] : (i32, memref<8xi32>) -> i32
    gpu.return
  }
}

// -----

// ERROR: an atomic update of this kind has no lowering
func.func @other_kind(%p: !llvm.ptr, %v: f64) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %A = region.view %p [%c0] sizes [%c8] strides [%c8] : !llvm.ptr -> memref<8xf64>
  %old = memref.atomic_rmw addf %v, %A[%c0] : (f64, memref<8xf64>) -> f64
  return
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
