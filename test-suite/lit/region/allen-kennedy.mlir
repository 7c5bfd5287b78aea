// Allen and Kennedy's distribution by levels (Fig 4.5 of the Par4All thesis):
//     a[i][j] = x;  b[i][j] = b[i][j-1] + a[i][j] * c[i-1][j];  c[i][j] = 2 * b[i][j] + a[i][j]
// becomes a nest for a with both loops parallel, and i sequential { j sequential: b } { j parallel: c }.
// RUN: %raddle-opt %s --region-distribute=mode=maximal --region-parallelize 2>/dev/null | FileCheck %s

// CHECK-LABEL: llvm.func @fig45
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %{{.*}}, %[[A:[0-9]+]][
// CHECK-NEXT: } {region.parallel}
// CHECK-NEXT: } {region.parallel}
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: affine.store
// CHECK-NEXT: } {region.sequential
// CHECK-NEXT: affine.for
// CHECK: affine.store
// CHECK-NEXT: } {region.parallel}
// CHECK-NEXT: } {region.sequential
llvm.func @fig45(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64, %x: f64) {
  region.nest (%p, %q, %r, %n, %x : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64, f64) attributes {function = "fig45",
      names = ["a", "b", "c", "n", "x"], objects = array<i64: 0, 1, 2, -1, -1>, live_out = array<i64: 1, 1, 1, 1, 1>} {
  ^bb0(%ap: !llvm.ptr, %bp: !llvm.ptr, %cp: !llvm.ptr, %m: i64, %y: f64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %two = arith.constant 2.0 : f64
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %A = region.view %ap [%c0] sizes [%s, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %bp [%c0] sizes [%s, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %cp [%c0] sizes [%s, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 1 to %s {
      affine.for %j = 1 to %s {
        affine.store %y, %A[%i, %j] : memref<?x?xf64>
        %b0 = affine.load %B[%i, %j - 1] : memref<?x?xf64>
        %a0 = affine.load %A[%i, %j] : memref<?x?xf64>
        %c1 = affine.load %C[%i - 1, %j] : memref<?x?xf64>
        %t = arith.mulf %a0, %c1 : f64
        %u = arith.addf %b0, %t : f64
        affine.store %u, %B[%i, %j] : memref<?x?xf64>
        %b1 = affine.load %B[%i, %j] : memref<?x?xf64>
        %a1 = affine.load %A[%i, %j] : memref<?x?xf64>
        %v = arith.mulf %two, %b1 : f64
        %w = arith.addf %v, %a1 : f64
        affine.store %w, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}
