// Reductions from partial results.
// RUN: %raddle-opt %s --region-reduce --region-parallelize 2>/dev/null | FileCheck %s
// RUN: %raddle-opt %s --region-reduce=floats=true --region-parallelize 2>/dev/null | FileCheck %s --check-prefix=TREE

// 64 items beside each other, each with up to 64 terms. The flag against overflow stays in the loop as it was alone.
// CHECK-LABEL: llvm.func @sum
// CHECK: %[[W:.*]] = region.workspace
// CHECK: %[[WS:.*]] = region.view %[[W]]
// CHECK: %[[THERE:.*]] = arith.cmpi ne
// CHECK: %[[BOTH:.*]] = scf.if %[[THERE]] -> (i1) {
// CHECK-NEXT: %[[APART:.*]] = region.disjoint
// CHECK-NEXT: scf.yield %[[APART]]
// CHECK: scf.if %[[BOTH]] {
// CHECK: affine.for %[[G:.*]] = 0 to #{{.*}}()[%[[N:.*]]] {
// CHECK-NEXT: affine.for %[[T:.*]] = 0 to 64 {
// CHECK-NEXT: %[[ACC:.*]] = memref.alloca() : memref<i32>
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: affine.store %[[ZERO]], %[[ACC]][]
// CHECK-NEXT: affine.for %[[K:.*]] = #{{.*}}(%[[G]])[%{{.*}}] to min #{{.*}}(%[[G]])[%[[N]]] step 64 {
// CHECK: affine.load %[[ACC]][]
// CHECK: %[[NEW:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: affine.store %[[NEW]], %[[ACC]][]
// CHECK: %[[PART:.*]] = affine.load %[[ACC]][]
// CHECK-NEXT: affine.store %[[PART]], %[[WS]][%[[G]] * 64 + %[[T]]]
// CHECK-NEXT: } {region.parallel}
// CHECK-NEXT: } {region.parallel}
// What is combined on the host, and what filled no row.
// CHECK: affine.for %[[P:.*]] = 0 to
// CHECK-NEXT: affine.load %[[WS]][%[[P]]]
// CHECK-NEXT: affine.load %[[S:.*]][]
// CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: affine.store %{{.*}}, %[[S]][]
// CHECK: region.fallback
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %[[S]][]
// CHECK: region.fallback
// CHECK: } else {
// CHECK: arith.addi {{.*}} overflow<nsw>
// CHECK: region.fallback
// CHECK: region.workspace_end %[[W]]
llvm.func @sum(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "sum", names = ["s", "a", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<i32>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %e {
      %old = affine.load %S[] : memref<i32>
      %v = affine.load %A[%i] : memref<?xi32>
      %new = arith.addi %old, %v overflow<nsw> : i32
      affine.store %new, %S[] : memref<i32>
    }
  }
  llvm.return
}

// Of a product of floats each item's part goes into the element at once where there is no workspace: the same tree. Objects that
// are known to be apart need no check.
// CHECK-LABEL: llvm.func @product
// CHECK-NOT: region.workspace
// CHECK: region.reductions = ["* on 's': {{.*}}"], region.sequential = "reduction * on 's': {{.*}}; --fp reproducible would run it in parallel", region.unreduced
// TREE-LABEL: llvm.func @product
// TREE-NOT: region.disjoint
// TREE: region.workspace
// TREE: scf.if
// TREE: %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
// TREE: affine.store %[[ONE]]
// TREE: } {region.parallel}
// TREE: } else {
// TREE: affine.for %[[G:.*]] = 0 to #[[BLOCKS:.*]]()[
// TREE-NEXT: affine.for %[[T:.*]] = 0 to 64 {
// TREE-NEXT: %[[ACC:.*]] = memref.alloca() : memref<f64>
// TREE: affine.for
// TREE: arith.mulf
// TREE: affine.store %{{.*}}, %[[ACC]][]
// TREE: }
// TREE: %[[PART:.*]] = affine.load %[[ACC]][]
// TREE-NEXT: %[[OLD:.*]] = affine.load %[[S:.*]][]
// TREE-NEXT: %[[NEW:.*]] = arith.mulf %[[OLD]], %[[PART]]
// TREE-NEXT: affine.store %[[NEW]], %[[S]][]
// TREE: region.fallback
// TREE: region.fallback
// TREE: region.workspace_end
llvm.func @product(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "product", names = ["s", "a", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    %A = region.view %a [%c0] sizes [%e] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 0 to %e {
      %old = affine.load %S[] : memref<f64>
      %v = affine.load %A[%i] : memref<?xf64>
      %new = arith.mulf %old, %v : f64
      affine.store %new, %S[] : memref<f64>
    }
  }
  llvm.return
}

