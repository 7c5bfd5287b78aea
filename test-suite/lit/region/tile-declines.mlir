// Loops without a version in tiles: nothing changes.
// RUN: %raddle-opt %s --split-input-file --region-tile="tile=8 depth=16" 2>/dev/null | FileCheck %s --implicit-check-not=region.may_pay --implicit-check-not=region.disjoint --implicit-check-not=region.registers --implicit-check-not=scf.if

// No value is used twice.
// CHECK-LABEL: llvm.func @no_reuse(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @no_reuse(%n: i64, %pa: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pc, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "no_reuse", names = ["A", "C", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to %s {
          %x = affine.load %A[%i + %k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %q = arith.addf %z, %x : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// The last product stays, none is added.
// CHECK-LABEL: llvm.func @overwritten(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @overwritten(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "overwritten", names = ["A", "B", "C", "n"],
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
          %p = arith.mulf %x, %y : f64
          affine.store %p, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// Two stores: which of them would stay in registers?
// CHECK-LABEL: llvm.func @two_stores(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
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
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to %s {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
          affine.store %q, %A[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// Paths through k: each round reads what the one before wrote in its row and column.
// CHECK-LABEL: llvm.func @paths(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @paths(%n: i64, %pc: !llvm.ptr) {
  region.nest (%pc, %n : !llvm.ptr, i64) attributes {function = "paths", names = ["C", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to %s {
      affine.for %i = 0 to %s {
        affine.for %j = 0 to %s {
          %x = affine.load %C[%i, %k] : memref<?x?xf64>
          %y = affine.load %C[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.addf %x, %y : f64
          %q = arith.minimumf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// A row uses sums of the rows above that are final, and elements of its own that are not: no tile may run before another one.
// CHECK-LABEL: llvm.func @recurrence(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @recurrence(%n: i64, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pb, %pc, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "recurrence", names = ["B", "C", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 1 to %s {
      affine.for %j = 1 to %s {
        affine.for %k = 0 to %s {
          %x = affine.load %C[%i - 1, %j] : memref<?x?xf64>
          %y = affine.load %C[%i, %j - 1] : memref<?x?xf64>
          %w = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %w : f64
          %r = arith.addf %p, %y : f64
          %q = arith.addf %z, %r : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// All rows of a tile would update one element, each a copy of it.
// CHECK-LABEL: llvm.func @rows_of_one_element(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @rows_of_one_element(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "rows_of_one_element", names = ["A", "B", "C", "n"],
      objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %k = 0 to %s {
      affine.for %r = 0 to 4 {
        affine.for %j = 0 to %s {
          %x = affine.load %A[%k, %j] : memref<?x?xf64>
          %y = affine.load %B[%r, 0] : memref<?x?xf64>
          %z = affine.load %C[0, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[0, %j] : memref<?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// -----

// What stands behind the product writes what the next iteration reads: all products first would be too early.
// CHECK-LABEL: llvm.func @feeds_itself(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @feeds_itself(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "feeds_itself", names = ["A", "B", "C", "n"],
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
        affine.for %j = 0 to %s {
          %x = affine.load %A[%i, %k] : memref<?x?xf64>
          %y = affine.load %B[%k, %j] : memref<?x?xf64>
          %z = affine.load %C[%i, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %q = arith.addf %z, %p : f64
          affine.store %q, %C[%i, %j] : memref<?x?xf64>
        }
      }
      affine.for %j = 0 to %s {
        %v = affine.load %C[%i, %j] : memref<?x?xf64>
        affine.store %v, %A[%i + 1, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// -----

// The element is another one when the variable is used.
// CHECK-LABEL: llvm.func @changed_meanwhile(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @changed_meanwhile(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "changed_meanwhile", names = ["A", "B", "C", "n"],
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
      affine.for %k = 0 to %s {
        %t = memref.alloca() : memref<f64>
        %v = affine.load %A[%i, %k] : memref<?x?xf64>
        affine.store %v, %t[] : memref<f64>
        affine.store %zero, %A[%i, %k] : memref<?x?xf64>
        affine.for %j = 0 to %s {
          %x = affine.load %t[] : memref<f64>
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

// Two loops.
// CHECK-LABEL: llvm.func @two_loops(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK: llvm.return
llvm.func @two_loops(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "two_loops", names = ["A", "B", "C", "n"],
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
        %x = affine.load %A[%i, %j] : memref<?x?xf64>
        %y = affine.load %B[%j, %j] : memref<?x?xf64>
        %z = affine.load %C[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %x, %y : f64
        %q = arith.addf %z, %p : f64
        affine.store %q, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// -----

// Lanes would read elements of A that lie apart, and each of them once.
// CHECK-LABEL: llvm.func @apart(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
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
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to %s {
          %x = affine.load %A[%j, %i] : memref<?x?xf64>
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

// Nobody knows how much of D a tile may read, so nobody can check what it overlaps.
// CHECK-LABEL: llvm.func @unknown_extent(
// CHECK: affine.for
// CHECK: llvm.return
llvm.func @unknown_extent(%n: i64, %pa: !llvm.ptr, %pb: !llvm.ptr, %pc: !llvm.ptr, %pd: !llvm.ptr, %pe: !llvm.ptr) {
  region.nest (%pa, %pb, %pc, %pd, %pe, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "unknown_extent", names = ["A", "B", "C", "D", "E", "n"],
      objects = array<i64: -1, -1, -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %d: !llvm.ptr, %e: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %r8 = arith.muli %c8, %s : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %B = region.view %b [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %C = region.view %c [%c0] sizes [%s, %s] strides [%r8, %c8] : !llvm.ptr -> memref<?x?xf64>
    %none = arith.constant -1 : index
    %D = region.view %d [%c0] sizes [%none] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %E = region.view %e [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xi64>
    affine.for %i = 0 to %s {
      %e0 = affine.load %E[%i] : memref<?xi64>
      %e1 = arith.index_cast %e0 : i64 to index
      %e2 = memref.load %D[%e1] : memref<?xf64>
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

// A variable ends in a variable that ends in an element, in a loop that never runs: one waits for the other.
// CHECK-LABEL: llvm.func @chain_of_variables(
// CHECK: affine.for
// CHECK: memref.alloca
// CHECK: memref.alloca
// CHECK-NOT: affine.for
// CHECK: llvm.return
llvm.func @chain_of_variables(%n: i64, %pa: !llvm.ptr) {
  region.nest (%pa, %n : !llvm.ptr, i64) attributes {function = "chain_of_variables", names = ["A", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %s = arith.index_cast %m : i64 to index
    %c8 = arith.constant 8 : index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %c = arith.constant 2.0 : f64
    affine.for %i = 0 to %s {
      affine.for %j = 1 to 1 {
        affine.for %k = 0 to 1 {
          %w = memref.alloca() : memref<f64>
          %v = memref.alloca() : memref<f64>
          %x = affine.load %A[%i] : memref<?xf64>
          affine.store %x, %v[] : memref<f64>
          affine.if affine_set<(d0) : (d0 - 9 >= 0)>(%i) {
            affine.store %c, %v[] : memref<f64>
          }
          %y = affine.load %v[] : memref<f64>
          affine.store %y, %w[] : memref<f64>
          affine.if affine_set<(d0) : (d0 - 99 >= 0)>(%i) {
            affine.store %c, %w[] : memref<f64>
          }
          %z = affine.load %w[] : memref<f64>
          affine.store %z, %A[%i] : memref<?xf64>
        }
      }
    }
  }
  llvm.return
}
