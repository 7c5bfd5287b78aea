// Full register tiles become operations on vectors; what is not proved to have that form stays as it is.
// RUN: %raddle-opt %s --split-input-file --region-vectorize 2>&1 | FileCheck %s

// Four rows by eight lanes: what is updated is loaded once, lives in four vectors, and is stored once. Nothing is, where the loop is empty.
// Lanes next to each other are one load; what all lanes share is one number, put into each. The copy of B is private memory.
// CHECK-NOT: error
// CHECK-LABEL: llvm.func @tile(
// CHECK: %[[PACK:.*]] = memref.alloca() : memref<16x8xf64>
// CHECK: %[[SOME:.*]] = arith.cmpi slt
// CHECK: scf.if %[[SOME]] {
// CHECK-COUNT-4: llvm.load {{.*}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NOT: vector<8xf64>
// CHECK: %[[SUMS:.*]]:4 = scf.for %[[K:.*]] = {{.*}} iter_args(%[[C0:.*]] = %{{.*}}, %[[C1:.*]] = %{{.*}}, %[[C2:.*]] = %{{.*}}, %[[C3:.*]] = %{{.*}}) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>)
// CHECK: %[[X:.*]] = llvm.load {{.*}} : !llvm.ptr -> f64
// CHECK: %[[Y:.*]] = vector.load %[[PACK]][%[[K]], %{{.*}}] : memref<16x8xf64>, vector<8xf64>
// CHECK: %[[ONE:.*]] = llvm.insertelement %[[X]], %[[NOTHING:.*]][%{{.*}} : i32] : vector<8xf64>
// CHECK: %[[ALL:.*]] = llvm.shufflevector %[[ONE]], %[[NOTHING]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf64>
// CHECK: %[[P:.*]] = arith.mulf %[[ALL]], %[[Y]] : vector<8xf64>
// CHECK: arith.addf %[[C0]], %[[P]] : vector<8xf64>
// CHECK: arith.addf %[[C1]], %{{.*}} : vector<8xf64>
// CHECK: arith.addf %[[C2]], %{{.*}} : vector<8xf64>
// CHECK: arith.addf %[[C3]], %{{.*}} : vector<8xf64>
// CHECK: scf.yield
// CHECK: llvm.store %[[SUMS]]#0, {{.*}} : vector<8xf64>, !llvm.ptr
// CHECK: llvm.store %[[SUMS]]#1, {{.*}} : vector<8xf64>, !llvm.ptr
// CHECK: llvm.store %[[SUMS]]#2, {{.*}} : vector<8xf64>, !llvm.ptr
// CHECK: llvm.store %[[SUMS]]#3, {{.*}} : vector<8xf64>, !llvm.ptr
// CHECK-NOT: affine.for
// CHECK-NOT: vector
// CHECK: llvm.return
llvm.func @tile(%n: i64, %pa: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pc, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "tile", names = ["A", "C", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %P = memref.alloca() : memref<16x8xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %P[%k, %j] : memref<16x8xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// Two loops around the tile, the inner one with bounds of the outer one; floats, so that as many lanes are half as long; other operations.
// CHECK-LABEL: llvm.func @two_loops(
// CHECK: %[[OUTER:.*]]:4 = scf.for %[[R:.*]] =
// CHECK: %[[INNER:.*]]:4 = scf.for
// CHECK: llvm.load {{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf32>
// CHECK: scf.yield %[[INNER]]#0, %[[INNER]]#1, %[[INNER]]#2, %[[INNER]]#3
// CHECK: llvm.store %[[OUTER]]#0
// CHECK: llvm.return
llvm.func @two_loops(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "two_loops", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c4 = arith.constant 4 : index
    %r4 = arith.muli %c4, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r4, %c4] : !llvm.ptr -> memref<?x?xf32>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r4, %c4] : !llvm.ptr -> memref<?x?xf32>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r4, %c4] : !llvm.ptr -> memref<?x?xf32>
    affine.for %r = 0 to %s {
      affine.for %t = max affine_map<(d0) -> (d0, 1)>(%r) to %s {
        affine.for %i = 0 to 4 {
          affine.for %j = 0 to 8 {
            %x = affine.load %A[%i + %r, %j + %t] : memref<?x?xf32>
            %y = affine.load %B[%r, %t] : memref<?x?xf32>
            %z = affine.load %C[%i, %j] : memref<?x?xf32>
            %p = arith.addf %x, %y : f32
            %is_less = arith.cmpf olt, %p, %z : f32
            %q = arith.select %is_less, %p, %z : f32
            affine.store %q, %C[%i, %j] : memref<?x?xf32>
          }
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// The number of the lane is a value.
// CHECK-LABEL: llvm.func @lane_as_value(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @lane_as_value(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "lane_as_value", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %w = arith.index_cast %j : index to i64
          %x = arith.sitofp %w : i64 to f64
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %q = arith.addf %z, %x : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// Two stores.
// CHECK-LABEL: llvm.func @two_stores(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @two_stores(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "two_stores", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
          affine.store %q, %A[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// The rows move with the loop.
// CHECK-LABEL: llvm.func @moving_rows(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @moving_rows(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "moving_rows", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 4)>(%k) {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// The lanes move with the rows.
// CHECK-LABEL: llvm.func @moving_lanes(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @moving_lanes(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "moving_lanes", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 8)>(%i) {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// How many rows there are is not known.
// CHECK-LABEL: llvm.func @unknown_rows(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @unknown_rows(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "unknown_rows", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to %s {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// Every other value of the loop.
// CHECK-LABEL: llvm.func @steps(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @steps(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "steps", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 step 2 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// Elements of the lanes lie apart.
// CHECK-LABEL: llvm.func @apart(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @apart(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "apart", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%j, %k] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// What is updated moves with the loop.
// CHECK-LABEL: llvm.func @moving_update(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @moving_update(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "moving_update", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i + %k, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i + %k, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// An operation without a form on vectors.
// CHECK-LABEL: llvm.func @power(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: {region.registers}
// CHECK: llvm.return
llvm.func @power(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "power", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = math.powf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    } {region.registers}
  }
  llvm.return
}

// -----

// Without the mark, nobody says that the updated elements may stay in registers.
// CHECK-LABEL: llvm.func @unmarked(
// CHECK-NOT: vector
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: vector
// CHECK: llvm.return
llvm.func @unmarked(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "unmarked", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to 16 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
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
