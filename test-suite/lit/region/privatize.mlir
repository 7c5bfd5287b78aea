// Scalars that each iteration overwrites before it reads get a private copy where that makes the loop parallel.
// RUN: %raddle-opt %s --region-privatize --region-parallelize 2>/dev/null | FileCheck %s

// Dead after the nest: a copy per iteration. The loop below it keeps the variable: it reads what an earlier iteration wrote.
// CHECK-LABEL: llvm.func @dead
// CHECK: affine.for
// CHECK: %[[P:.*]] = memref.alloca() : memref<f64>
// CHECK: affine.store %{{.*}}, %[[P]][]
// CHECK: affine.load %[[P]][]
// CHECK: } {region.parallel, region.private = ["t"]}
// CHECK: affine.for
// CHECK-NOT: memref.alloca
// CHECK: } {region.sequential = "{{.*}} on 't'
llvm.func @dead(%q: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %t = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  region.nest (%q, %t, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "dead", names = ["a", "t", "n"],
      objects = array<i64: -1, 0, -1>, live_out = array<i64: 1, 0, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 0 to %s {
      %v = affine.load %A[%i] : memref<?xf64>
      affine.store %v, %T[] : memref<f64>
      %w = affine.load %T[] : memref<f64>
      %x = arith.mulf %w, %w : f64
      affine.store %x, %A[%i] : memref<?xf64>
    }
    affine.for %i = 0 to %s {
      %w = affine.load %T[] : memref<f64>
      affine.store %w, %A[%i] : memref<?xf64>
      affine.store %w, %T[] : memref<f64>
    }
  }
  llvm.return
}

// Live after the nest: the last iteration stores its copy back.
// CHECK-LABEL: llvm.func @live
// CHECK: affine.for %[[I:.*]] = 0 to %[[S:.*]] {
// CHECK: %[[P:.*]] = memref.alloca() : memref<i32>
// CHECK: affine.if #{{.*}}(%[[I]])[%[[S]]]
// CHECK: affine.load %[[P]][]
// CHECK: } {region.parallel, region.private = ["t"]}
llvm.func @live(%q: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %t = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  region.nest (%q, %t, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "live", names = ["a", "t", "n"],
      objects = array<i64: -1, 0, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<i32>
    affine.for %i = 0 to %s {
      %v = affine.load %A[%i] : memref<?xi32>
      affine.store %v, %T[] : memref<i32>
      %w = affine.load %T[] : memref<i32>
      %x = arith.muli %w, %w : i32
      affine.store %x, %A[%i] : memref<?xi32>
    }
  }
  llvm.return
}

