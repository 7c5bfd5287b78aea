// Which loops get atomic updates, and what keeps one from it. (test-suite/lit/region/atomics.c has the operators.)
// RUN: %raddle-opt %s --region-atomics --region-parallelize 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t
// RUN: %raddle-opt %s --region-atomics=target=opencl-1.2 2>&1 | FileCheck %s --check-prefix=OPENCL
// RUN: %raddle-opt %s --region-atomics=target=and.i32+add.i64 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: %raddle-opt %s --region-atomics=target=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %raddle-opt %s --region-atomics=target=add.i16 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %raddle-opt %s --region-atomics --lower-affine --region-lower-views 2>/dev/null | FileCheck %s --check-prefix=HOST

// OPENCL-NOT: no atomic add on i32
// OPENCL: updates stay in order: no atomic add on i64
// OPENCL: updates stay in order: no atomic add on f32
// LIST: updates stay in order: no atomic add on i32
// NONE: updates stay in order: no atomic add on i32
// NONE-LABEL: llvm.func @histogram
// NONE-NOT: atomic_rmw
// NONE-LABEL: llvm.func @two_kinds
// WRONG: option 'target' does not take 'add.i16'

// The element is loaded no more; in host code it is again.
// CHECK-LABEL: llvm.func @histogram
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[TERM:.*]] = arith.addi %[[ZERO]], %{{.*}} : i32
// CHECK: memref.atomic_rmw addi %[[TERM]], %{{.*}}[%{{.*}}] : (i32, memref<64xi32>) -> i32
// CHECK-NEXT: } {region.parallel}
// HOST-LABEL: llvm.func @histogram
// HOST: llvm.load
// HOST: %[[OLD:.*]] = llvm.load %[[AT:.*]] {alignment = 4 : i64} : !llvm.ptr -> i32
// HOST: %[[NEW:.*]] = arith.addi %[[OLD]], %{{.*}} : i32
// HOST: llvm.store %[[NEW]], %[[AT]] {alignment = 4 : i64} : i32, !llvm.ptr
llvm.func @histogram(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "histogram",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %old = memref.load %H[%j] : memref<64xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %H[%j] : memref<64xi32>
    }
  }
  llvm.return
}

// That the sums do not overflow says nothing of the terms.
// CHECK-LABEL: llvm.func @flags
// CHECK-NOT: overflow<nsw>
// CHECK: %[[AT:.*]] = affine.apply #{{.*}}(%{{.*}})
// CHECK: memref.atomic_rmw addi %{{.*}}, %{{.*}}[%[[AT]]] : (i32, memref<64xi32>) -> i32
// CHECK: memref.atomic_rmw andi %{{.*}}, %{{.*}} : (i32, memref<64xi32>) -> i32
// CHECK: {region.parallel}
llvm.func @flags(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "flags",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    %A = region.view %a [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to 256 {
      %x = affine.load %K[%i] : memref<?xi32>
      %old = affine.load %H[%i floordiv 4] : memref<64xi32>
      %more = arith.addi %old, %x overflow<nsw> : i32
      %new = arith.subi %more, %one overflow<nsw, nuw> : i32
      affine.store %new, %H[%i floordiv 4] : memref<64xi32>
      %mask = arith.extsi %x : i32 to i64
      %set = affine.load %A[%i floordiv 4] : memref<64xi32>
      %wide = arith.extui %set : i32 to i64
      %both = arith.andi %wide, %mask : i64
      %narrow = arith.trunci %both overflow<nsw> : i64 to i32
      affine.store %narrow, %A[%i floordiv 4] : memref<64xi32>
    }
  }
  llvm.return
}

// In host code a minimum is stored only where it is new: the program may not be allowed to write.
// HOST-LABEL: llvm.func @least
// HOST: llvm.load
// HOST: %[[OLD:.*]] = llvm.load
// HOST: %[[LESS:.*]] = arith.cmpi slt, %[[TERM:.*]], %[[OLD]] : i32
// HOST: scf.if %[[LESS]] {
// HOST-NEXT: llvm.store %[[TERM]]
// CHECK-LABEL: llvm.func @least
// CHECK-NOT: scf.if
// CHECK: memref.atomic_rmw mins
llvm.func @least(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "least",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %old = memref.load %H[%j] : memref<64xi32>
      %less = arith.cmpi slt, %x, %old : i32
      scf.if %less {
        memref.store %x, %H[%j] : memref<64xi32>
      }
    }
  }
  llvm.return
}