// Minima of floats: consecutive terms, folded by the source's comparison, from infinity. A row of them for each i.
// CHECK-LABEL: llvm.func @least
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.for %[[G:.*]] = 0 to
// CHECK-NOT: to 64
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK: affine.store %[[INF]], %[[ACC:.*]][]
// CHECK: affine.for %{{.*}} = #{{.*}}(%[[G]])[%{{.*}}] to min #{{.*}}(%[[G]])[%{{.*}}] {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[G]]]
// CHECK: %[[OLD:.*]] = affine.load %{{.*}}[] : memref<f32>
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpf ole, %[[PART:.*]], %[[OLD]]
// CHECK-NEXT: scf.if %[[LESS]] {
// CHECK-NEXT: affine.store %[[PART]], %{{.*}}[] : memref<f32>
llvm.func @least(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "least", names = ["s", "a", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %e = arith.index_cast %m : i64 to index
    %row = arith.muli %e, %c4 : index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<f32>
    %A = region.view %a [%c0] sizes [%e, %e] strides [%row, %c4] : !llvm.ptr -> memref<?x?xf32>
    affine.for %i = 0 to %e {
      affine.for %j = 0 to %e {
        %old = affine.load %S[] : memref<f32>
        %v = affine.load %A[%i, %j] : memref<?x?xf32>
        %less = arith.cmpf ole, %v, %old : f32
        %new = arith.select %less, %v, %old : f32
        affine.store %new, %S[] : memref<f32>
      }
    }
  }
  llvm.return
}

// Where no term may come, a mark says whether one did: the element is not touched otherwise.
// CHECK-LABEL: llvm.func @some
// CHECK: region.workspace
// CHECK-NEXT: %[[PARTS:.*]] = region.view
// CHECK: region.workspace
// CHECK-NEXT: %[[MARKS:.*]] = region.view
// CHECK: affine.store %{{.*}}, %[[ACC:.*]][] : memref<i32>
// CHECK: affine.store %{{.*}}, %[[MARK:.*]][] : memref<i32>
// CHECK: scf.if
// CHECK: affine.store %{{.*}}, %[[MARK]][]
// CHECK-NEXT: affine.store %{{.*}}, %[[ACC]][]
// CHECK: {region.parallel}
// CHECK: affine.for
// CHECK-DAG: %[[PART:.*]] = affine.load %[[PARTS]]
// CHECK-DAG: %[[MARKED:.*]] = affine.load %[[MARKS]]
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[MARKED]]
// CHECK: scf.if %[[ANY]] {
// CHECK-NEXT: affine.load %[[S:.*]][] : memref<i32>
// CHECK-NEXT: arith.addi
// CHECK-NEXT: affine.store %{{.*}}, %[[S]][]
// CHECK-NEXT: {{^ *\}$}}
// CHECK: region.fallback
llvm.func @some(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "some", names = ["s", "a", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<i32>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %e {
      %v = affine.load %A[%i] : memref<?xi32>
      %wanted = arith.cmpi sgt, %v, %zero : i32
      scf.if %wanted {
        %old = affine.load %S[] : memref<i32>
        %new = arith.addi %old, %v : i32
        affine.store %new, %S[] : memref<i32>
      }
    }
  }
  llvm.return
}

// A variable of the function is there, whether an iteration comes to it or not: no marks.
// CHECK-LABEL: llvm.func @own
// CHECK: region.workspace
// CHECK-NOT: region.workspace
// CHECK: {region.parallel}
// CHECK: affine.for
// CHECK-NEXT: %[[PART:.*]] = affine.load
// CHECK-NEXT: affine.load %[[S:.*]][] : memref<i32>
// CHECK-NEXT: arith.addi
// CHECK-NEXT: affine.store %{{.*}}, %[[S]][]
// CHECK: region.fallback
llvm.func @own(%q: !llvm.ptr, %n: i64) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  %start = llvm.mlir.constant(0 : i32) : i32
  llvm.store %start, %p : i32, !llvm.ptr
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "own", names = ["s", "a", "n"],
      objects = array<i64: 0, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<i32>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %e {
      %v = affine.load %A[%i] : memref<?xi32>
      %wanted = arith.cmpi sgt, %v, %zero : i32
      scf.if %wanted {
        %old = affine.load %S[] : memref<i32>
        %new = arith.addi %old, %v : i32
        affine.store %new, %S[] : memref<i32>
      }
    }
  }
  %sum = llvm.load %p : !llvm.ptr -> i32
  llvm.return %sum : i32
}