// A scalar that an unknown pointer may reach: private only if a check says that the ranges lie apart.
// CHECK-LABEL: llvm.func @reachable
// CHECK: %[[W:.*]] = region.may_pay
// CHECK: %[[BOTH:.*]] = scf.if %[[W]] -> (i1)
// CHECK: region.disjoint
// CHECK: scf.if %[[BOTH]]
// CHECK: memref.alloca() : memref<f64>
// CHECK: } {region.parallel, region.private = ["t"]}
// CHECK: else
// CHECK-NOT: memref.alloca
// CHECK: } {region.fallback
llvm.func @reachable(%q: !llvm.ptr, %t: !llvm.ptr, %n: i64) {
  region.nest (%q, %t, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "reachable", names = ["a", "t", "n"],
      objects = array<i64: -1, 0, -1>, live_out = array<i64: 1, 0, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 0 to %s {
      %v = affine.load %A[%i] : memref<?xf64>
      affine.store %v, %T[] : memref<f64>
      %w = affine.load %T[] : memref<f64>
      affine.store %w, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// Written only under a condition: an iteration may read what another one wrote.
// CHECK-LABEL: llvm.func @maybe
// CHECK-NOT: memref.alloca
// CHECK: region.sequential
llvm.func @maybe(%q: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %t = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  region.nest (%q, %t, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "maybe", names = ["a", "t", "n"],
      objects = array<i64: -1, 0, -1>, live_out = array<i64: 1, 0, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f64
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 0 to %s {
      %v = affine.load %A[%i] : memref<?xf64>
      %c = arith.cmpf olt, %v, %zero : f64
      scf.if %c {
        affine.store %v, %T[] : memref<f64>
      }
      %w = affine.load %T[] : memref<f64>
      affine.store %w, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// An array of unknown extent (PolyBench's doitgen): a workspace with a slice per iteration of both loops. Nobody reads it
// afterwards, so the range of the launch is scratch.
// CHECK-LABEL: llvm.func @expanded
// CHECK: %[[W:.*]] = region.workspace
// CHECK: scf.if
// CHECK: %[[V:.*]] = region.view %[[W]][
// CHECK-SAME: memref<?x?x?xf64>
// CHECK: affine.for %[[I:.*]] = 0
// CHECK: affine.for %[[J:.*]] = 0
// CHECK: affine.store %{{.*}}, %[[V]][%[[I]], %[[J]], %{{.*}}]
// CHECK: affine.load %[[V]][%[[I]], %[[J]], {{.*}}]
// CHECK: } {region.parallel}
// CHECK: } {region.parallel}
// CHECK: else
// CHECK: region.fallback
// CHECK: region.workspace_end %[[W]]
llvm.func @expanded(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "expanded", names = ["a", "t", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 0, 1>} {
  ^bb0(%ap: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %unknown = arith.constant -1 : index
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %plane = arith.muli %s, %row : index
    %A = region.view %ap [%c0] sizes [%unknown, %s, %s] strides [%plane, %row, %c8] : !llvm.ptr -> memref<?x?x?xf64>
    %T = region.view %tp [%c0] sizes [%unknown] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to %s {
          %v = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          affine.store %v, %T[%k] : memref<?xf64>
        }
        affine.for %k = 0 to %s {
          %v = affine.load %T[-%k + symbol(%s) - 1] : memref<?xf64>
          affine.store %v, %A[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// The same, but read afterwards: the last iteration of both loops stores its slice back.
// CHECK-LABEL: llvm.func @expanded_live
// CHECK: %[[W:.*]] = region.workspace
// CHECK: %[[V:.*]] = region.view %[[W]][
// CHECK: affine.for %[[I:.*]] = 0
// CHECK: affine.for %[[J:.*]] = 0
// CHECK: affine.if #{{.*}}(%[[I]])
// CHECK-NEXT: affine.if #{{.*}}(%[[J]])
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[X:.*]] = affine.load %[[V]][
// CHECK-NEXT: affine.store %[[X]]
// CHECK: } {region.parallel}
// CHECK: } {region.parallel}
// CHECK: else
llvm.func @expanded_live(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "expanded_live", names = ["a", "t", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%ap: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %unknown = arith.constant -1 : index
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %plane = arith.muli %s, %row : index
    %A = region.view %ap [%c0] sizes [%unknown, %s, %s] strides [%plane, %row, %c8] : !llvm.ptr -> memref<?x?x?xf64>
    %T = region.view %tp [%c0] sizes [%unknown] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s {
        affine.for %k = 0 to %s {
          %v = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          affine.store %v, %T[%k] : memref<?xf64>
        }
        affine.for %k = 0 to %s {
          %v = affine.load %T[-%k + symbol(%s) - 1] : memref<?xf64>
          affine.store %v, %A[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
  }
  llvm.return
}

// Each loop may be empty by itself (doitgen as PolyBench calls it), and then nothing is written: the workspace has no slice, and
// the loop as it was is run. That is so as well where its size is no number of 64 bits.
// CHECK-LABEL: llvm.func @expanded_if_any
// CHECK: affine.max
// CHECK: affine.max
// CHECK: %[[SOME:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: region.may_pay
// CHECK: %[[ROWS:.*]] = arith.muli
// CHECK: %[[ALL:.*]] = arith.muli %[[ROWS]]
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[ALL]], %[[SOME]] : index
// CHECK: arith.cmpf ole
// CHECK-NEXT: arith.constant 0
// CHECK-NEXT: %[[BYTES:.*]] = arith.select %{{.*}}, %[[PRODUCT]], %{{.*}} : index
// CHECK-NEXT: region.workspace %[[BYTES]]
// CHECK: affine.if
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[SOME]] {
llvm.func @expanded_if_any(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64, %k: i64, %l: i64) {
  region.nest (%p, %q, %n, %k, %l : !llvm.ptr, !llvm.ptr, i64, i64, i64) attributes {function = "expanded_if_any",
      names = ["a", "t", "n", "k", "l"], objects = array<i64: 0, 1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1, 1>} {
  ^bb0(%ap: !llvm.ptr, %tp: !llvm.ptr, %nr: i64, %nq: i64, %np: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c80 = arith.constant 80 : index
    %c800 = arith.constant 800 : index
    %c10 = arith.constant 10 : index
    %unknown = arith.constant -1 : index
    %r = arith.index_cast %nr : i64 to index
    %s = arith.index_cast %nq : i64 to index
    %u = arith.index_cast %np : i64 to index
    %A = region.view %ap [%c0] sizes [%unknown, %c10, %c10] strides [%c800, %c80, %c8] : !llvm.ptr -> memref<?x10x10xf64>
    %T = region.view %tp [%c0] sizes [%unknown] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to %r {
      affine.for %j = 0 to %s {
        affine.for %x = 0 to %u {
          %v = affine.load %A[%i, %j, %x] : memref<?x10x10xf64>
          affine.store %v, %T[%x] : memref<?xf64>
        }
        affine.for %x = 0 to %u {
          %v = affine.load %T[-%x + symbol(%u) - 1] : memref<?xf64>
          affine.store %v, %A[%i, %j, %x] : memref<?x10x10xf64>
        }
      }
    }
  }
  llvm.return
}

// The iterations write different elements, so the last one does not have them all: no private copy.
// CHECK-LABEL: llvm.func @ragged
// CHECK-NOT: region.workspace
// CHECK: region.sequential
llvm.func @ragged(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "ragged", names = ["a", "t", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%ap: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %unknown = arith.constant -1 : index
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %A = region.view %ap [%c0] sizes [%unknown, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %T = region.view %tp [%c0] sizes [%unknown] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to %s {
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to %s {
        %v = affine.load %A[%i, %k] : memref<?x?xf64>
        affine.store %v, %T[%k] : memref<?xf64>
      }
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to %s {
        %v = affine.load %T[%k] : memref<?xf64>
        affine.store %v, %A[%i, %k] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// Written and read in one branch of a condition that is not affine: both happen or neither does.
// CHECK-LABEL: llvm.func @one_branch
// CHECK: memref.alloca() : memref<f64>
// CHECK: scf.if
// CHECK: } {region.parallel, region.private = ["t"]}
llvm.func @one_branch(%q: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %t = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  region.nest (%q, %t, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "one_branch", names = ["a", "t", "n"],
      objects = array<i64: -1, 0, -1>, live_out = array<i64: 1, 0, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f64
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 0 to %s {
      %v = affine.load %A[%i] : memref<?xf64>
      %c = arith.cmpf olt, %v, %zero : f64
      scf.if %c {
        affine.store %v, %T[] : memref<f64>
        %w = affine.load %T[] : memref<f64>
        %x = arith.mulf %w, %w : f64
        affine.store %x, %A[%i] : memref<?xf64>
      }
    }
  }
  llvm.return
}

// Wanted after a loop with two upper bounds: no condition on the index alone tells its last iteration.
// CHECK-LABEL: llvm.func @two_bounds
// CHECK-NOT: memref.alloca
// CHECK: region.sequential
// CHECK: llvm.return
llvm.func @two_bounds(%q: !llvm.ptr, %t: !llvm.ptr, %n: i64, %k: i64) {
  region.nest (%q, %t, %n, %k : !llvm.ptr, !llvm.ptr, i64, i64) attributes {function = "two_bounds", names = ["a", "t", "n", "k"],
      objects = array<i64: 0, 1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64, %l: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %s2 = arith.index_cast %l : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%s, %s2] {
      %v = affine.load %A[%i] : memref<?xf64>
      affine.store %v, %T[] : memref<f64>
      %w = affine.load %T[] : memref<f64>
      %x = arith.mulf %w, %w : f64
      affine.store %x, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// Live after the nest, and written only if the loop inside runs: a flag of the iteration says whether its copy goes back.
// CHECK-LABEL: llvm.func @if_any
// CHECK: affine.for %[[I:.*]] = 0 to %[[S:.*]] {
// CHECK: %[[P:.*]] = memref.alloca() : memref<f64>
// CHECK: %[[F:.*]] = memref.alloca() : memref<i32>
// CHECK: affine.store %c0_i32, %[[F]][]
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %[[P]][]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: affine.store %[[ONE]], %[[F]][]
// CHECK: affine.if #{{.*}}(%[[I]])[%[[S]]]
// CHECK: affine.load %[[F]][]
// CHECK: scf.if
// CHECK-NEXT: affine.load %[[P]][]
// CHECK: } {region.parallel, region.private = ["t"]}
llvm.func @if_any(%q: !llvm.ptr, %t: !llvm.ptr, %n: i64, %k: i64) {
  region.nest (%q, %t, %n, %k : !llvm.ptr, !llvm.ptr, i64, i64) attributes {function = "if_any", names = ["a", "t", "n", "k"],
      objects = array<i64: 0, 1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64, %l: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %s2 = arith.index_cast %l : i64 to index
    %row = arith.muli %s2, %c8 : index
    %A = region.view %a [%c0] sizes [%s, %s2] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to %s2 {
        %v = affine.load %A[%i, %j] : memref<?x?xf64>
        affine.store %v, %T[] : memref<f64>
        %w = affine.load %T[] : memref<f64>
        %x = arith.mulf %w, %w : f64
        affine.store %x, %A[%i, %j] : memref<?x?xf64>
      }
      %first = affine.load %A[%i, 0] : memref<?x?xf64>
      affine.store %first, %A[%i, 0] : memref<?x?xf64>
    }
  }
  llvm.return
}

// The last row may write nothing where others do: no iteration is known to have the last value.
// CHECK-LABEL: llvm.func @shorter_rows
// CHECK: affine.for
// CHECK-NOT: memref.alloca
// CHECK: affine.for
// CHECK: } {{{.*}}region.sequential = "reduction last value on 't'
llvm.func @shorter_rows(%q: !llvm.ptr, %t: !llvm.ptr, %n: i64) {
  region.nest (%q, %t, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "shorter_rows", names = ["a", "t", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %tp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    %T = region.view %tp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 0 to %s {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %s {
        %v = affine.load %A[%i, %j] : memref<?x?xf64>
        affine.store %v, %T[] : memref<f64>
        %w = affine.load %T[] : memref<f64>
        affine.store %w, %A[%i, %j] : memref<?x?xf64>
      }
      %first = affine.load %A[%i, 0] : memref<?x?xf64>
      affine.store %first, %A[%i, 0] : memref<?x?xf64>
    }
  }
  llvm.return
}
