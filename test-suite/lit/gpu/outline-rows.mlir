// The loop along rows is on x, wherever it stands: all loops of the grid are parallel. Not if the innermost one goes along rows, too, or
// rows are known to be short.
// RUN: %raddle-opt %s --raddle-analyze --gpu-outline 2>/dev/null | FileCheck %s

// x, the first id, is the column.
// CHECK-LABEL: llvm.func @turned
// CHECK: affine.max
// CHECK: %[[COLUMNS:.*]] = arith.maxsi
// CHECK: affine.max
// CHECK: %[[ROWS:.*]] = arith.maxsi
// CHECK: region.launch {{.*}} extents(%[[COLUMNS]], %[[ROWS]],
// CHECK-LABEL: llvm.func @both
// CHECK: affine.max
// CHECK: %[[OUTER:.*]] = arith.maxsi
// CHECK: affine.max
// CHECK: %[[INNER:.*]] = arith.maxsi
// CHECK: region.launch {{.*}} extents(%[[INNER]], %[[OUTER]],
// CHECK-LABEL: llvm.func @narrow
// CHECK: affine.max
// CHECK: %[[SHORT:.*]] = arith.maxsi
// CHECK: affine.max
// CHECK: %[[LONG:.*]] = arith.maxsi
// CHECK: region.launch {{.*}} extents(%[[LONG]], %[[SHORT]],
// CHECK-LABEL: gpu.module @turned
// CHECK: region.nest(%[[X:.*]], %[[Y:.*]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
// CHECK-NEXT: ^bb0(%[[X1:.*]]: index, %[[Y1:.*]]: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr):
// CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %[[Y1]]
// CHECK: %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[X1]]
// CHECK: affine.load %{{.*}}[%[[ROW]], %[[COLUMN]]]

llvm.func @turned(%p: !llvm.ptr, %q: !llvm.ptr) {
  region.nest (%p, %q : !llvm.ptr, !llvm.ptr) attributes {
      function = "turned", names = ["a", "b"], objects = array<i64: 1, 2>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %cn = arith.constant 400 : index
    %cm = arith.constant 5000 : index
    %row = arith.muli %cm, %c8 : index
    %A = region.view %a [%c0] sizes [%cn, %cm] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%cn, %cm] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to 5000 {
      affine.for %j = 0 to 400 {
        %v = affine.load %A[%j, %i] : memref<?x?xf64>
        affine.store %v, %B[%j, %i] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

llvm.func @both(%p: !llvm.ptr, %q: !llvm.ptr) {
  region.nest (%p, %q : !llvm.ptr, !llvm.ptr) attributes {
      function = "both", names = ["a", "b"], objects = array<i64: 1, 2>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %cn = arith.constant 5000 : index
    %row = arith.muli %cn, %c8 : index
    %A = region.view %a [%c0] sizes [%cn, %cn] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%cn, %cn] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to 5000 {
      affine.for %j = 0 to 400 {
        %v = affine.load %A[%j, %i] : memref<?x?xf64>
        affine.store %v, %B[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

llvm.func @narrow(%p: !llvm.ptr, %q: !llvm.ptr) {
  region.nest (%p, %q : !llvm.ptr, !llvm.ptr) attributes {
      function = "narrow", names = ["a", "b"], objects = array<i64: 1, 2>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %cn = arith.constant 3 : index
    %row = arith.muli %cn, %c8 : index
    %A = region.view %a [%c0] sizes [%cn, %cn] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%cn, %cn] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 5000 {
        %v = affine.load %A[%j, %i] : memref<?x?xf64>
        affine.store %v, %B[%j, %i] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}
