// Each loop is marked as parallel, or with the dependence that keeps it sequential.
// RUN: %raddle-opt %s --region-parallelize 2>&1 | FileCheck %s

// A stencil from one array to another: parallel. The same in place: a flow and an anti dependence.
// CHECK: parallelize.mlir:24:5: remark: loop is sequential: flow on 'a'
// CHECK-LABEL: llvm.func @stencil
// CHECK: affine.for
// CHECK: } {region.parallel}
// CHECK: affine.for
// CHECK: } {region.sequential = "flow on 'a': {{.*}}parallelize.mlir:{{[0-9]+}}:{{[0-9]+}} -> {{.*}}"}
llvm.func @stencil(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "stencil", names = ["a", "b", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %B = region.view %b [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to %s {
      %v = affine.load %A[%i - 1] : memref<?xf64>
      affine.store %v, %B[%i] : memref<?xf64>
    }
    affine.for %i = 1 to %s {
      %v = affine.load %A[%i - 1] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// Even and odd elements do not meet, though the ranges interleave: exact sets see it.
// CHECK-LABEL: llvm.func @even_odd
// CHECK: } {region.parallel}
llvm.func @even_odd(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "even_odd", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %s {
      %v = affine.load %A[2 * %i + 1] : memref<?xi32>
      affine.store %v, %A[2 * %i] : memref<?xi32>
    }
  }
  llvm.return
}

// Correlation's update of a symmetric matrix: row i and column i of different iterations never meet (a convex hull would).
// CHECK-LABEL: llvm.func @symmetric
// CHECK: } {region.parallel}
// CHECK: } {region.parallel}
llvm.func @symmetric(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "symmetric", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %one = arith.constant 1.0 : f64
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = affine_map<(d0) -> (d0)>(%i) to %s {
        affine.store %one, %A[%i, %j] : memref<?x?xf64>
        %v = affine.load %A[%i, %j] : memref<?x?xf64>
        affine.store %v, %A[%j, %i] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// Two views of one pointer with different shapes are one array; two fields of one array of structs are two.
// CHECK-LABEL: llvm.func @shapes
// CHECK: } {region.sequential = "{{.*}} on 'a'
// CHECK: } {region.parallel}
llvm.func @shapes(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "shapes", names = ["a", "b", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %s = arith.index_cast %m : i64 to index
    %A0 = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %A1 = region.view %a [%c16] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %X = region.view %b [%c0] sizes [%s] strides [%c16] : !llvm.ptr -> memref<?xf64>
    %Y = region.view %b [%c8] sizes [%s] strides [%c16] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to %s {
      %v = affine.load %A0[%i] : memref<?xf64>
      affine.store %v, %A1[%i] : memref<?xf64>
    }
    affine.for %i = 1 to %s {
      %v = affine.load %X[%i - 1] : memref<?xf64>
      affine.store %v, %Y[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// A condition that is not affine makes accesses approximate, not invisible.
// CHECK-LABEL: llvm.func @conditional
// CHECK: } {region.sequential = "{{.*}} on 'a'
llvm.func @conditional(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "conditional", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f64
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to %s {
      %v = affine.load %A[%i] : memref<?xf64>
      %c = arith.cmpf olt, %v, %zero : f64
      scf.if %c {
        affine.store %zero, %A[%i - 1] : memref<?xf64>
      }
    }
  }
  llvm.return
}

// struct { double x[3]; short m; } a[n]: a field that is an array and one that is a scalar lie apart; x[3] and a field inside of its
// bytes do not.
// CHECK-LABEL: llvm.func @records
// CHECK: } {region.parallel}
// CHECK: } {region.sequential = "{{.*}} on 'a'
llvm.func @records(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "records", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c24 = arith.constant 24 : index
    %c32 = arith.constant 32 : index
    %unknown = arith.constant -1 : index
    %s = arith.index_cast %m : i64 to index
    %X = region.view %a [%c0] sizes [%unknown, %c3] strides [%c32, %c8] : !llvm.ptr -> memref<?x3xf64>
    %M = region.view %a [%c24] sizes [%unknown] strides [%c32] : !llvm.ptr -> memref<?xi16>
    affine.for %i = 1 to %s {
      %v = affine.load %X[%i - 1, 2] : memref<?x3xf64>
      %w = arith.fptosi %v : f64 to i16
      affine.store %w, %M[%i] : memref<?xi16>
    }
  }
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "records", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %unknown = arith.constant -1 : index
    %s = arith.index_cast %m : i64 to index
    %X = region.view %a [%c0] sizes [%unknown, %c3] strides [%c32, %c8] : !llvm.ptr -> memref<?x3xf64>
    %M = region.view %a [%c16] sizes [%unknown] strides [%c32] : !llvm.ptr -> memref<?xi16>
    affine.for %i = 1 to %s {
      %v = affine.load %X[%i - 1, 2] : memref<?x3xf64>
      %w = arith.fptosi %v : f64 to i16
      affine.store %w, %M[%i] : memref<?xi16>
    }
  }
  llvm.return
}

// A view that moves with the loop: equal subscripts are different elements, and here different ones are equal.
// CHECK-LABEL: llvm.func @moving
// CHECK: } {region.sequential = "memory that is no view"}
llvm.func @moving(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "moving", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c4 = arith.constant 4 : index
    %back = arith.constant -4 : index
    %s = arith.index_cast %m : i64 to index
    affine.for %i = 0 to %s {
      %o = arith.muli %i, %back : index
      %A = region.view %a [%o] sizes [%s] strides [%c4] : !llvm.ptr -> memref<?xi32>
      %v = arith.index_cast %i : index to i32
      affine.store %v, %A[%i] : memref<?xi32>
    }
  }
  llvm.return
}

// Alternatives whose product is too large for the analysis: it gives up, says so, and assumes the worst.
// CHECK-LABEL: llvm.func @hard
// CHECK: affine.for
// CHECK: } {region.sequential = "the analysis of 'a' needs more steps than it is allowed: {{.*}} -> {{.*}}"}
llvm.func @hard(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "hard", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.if affine_set<(i, j) : (i mod 7 - 1 == 0, j mod 9 - 2 == 0)>(%i, %j) {
        } else {
          affine.if affine_set<(i, j) : (i mod 11 - 1 == 0, j mod 13 - 2 == 0)>(%i, %j) {
          } else {
            affine.if affine_set<(i, j) : (i mod 13 - 1 == 0, j mod 15 - 2 == 0)>(%i, %j) {
            } else {
              affine.if affine_set<(i, j) : (i mod 17 - 1 == 0, j mod 19 - 2 == 0)>(%i, %j) {
              } else {
                %v = affine.load %A[13 * %i + 29 * %j] : memref<?xf64>
                affine.store %v, %A[17 * %i + 31 * %j] : memref<?xf64>
              }
            }
          }
        }
      }
    }
  }
  llvm.return
}