// Where the first least term is: a block starts from the greatest integer and marks that it took a term; blocks are folded in
// order, value and position together, and unmarked ones not at all.
// CHECK-LABEL: llvm.func @place
// CHECK: region.workspace
// CHECK-NEXT: %[[PARTS:.*]] = region.view
// CHECK: region.workspace
// CHECK-NEXT: %[[PLACES:.*]] = region.view
// CHECK: region.workspace
// CHECK-NEXT: %[[MARKS:.*]] = region.view
// CHECK: affine.for %[[G:.*]] = 0 to
// CHECK-NOT: to 64
// CHECK: %[[MAX:.*]] = arith.constant 2147483647 : i32
// CHECK: affine.store %[[MAX]], %[[ACC:.*]][]
// CHECK: affine.store %{{.*}}, %[[AT:.*]][] : memref<i64>
// CHECK: affine.store %{{.*}}, %[[MARK:.*]][] : memref<i32>
// CHECK: affine.for %{{.*}} = #{{.*}}(%[[G]])[%{{.*}}] to min
// CHECK: affine.load %[[AT]][] : memref<i64>
// CHECK: %[[LESS:.*]] = arith.cmpi slt
// CHECK: affine.load %[[ACC]][]
// CHECK: %[[BEFORE:.*]] = affine.load %[[MARK]][]
// CHECK: %[[AFTER:.*]] = arith.select %{{.*}}, %{{.*}}, %[[BEFORE]] : i32
// CHECK: affine.store %[[AFTER]], %[[MARK]][]
// CHECK: affine.store %{{.*}}, %[[ACC]][]
// CHECK: {region.parallel}
// CHECK: affine.for
// CHECK-DAG: %[[PART:.*]] = affine.load %[[PARTS]]
// CHECK-DAG: %[[PLACE:.*]] = affine.load %[[PLACES]]
// CHECK-DAG: %[[MARKED:.*]] = affine.load %[[MARKS]]
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[MARKED]]
// CHECK: scf.if %[[ANY]] {
// CHECK: %[[TAKES:.*]] = arith.cmpi slt, %[[PART]], %{{.*}}
// CHECK: scf.if %[[TAKES]] {
// CHECK-NEXT: affine.store %[[PART]], %{{.*}}[] : memref<i32>
// CHECK-NEXT: affine.store %[[PLACE]], %{{.*}}[] : memref<i64>
// CHECK-NEXT: {{^ *\}$}}
// CHECK: region.fallback
llvm.func @place(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "place", names = ["m", "a", "p", "n"],
      objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %t: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<i32>
    %T = region.view %t [%c0] sizes [] strides [] : !llvm.ptr -> memref<i64>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %e {
      %old = affine.load %S[] : memref<i32>
      %place = affine.load %T[] : memref<i64>
      %v = affine.load %A[%i] : memref<?xi32>
      %less = arith.cmpi slt, %v, %old : i32
      %k = arith.index_cast %i : index to i64
      %newplace = arith.select %less, %k, %place : i64
      affine.store %newplace, %T[] : memref<i64>
      %w = affine.load %A[%i] : memref<?xi32>
      %same = affine.load %S[] : memref<i32>
      %less2 = arith.cmpi slt, %w, %same : i32
      %new = arith.select %less2, %w, %same : i32
      affine.store %new, %S[] : memref<i32>
    }
  }
  llvm.return
}