// A way without atomic operations comes first: the inner loop is parallel.
// CHECK-LABEL: llvm.func @inner_is_parallel
// CHECK-NOT: atomic_rmw
// CHECK: {region.parallel}
// CHECK: {region.reductions = ["+ on 'h': {{.*}}"]
llvm.func @inner_is_parallel(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "inner_is_parallel",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %j = 0 to %e {
      %x = affine.load %K[%j] : memref<?xi32>
      affine.for %i = 0 to 64 {
        %old = affine.load %H[%i] : memref<64xi32>
        %new = arith.addi %old, %x : i32
        affine.store %new, %H[%i] : memref<64xi32>
      }
    }
  }
  llvm.return
}

// CHECK-LABEL: llvm.func @outer_is_parallel
// CHECK-NOT: atomic_rmw
// CHECK: {region.reductions
// CHECK: {region.parallel}
llvm.func @outer_is_parallel(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "outer_is_parallel",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%e, %c64] strides [%c64, %c4] : !llvm.ptr -> memref<?x64xi32>
    affine.for %o = 0 to %e {
      affine.for %i = 0 to %e {
        %x = affine.load %K[%i] : memref<?xi32>
        %j = arith.index_cast %x : i32 to index
        %old = memref.load %H[%o, %j] : memref<?x64xi32>
        %new = arith.addi %old, %one : i32
        memref.store %new, %H[%o, %j] : memref<?x64xi32>
      }
    }
  }
  llvm.return
}

// All iterations update one element: partial results serve that better.
// CHECK-LABEL: llvm.func @one_element
// CHECK-NOT: atomic_rmw
// CHECK: {region.reductions
llvm.func @one_element(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "one_element",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %old = affine.load %H[3] : memref<64xi32>
      %new = arith.addi %old, %x : i32
      affine.store %new, %H[3] : memref<64xi32>
    }
  }
  llvm.return
}

// The second update would undo the first one where both reach one element; atomic ones would not: no reduction.
// CHECK-LABEL: llvm.func @stale
// CHECK-NOT: atomic_rmw
// CHECK-NOT: region.reductions
// CHECK: llvm.return
llvm.func @stale(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "stale",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %stale = affine.load %H[%i mod 64] : memref<64xi32>
      %old = memref.load %H[%j] : memref<64xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %H[%j] : memref<64xi32>
      %newer = arith.addi %stale, %x : i32
      affine.store %newer, %H[%i mod 64] : memref<64xi32>
    }
  }
  llvm.return
}

// Sums of 32 and of 64 bits in the same bytes do not commute.
// REMARK: remark: updates stay in order: elements of 'h' may overlap in part
// CHECK-LABEL: llvm.func @two_sizes
// CHECK-NOT: atomic_rmw
// CHECK: {region.in_order =
llvm.func @two_sizes(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "two_sizes",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    %W = region.view %h [%c0] sizes [%c64] strides [%c8] : !llvm.ptr -> memref<64xi64>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %old = memref.load %H[%j] : memref<64xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %H[%j] : memref<64xi32>
      %old64 = memref.load %W[%j] : memref<64xi64>
      %new64 = arith.addi %old64, %one64 : i64
      memref.store %new64, %W[%j] : memref<64xi64>
    }
  }
  llvm.return
}

// A field of a packed struct.
// REMARK: remark: updates stay in order: elements of 'h' may overlap in part
// CHECK-LABEL: llvm.func @misaligned
// CHECK-NOT: atomic_rmw
// CHECK: {region.in_order =
llvm.func @misaligned(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "misaligned",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c2] sizes [%c64] strides [%c8] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %old = memref.load %H[%j] : memref<64xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %H[%j] : memref<64xi32>
    }
  }
  llvm.return
}

