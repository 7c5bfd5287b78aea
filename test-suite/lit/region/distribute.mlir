// A loop is split where a part of its body becomes parallel, behind a check that its arrays lie apart.
// RUN: %raddle-opt %s --region-distribute --region-parallelize 2>/dev/null | FileCheck %s
// RUN: not %raddle-opt %s --region-distribute=mode=some 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: option 'mode' does not take 'some'

// CHECK-LABEL: llvm.func @two_parts
// CHECK: %[[W:.*]] = region.may_pay
// CHECK: %[[BOTH:.*]] = scf.if %[[W]] -> (i1)
// CHECK: region.disjoint
// CHECK: scf.if %[[BOTH]]
// CHECK: affine.for
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
// CHECK-NEXT: } {region.parallel}
// CHECK: affine.for
// CHECK: } {region.sequential
// CHECK: else
// CHECK: affine.for
// CHECK: } {region.fallback
llvm.func @two_parts(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %r, %n : !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) attributes {function = "two_parts",
      names = ["a", "b", "c", "n"], objects = array<i64: -1, -1, -1, -1>, live_out = array<i64: 1, 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %B = region.view %b [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %C = region.view %c [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to %s {
      %v = affine.load %B[%i] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
      %w = affine.load %C[%i - 1] : memref<?xf64>
      affine.store %w, %C[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// Known to be distinct: no check of addresses. The part that reads what the other writes comes second.
// CHECK-LABEL: llvm.func @ordered
// CHECK-NOT: region.disjoint
// CHECK: scf.if
// CHECK: affine.for
// CHECK: region.sequential
// CHECK: affine.for
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
// CHECK-NEXT: } {region.parallel}
llvm.func @ordered(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "ordered",
      names = ["a", "c", "n"], objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %C = region.view %c [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to %s {
      %w = affine.load %C[%i - 1] : memref<?xf64>
      affine.store %w, %C[%i] : memref<?xf64>
      %v = affine.load %C[%i] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// One recurrence through both statements: nothing to split.
// CHECK-LABEL: llvm.func @tied
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: region.sequential
llvm.func @tied(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "tied",
      names = ["a", "c", "n"], objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %C = region.view %c [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to %s {
      %w = affine.load %A[%i - 1] : memref<?xf64>
      affine.store %w, %C[%i] : memref<?xf64>
      %v = affine.load %C[%i] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// Nobody knows what a call touches, nor memory without a view: such a loop stays whole.
// CHECK-LABEL: llvm.func @unknown
// CHECK: affine.for
// CHECK: llvm.call @other
// CHECK: affine.store
// CHECK: region.sequential = "call to 'other' is not a device operation"
// CHECK: affine.for
// CHECK: affine.store
// CHECK: memref.store
// CHECK: region.sequential = "memory that is no view"
// CHECK-NOT: affine.for
llvm.func @other()
llvm.func @unknown(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "unknown",
      names = ["a", "c", "n"], objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %back = arith.constant -8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %C = region.view %c [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %B = region.view %c [%c0] sizes [%s] strides [%back] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to %s {
      llvm.call @other() : () -> ()
      %v = affine.load %C[%i] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
    }
    affine.for %i = 1 to %s {
      %v = affine.load %C[%i] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
      memref.store %v, %B[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// What depends on a condition may be gone, or have a result: the condition's load goes with those who use it.
// CHECK-LABEL: llvm.func @conditions
// CHECK: affine.for
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
// CHECK: affine.for
// CHECK-NEXT: %[[V:.*]] = affine.load
// CHECK-NEXT: arith.cmpf ogt, %[[V]]
// CHECK-NEXT: scf.if
// CHECK: affine.store
llvm.func @conditions(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "conditions",
      names = ["a", "c", "n"], objects = array<i64: 0, 1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %c: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f64
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %C = region.view %c [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %i = 1 to %s {
      %w = affine.load %A[%i - 1] : memref<?xf64>
      affine.store %w, %A[%i] : memref<?xf64>
      %v = affine.load %C[%i] : memref<?xf64>
      %positive = arith.cmpf ogt, %v, %zero : f64
      scf.if %positive {
      }
      %x = scf.if %positive -> (f64) {
        %y = arith.addf %v, %v : f64
        scf.yield %y : f64
      } else {
        scf.yield %zero : f64
      }
      affine.store %x, %C[%i] : memref<?xf64>
    }
  }
  llvm.return
}