// Elements that change, subtraction from the left (no reduction at all), and a term that no device computes.
// CHECK-LABEL: llvm.func @no
// CHECK-NOT: region.workspace
// CHECK: region.unreduced = "the element changes in the loop"
// CHECK-NOT: region.unreduced
// CHECK: region.unreduced = "operation 'arith.remf' is not a device operation"
// CHECK: llvm.return
llvm.func @no(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "no", names = ["s", "a", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %e {
      %v = affine.load %A[%i] : memref<?xi32>
      %k = arith.index_cast %v : i32 to index
      %old = memref.load %S[%k] : memref<?xi32>
      %new = arith.addi %old, %v : i32
      memref.store %new, %S[%k] : memref<?xi32>
    }
    affine.for %i = 0 to %e {
      %old = affine.load %S[3] : memref<?xi32>
      %v = affine.load %A[%i] : memref<?xi32>
      %new = arith.subi %v, %old : i32
      affine.store %new, %S[3] : memref<?xi32>
    }
    %f = arith.constant 7.0 : f32
    affine.for %i = 0 to %e {
      %old = affine.load %S[3] : memref<?xi32>
      %v = affine.load %A[%i] : memref<?xi32>
      %x = arith.sitofp %v : i32 to f32
      %y = arith.remf %x, %f : f32
      %z = arith.fptosi %y : f32 to i32
      %new = arith.addi %old, %z : i32
      affine.store %new, %S[3] : memref<?xi32>
    }
  }
  llvm.return
}

// The second store undoes the first one: no sum of both.
// CHECK-LABEL: llvm.func @stale
// CHECK-NOT: region.workspace
// CHECK: llvm.return
llvm.func @stale(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "stale", names = ["s", "a", "n"],
      objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%s: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %e = arith.index_cast %m : i64 to index
    %S = region.view %s [%c0] sizes [] strides [] : !llvm.ptr -> memref<i32>
    %A = region.view %a [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    affine.for %i = 0 to %e {
      %v = affine.load %A[%i] : memref<?xi32>
      %first = affine.load %S[] : memref<i32>
      %second = affine.load %S[] : memref<i32>
      %one = arith.addi %first, %v : i32
      affine.store %one, %S[] : memref<i32>
      %other = arith.addi %second, %v : i32
      affine.store %other, %S[] : memref<i32>
    }
  }
  llvm.return
}

// Partial results would be elements of a view, which is of the types of C's arrays.
// CHECK-LABEL: llvm.func @wide
// CHECK-NOT: region.workspace
// CHECK: region.unreduced = "no array that devices see has elements of its type"
llvm.func @wide(%n: i64) {
  region.nest (%n : i64) attributes {function = "wide", names = ["n"], objects = array<i64: -1>, live_out = array<i64: 1>} {
  ^bb0(%m: i64):
    %e = arith.index_cast %m : i64 to index
    %one = arith.constant 1 : i128
    %S = memref.alloca() : memref<i128>
    affine.store %one, %S[] : memref<i128>
    affine.for %i = 0 to %e {
      %old = affine.load %S[] : memref<i128>
      %new = arith.addi %old, %one : i128
      affine.store %new, %S[] : memref<i128>
    }
  }
  llvm.return
}

// An index is no float.
// CHECK-LABEL: llvm.func @indices
// CHECK-NOT: region.workspace
// CHECK: region.unreduced = "no array that devices see has elements of its type"
llvm.func @indices(%n: i64) {
  region.nest (%n : i64) attributes {function = "indices", names = ["n"], objects = array<i64: -1>, live_out = array<i64: 1>} {
  ^bb0(%m: i64):
    %e = arith.index_cast %m : i64 to index
    %one = arith.constant 1 : index
    %S = memref.alloca() : memref<index>
    affine.store %one, %S[] : memref<index>
    affine.for %i = 0 to %e {
      %old = affine.load %S[] : memref<index>
      %new = arith.addi %old, %one : index
      affine.store %new, %S[] : memref<index>
    }
  }
  llvm.return
}

// Nor is every float an element.
// TREE-LABEL: llvm.func @brain_floats
// TREE-NOT: region.workspace
// TREE: region.unreduced = "no array that devices see has elements of its type"
llvm.func @brain_floats(%n: i64) {
  region.nest (%n : i64) attributes {function = "brain_floats", names = ["n"], objects = array<i64: -1>, live_out = array<i64: 1>} {
  ^bb0(%m: i64):
    %e = arith.index_cast %m : i64 to index
    %one = arith.constant 1.0 : bf16
    %S = memref.alloca() : memref<bf16>
    affine.store %one, %S[] : memref<bf16>
    affine.for %i = 0 to %e {
      %old = affine.load %S[] : memref<bf16>
      %new = arith.addf %old, %one : bf16
      affine.store %new, %S[] : memref<bf16>
    }
  }
  llvm.return
}