// CHECK-LABEL: llvm.func @wide
// CHECK: memref.atomic_rmw addi %{{.*}} : (i64, memref<64xi64>) -> i64
llvm.func @wide(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "wide",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %W = region.view %h [%c0] sizes [%c64] strides [%c8] : !llvm.ptr -> memref<64xi64>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %old = memref.load %W[%j] : memref<64xi64>
      %new = arith.subi %old, %one64 : i64
      memref.store %new, %W[%j] : memref<64xi64>
    }
  }
  llvm.return
}

// Sums of floats depend on the order, whatever the target has.
// REMARK: remark: updates stay in order: no atomic add on f32
// CHECK-LABEL: llvm.func @reals
// CHECK-NOT: atomic_rmw
// CHECK: {region.in_order =
llvm.func @reals(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "reals",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1.0 : f32
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xf32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %old = memref.load %H[%j] : memref<64xf32>
      %new = arith.addf %old, %one : f32
      memref.store %new, %H[%j] : memref<64xf32>
    }
  }
  llvm.return
}

// No device makes the call, so the outer loop is none for atomic updates; the inner one is.
// CHECK-LABEL: llvm.func @calls
// CHECK: llvm.call @print
// CHECK: memref.atomic_rmw addi
// CHECK-NEXT: } {region.parallel}
llvm.func @calls(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "calls",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %o = 0 to %e {
      llvm.call @print() : () -> ()
      affine.for %i = 0 to %e {
        %x = affine.load %K[%i] : memref<?xi32>
        %j = arith.index_cast %x : i32 to index
        %old = memref.load %H[%j] : memref<64xi32>
        %new = arith.addi %old, %one : i32
        memref.store %new, %H[%j] : memref<64xi32>
      }
    }
  }
  llvm.return
}

// The loop as it was, in the other branch of a check, stays so.
// CHECK-LABEL: llvm.func @fallback
// CHECK-NOT: atomic_rmw
// CHECK: {region.fallback
llvm.func @fallback(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "fallback",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %old = memref.load %H[%j] : memref<64xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %H[%j] : memref<64xi32>
    } {region.fallback}
  }
  llvm.return
}

// What region-parallelize makes of atomic updates: of two kinds, one of which has its value used, beside a plain access.
// CHECK-LABEL: llvm.func @two_kinds
// CHECK: {region.sequential = "{{.*}} on 'h'
// CHECK: {region.sequential = "{{.*}} on 'h'
// CHECK: {region.sequential = "{{.*}} on 'h'
// CHECK: {region.parallel}
llvm.func @two_kinds(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "two_kinds",
      names = ["h", "k", "a", "n"], objects = array<i64: 0, 1, 2, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%h: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %one64 = arith.constant 1 : i64
    %e = arith.index_cast %m : i64 to index
    %K = region.view %k [%c0] sizes [%e] strides [%c4] : !llvm.ptr -> memref<?xi32>
    %H = region.view %h [%c0] sizes [%c64] strides [%c4] : !llvm.ptr -> memref<64xi32>
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %u = memref.atomic_rmw addi %one, %H[%j] : (i32, memref<64xi32>) -> i32
      %v = memref.atomic_rmw ori %one, %H[%j] : (i32, memref<64xi32>) -> i32
    }
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %u = memref.atomic_rmw addi %one, %H[%j] : (i32, memref<64xi32>) -> i32
      affine.store %u, %K[%i] : memref<?xi32>
    }
    affine.for %i = 0 to 64 {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %u = memref.atomic_rmw addi %one, %H[%j] : (i32, memref<64xi32>) -> i32
      %plain = affine.load %H[%i] : memref<64xi32>
      affine.store %plain, %K[%i] : memref<?xi32>
    }
    affine.for %i = 0 to %e {
      %x = affine.load %K[%i] : memref<?xi32>
      %j = arith.index_cast %x : i32 to index
      %u = memref.atomic_rmw addi %one, %H[%j] : (i32, memref<64xi32>) -> i32
    }
  }
  llvm.return
}

llvm.func @print()
