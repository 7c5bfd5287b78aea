// Dense products get a version in tiles behind two checks; the loop itself stays as the other branch.
// RUN: %raddle-opt %s --split-input-file --region-tile="tile=8 depth=16" 2>/dev/null | FileCheck %s

// Eight rows by 32 columns are a tile of the grid. The columns that full register tiles read are packed before. Where a register tile is
// full, its rows and lanes are constants; where it is not, its loops end with the arrays, and nothing is read from the copy.
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0) -> (d0 * 4)>
// CHECK-DAG: #[[ALL_ROWS:.*]] = affine_map<(d0) -> (d0 * 4 + 4)>
// CHECK-DAG: #[[SOME_ROWS:.*]] = affine_map<(d0)[s0] -> (s0, d0 * 4 + 4)>
// CHECK-DAG: #[[LANES:.*]] = affine_map<(d0) -> (d0 * 8)>
// CHECK-DAG: #[[ALL_LANES:.*]] = affine_map<(d0) -> (d0 * 8 + 8)>
// CHECK-DAG: #[[SOME_LANES:.*]] = affine_map<(d0)[s0] -> (s0, d0 * 8 + 8)>
// CHECK-DAG: #[[LANE_OF:.*]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK-LABEL: llvm.func @product(
// CHECK: %[[A:.*]] = region.view
// CHECK: %[[B:.*]] = region.view
// CHECK: %[[C:.*]] = region.view
// CHECK: arith.cmpi sge, %{{.*}}, %c8{{.*}}
// CHECK: arith.cmpi sge, %{{.*}}, %c8{{.*}}
// CHECK: arith.cmpi sge, %{{.*}}, %c8{{.*}}
// CHECK: %[[PAYS:.*]] = region.may_pay %{{.*}} {threads}
// CHECK-NEXT: scf.if %[[PAYS]] -> (i1) {
// CHECK: %[[APART:.*]] = region.disjoint
// CHECK-SAME: flags = array<i64: 1, 1, 3>
// CHECK: scf.if %{{.*}} -> (i64) {
// CHECK-NEXT: region.choose
// CHECK: %[[TAKES:.*]] = arith.trunci
// CHECK-NEXT: scf.if %[[TAKES]] {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[PACK:.*]] = memref.alloca() : memref<16x8xf64>
// CHECK-NEXT: affine.for %[[DEPTH:.*]] = 0
// CHECK-NEXT: affine.for %[[COLUMNS:.*]] =
// CHECK: affine.if
// CHECK-NEXT: affine.for %[[K:.*]] =
// CHECK-NEXT: affine.for %[[LANE:.*]] = 0 to 8 {
// CHECK-NEXT: %[[COLUMN:.*]] = affine.apply #[[LANE_OF]](%[[COLUMNS]], %[[LANE]])
// CHECK-NEXT: %[[COPIED:.*]] = affine.load %[[B]][%[[K]], %[[COLUMN]]]
// CHECK-NEXT: affine.store %[[COPIED]], %[[PACK]][%[[K]] - %[[DEPTH]] * 16, %[[LANE]]]
// CHECK: affine.for %[[TILE:.*]] =
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for %[[K:.*]] =
// CHECK-NEXT: affine.for %[[I:.*]] = #[[ROWS]](%[[TILE]]) to #[[ALL_ROWS]](%[[TILE]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = #[[LANES]](%[[COLUMNS]]) to #[[ALL_LANES]](%[[COLUMNS]]) {
// CHECK-NEXT: affine.load %[[A]][%[[I]], %[[K]]]
// CHECK-NEXT: affine.load %[[PACK]][%[[K]] - %[[DEPTH]] * 16, %[[J]] - %[[COLUMNS]] * 8]
// CHECK-NEXT: affine.load %[[C]][%[[I]], %[[J]]]
// CHECK: affine.store %{{.*}}, %[[C]][%[[I]], %[[J]]]
// CHECK-NEXT: } {region.fallback, region.threads_only = "it belongs to a version for CPU threads", region.tiled}
// CHECK-NEXT: }
// CHECK-NEXT: } {region.fallback, region.registers,
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for %[[K:.*]] =
// CHECK-NEXT: affine.for %[[I:.*]] = #[[ROWS]](%[[TILE]]) to min #[[SOME_ROWS]](%[[TILE]])
// CHECK-NEXT: affine.for %[[J:.*]] = #[[LANES]](%[[COLUMNS]]) to min #[[SOME_LANES]](%[[COLUMNS]])
// CHECK-NEXT: affine.load %[[A]][%[[I]], %[[K]]]
// CHECK-NEXT: affine.load %[[B]][%[[K]], %[[J]]]
// CHECK-NOT: region.registers
// CHECK: } {region.fallback, region.grid,
// CHECK-NEXT: } {region.fallback, region.grid,
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[S:[0-9a-z]*]] {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %[[S]] {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to %[[S]] {
// CHECK-NEXT: affine.load %[[A]][%[[I]], %[[K]]]
// CHECK-NEXT: affine.load %[[B]][%[[K]], %[[J]]]
// CHECK-NEXT: affine.load %[[C]][%[[I]], %[[J]]]
// CHECK: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NOT: affine.for
llvm.func @product(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "product", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to %s {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// The sum is kept in a variable: each iteration of a tile has its own, as long as the tile runs.
// CHECK-LABEL: llvm.func @accumulator(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: region.disjoint
// CHECK: affine.for %[[ROWS:.*]] = 0
// CHECK-NEXT: affine.for %[[COLUMNS:.*]] = 0
// CHECK-NEXT: memref.alloca() : memref<16x8xf64>
// CHECK-NEXT: %[[SUMS:.*]] = memref.alloca() : memref<8x32xf64>
// CHECK-NEXT: affine.for %[[I:.*]] =
// CHECK-NEXT: affine.for %[[J:.*]] =
// CHECK: affine.store %{{.*}}, %[[SUMS]][%[[I]] - %[[ROWS]] * 8, %[[J]] - %[[COLUMNS]] * 32] : memref<8x32xf64>
// CHECK: affine.for %[[I:.*]] = #{{.*}} to #{{.*}} {
// CHECK: affine.load %[[SUMS]][%[[I]] - %[[ROWS]] * 8, %[[J:.*]] - %[[COLUMNS]] * 32] : memref<8x32xf64>
// CHECK: affine.store %{{.*}}, %[[SUMS]][%[[I]] - %[[ROWS]] * 8, %[[J]] - %[[COLUMNS]] * 32] : memref<8x32xf64>
// CHECK: region.registers
// CHECK: affine.load %[[SUMS]]
// CHECK: affine.store %{{.*}}, %[[SUMS]]
// CHECK: %[[SUM:.*]] = affine.load %[[SUMS]][%[[I:.*]] - %[[ROWS]] * 8, %[[J:.*]] - %[[COLUMNS]] * 32] : memref<8x32xf64>
// CHECK-NEXT: affine.store %[[SUM]], %{{.*}}[%[[I]], %[[J]]] : memref<?x?xf64>
// CHECK: region.grid
// CHECK: } else {
// CHECK: memref.alloca() : memref<f64>
llvm.func @accumulator(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "accumulator", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %zero = arith.constant 0.0 : f64
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        %t = memref.alloca() : memref<f64>
        affine.store %zero, %t[] : memref<f64>
        affine.for %k = 0 to %s {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %t[] : memref<f64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %t[] : memref<f64>
        }
        %v = affine.load %t[] : memref<f64>
        affine.store %v, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// -----

// A variable with what could be read again: it is read where it is used, in the version alone.
// CHECK-LABEL: llvm.func @kept(
// CHECK: %[[A:.*]] = region.view
// CHECK: region.disjoint
// CHECK: scf.if
// CHECK-NOT: memref<f64>
// CHECK: affine.load %[[A]]
// CHECK: region.registers
// CHECK-NOT: memref<f64>
// CHECK: } else {
// CHECK: affine.load %[[A]]
// CHECK: region.grid
// CHECK: } else {
// CHECK: memref.alloca() : memref<f64>
llvm.func @kept(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "kept", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %k = 0 to %s {
        %t = memref.alloca() : memref<f64>
        %x = affine.load %A[%i, %k] : memref<?x?xf64>
        affine.store %x, %t[] : memref<f64>
        affine.for %j = 0 to %s {
          %w = affine.load %t[] : memref<f64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %w, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// A triangle: tiles that the diagonal cuts are not full, and end with it.
// CHECK-DAG: #[[FULL:.*]] = affine_set<(d0, d1)[s0] : (d0 - (d1 * 2 + 2) >= 0, -(d0 * 4 + 4) + s0 >= 0)>
// CHECK-DAG: #[[ALL_LANES:.*]] = affine_map<(d0) -> (d0 * 8 + 8)>
// CHECK-DAG: #[[SOME_LANES:.*]] = affine_map<(d0, d1) -> (d0 * 8 + 8, d1 + 1)>
// CHECK-LABEL: llvm.func @triangle(
// CHECK: region.disjoint
// CHECK: affine.store %{{.*}}, %{{.*}} : memref<16x8xf64>
// CHECK: affine.for %[[TILE:.*]] =
// CHECK-NEXT: affine.if #[[FULL]](%[[TILE]], %[[COLUMNS:.*]])[
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for %{{.*}} to #[[ALL_LANES]](%[[COLUMNS]]) {
// CHECK: region.registers
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for %[[I:.*]] = {{.*}} to min
// CHECK-NEXT: affine.for {{.*}} to min #[[SOME_LANES]](%[[COLUMNS]], %[[I]]) {
llvm.func @triangle(%n: i64, %pa: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pc, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "triangle", names = ["A", "C", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %k = 0 to %s {
        affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %A[%j, %k] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// Rows behind pointers: the check looks at each row, which is a call, so it comes last.
// CHECK-LABEL: llvm.func @rows(
// CHECK: %[[PAYS:.*]] = region.may_pay %{{.*}} {threads}
// CHECK-NEXT: scf.if %[[PAYS]] -> (i1) {
// CHECK-NEXT: region.disjoint {{.*}} names = ["A", "A", "B", "B", "C", "C"]
// CHECK: scf.if
// CHECK: affine.store %{{.*}}, %{{.*}} : memref<16x8xf64>
// CHECK: region.registers
// CHECK: region.grid
// CHECK: } else {
llvm.func @rows(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "rows", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%c8, %c8] {region.rows = 1 : i64} : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%c8, %c8] {region.rows = 1 : i64} : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%c8, %c8] {region.rows = 1 : i64} : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to %s {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// A copy of the rows above would be made before they are finished, as they change in the same tile: there is none. Tiles of rows
// run one after the other, so the grid is of columns alone.
// CHECK-LABEL: llvm.func @without_copy(
// CHECK: region.disjoint
// CHECK: scf.if
// CHECK-NOT: memref.alloca
// CHECK: region.registers
// CHECK-NOT: memref.alloca
// CHECK: region.grid
// CHECK-NOT: region.grid
// CHECK: llvm.return
llvm.func @without_copy(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr) {
  region.nest (%pa, %pb, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "without_copy", names = ["A", "B", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
          %x = affine.load %A[%k, %j] : memref<?x?xf64>
          %y = affine.load %B[%i, %k] : memref<?x?xf64>
          %z = affine.load %A[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %A[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// Of many products, each has tiles of its own: the loop around them is the first dimension of the grid. There are seven columns, so
// a register tile has four of them, not eight, and all of them are in one tile of the grid, which has no loop over columns.
// CHECK-LABEL: llvm.func @batches(
// CHECK: region.disjoint
// CHECK: scf.if
// CHECK: affine.for %[[BATCH:.*]] = 0 to
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %[[PACK:.*]] = memref.alloca() : memref<16x4xf64>
// CHECK: affine.store %{{.*}}, %[[PACK]]
// CHECK: affine.for %[[LANE:.*]] = 0 to 4 {
// CHECK: affine.load %[[PACK]]
// CHECK: affine.store %{{.*}}[%[[BATCH]], %{{.*}}, %[[LANE]]]
// CHECK: region.registers
// CHECK: region.grid
// CHECK: region.grid
// CHECK: } else {
llvm.func @batches(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "batches", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c12 = arith.constant 12 : index
    %c96 = arith.constant 96 : index
    %c512 = arith.constant 512 : index
    %c6144 = arith.constant 6144 : index
    %c32768 = arith.constant 32768 : index
    %A = region.view %a [%c0] sizes [%s, %c64, %c64] strides [%c32768, %c512, %c8] : !llvm.ptr -> memref<?x64x64xf64>
    %B = region.view %b [%c0] sizes [%s, %c64, %c12] strides [%c6144, %c96, %c8] : !llvm.ptr -> memref<?x64x12xf64>
    %C = region.view %c [%c0] sizes [%s, %c64, %c12] strides [%c6144, %c96, %c8] : !llvm.ptr -> memref<?x64x12xf64>
    affine.for %l = 0 to %s {
      affine.for %i = 0 to 64 {
        affine.for %j = 0 to 7 {
          affine.for %k = 0 to 64 {
            %x = affine.load %A[%l, %i, %k] : memref<?x64x64xf64>
            %y = affine.load %B[%l, %k, %j] : memref<?x64x12xf64>
            %z = affine.load %C[%l, %i, %j] : memref<?x64x12xf64>
            %p = arith.mulf %x, %y : f64
            %q = arith.addf %z, %p : f64
            affine.store %q, %C[%l, %i, %j] : memref<?x64x12xf64>
          }
        }
      }
    }
  }
  llvm.return
}
