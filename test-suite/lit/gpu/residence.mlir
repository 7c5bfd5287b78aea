// What the host accesses is announced where something may be on a device, and nowhere else.
// RUN: %raddle-opt %s --gpu-residence --split-input-file | FileCheck %s

// Nothing is on a device before the first launch, and a function that anybody calls leaves nothing there.
// CHECK-LABEL: llvm.func @launch
// CHECK-NOT: region.host_access
// CHECK: llvm.load
// CHECK: region.enter
// CHECK: scf.if
// CHECK: region.launch
// CHECK: } else {
// CHECK-NOT: region.host_access
// CHECK: }
// CHECK: region.host_access bases(%[[P:.*]] : !llvm.ptr) from(%c0{{.*}}) to(%c8{{.*}}) {flags = array<i64: 3>
// CHECK-NEXT: llvm.load %[[P]]
// CHECK-NOT: region.host_access
// CHECK: llvm.store %{{.*}}, %[[P]]
// CHECK: region.flush
// CHECK-NEXT: llvm.return
llvm.func @launch(%p: !llvm.ptr, %m: i64) -> f64 {
  %n = arith.index_cast %m : i64 to index
  %before = llvm.load %p : !llvm.ptr -> f64
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  } else {
    llvm.store %before, %p : f64, !llvm.ptr
  }
  %one = llvm.load %p : !llvm.ptr -> f64
  %two = llvm.load %p : !llvm.ptr -> f64
  llvm.store %one, %p : f64, !llvm.ptr
  %sum = arith.addf %one, %two : f64
  llvm.return %sum : f64
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// The accesses of a block are announced with the first of them, but for addresses that are not known there. Behind a flush there is
// nothing to announce.
// CHECK-LABEL: llvm.func @together
// CHECK: region.launch
// CHECK: %[[G:.*]] = llvm.mlir.addressof @g
// CHECK: region.host_access bases(%[[P:.*]], %[[G]] : !llvm.ptr, !llvm.ptr) {{.*}} {flags = array<i64: 1, 1>
// CHECK-NEXT: llvm.load %[[P]]
// CHECK: %[[R:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: region.host_access bases(%[[R]], %[[P]] : !llvm.ptr, !llvm.ptr) {{.*}} {flags = array<i64: 1, 3>
// CHECK-NEXT: llvm.load %[[R]]
// CHECK-NOT: region.host_access
// CHECK: llvm.store %{{.*}}, %[[P]]
// CHECK: region.flush
// CHECK-NEXT: llvm.call @f
// CHECK-NEXT: llvm.load
// CHECK-NEXT: llvm.return
llvm.mlir.global external @g() : !llvm.ptr
llvm.func @f()
llvm.func @together(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  %one = llvm.load %p : !llvm.ptr -> f64
  %g = llvm.mlir.addressof @g : !llvm.ptr
  %q = llvm.load %g : !llvm.ptr -> !llvm.ptr
  %two = llvm.load %q : !llvm.ptr -> f64
  %sum = arith.addf %one, %two : f64
  llvm.store %sum, %p : f64, !llvm.ptr
  llvm.call @f() : () -> ()
  %last = llvm.load %p : !llvm.ptr -> f64
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// In a loop, the launch of the iteration before counts: the other branch says what the loop would have touched.
// CHECK-LABEL: llvm.func @time_loop
// CHECK: scf.for
// CHECK: region.enter
// CHECK: } else {
// CHECK-NEXT: region.host_access bases(%{{.*}} : !llvm.ptr) {{.*}} {flags = array<i64: 3>
// CHECK: region.host_access bases(%{{.*}} : !llvm.ptr) {{.*}} {flags = array<i64: 1>
// CHECK-NOT: region.host {
// CHECK: scf.for
// CHECK: llvm.load
llvm.func @time_loop(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    %ok = region.enter bases(%p : !llvm.ptr) from(%c0) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
    scf.if %ok {
      region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
      region.exit
    } else {
      scf.for %i = %c0 to %n step %c1 {
        %x = llvm.load %p : !llvm.ptr -> f64
      }
    }
    region.host bases(%p : !llvm.ptr) from(%c0) to(%n) attributes {flags = array<i64: 1>, objects = array<i64: 0>, names = ["a"]} {
      scf.for %i = %c0 to %n step %c1 {
        %x = llvm.load %p : !llvm.ptr -> f64
      }
    }
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// What the host accesses may be a box, and so may what a launch would have accessed.
// CHECK-LABEL: llvm.func @boxes
// CHECK: } else {
// CHECK: region.host_access bases(%{{.*}} : !llvm.ptr) {{.*}} rows(%[[N:.*]], %[[C8:.*]], %[[N]], %[[ROW:.*]], %[[C1:.*]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {flags = array<i64: 259>
// CHECK: region.host_access bases(%{{.*}} : !llvm.ptr) {{.*}} rows(%[[C1]], %[[C8]], %[[N]], %[[ROW]], {{.*}}) {flags = array<i64: 257>
llvm.func @boxes(%p: !llvm.ptr, %m: i64, %r: i64) {
  %n = arith.index_cast %m : i64 to index
  %row = arith.index_cast %r : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %n step %c1 {
    %ok = region.enter bases(%p : !llvm.ptr) from(%c0) to(%n) instances %n rows(%n, %c8, %n, %row, %c1, %c0, %c1, %c0, %c0, %c0) {flags = array<i64: 259>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
    scf.if %ok {
      region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
      region.exit
    } else {
      scf.for %i = %c0 to %n step %c1 {
        %x = llvm.load %p : !llvm.ptr -> f64
      }
    }
    region.host bases(%p : !llvm.ptr) from(%c0) to(%n) rows(%c1, %c8, %n, %row, %c1, %c0, %c1, %c0, %c0, %c0) attributes {flags = array<i64: 257>, objects = array<i64: 0>, names = ["a"]} {
      scf.for %i = %c0 to %n step %c1 {
        %x = llvm.load %p : !llvm.ptr -> f64
      }
    }
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// Functions of the C library that touch no array are none; the others come behind a flush, and behind it nothing is announced. A block that is
// freed is nobody's.
// CHECK-LABEL: llvm.func @calls
// CHECK: region.exit
// CHECK-NOT: region.flush
// CHECK: llvm.call @cexp
// CHECK-NOT: region.flush
// CHECK: llvm.call @printf
// CHECK-NEXT: region.host_end %{{[a-z0-9]*}} :
// CHECK-NEXT: llvm.call @free
// CHECK-NEXT: region.flush
// CHECK-NEXT: llvm.call @printf
// CHECK-NOT: region
// CHECK: llvm.return
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @free(!llvm.ptr)
llvm.func @cexp(f64, f64) -> !llvm.struct<(f64, f64)>
llvm.mlir.global private constant @text("%g\00")
llvm.func @calls(%p: !llvm.ptr, %m: i64, %v: f64) {
  %n = arith.index_cast %m : i64 to index
  %text = llvm.mlir.addressof @text : !llvm.ptr
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  %z = llvm.call @cexp(%v, %v) {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} : (f64, f64) -> !llvm.struct<(f64, f64)>
  %0 = llvm.call @printf(%text, %v) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  %1 = llvm.call @printf(%text, %p) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr) -> i32
  %2 = llvm.load %p : !llvm.ptr -> f64
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// The unit's own function of such a name does what it likes; so do volatile accesses and atomics.
// CHECK-LABEL: llvm.func @others
// CHECK: region.exit
// CHECK: region.flush
// CHECK-NEXT: llvm.call @malloc
// CHECK: region.exit
// CHECK: region.flush
// CHECK-NEXT: llvm.load volatile
// CHECK: region.exit
// CHECK: region.flush
// CHECK-NEXT: llvm.atomicrmw
llvm.func @malloc(i64) -> !llvm.ptr attributes {region.defined}
llvm.func @others(%p: !llvm.ptr, %m: i64, %v: i32) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  %0 = llvm.call @malloc(%m) : (i64) -> !llvm.ptr
  %ok2 = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok2 {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  %1 = llvm.load volatile %p : !llvm.ptr -> f64
  %ok3 = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok3 {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  %2 = llvm.atomicrmw add %p, %v seq_cst : !llvm.ptr, i32
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// Variables that no pointer leaves the function with are exempt. One that a launch has is not, and ends with the function.
// CHECK-LABEL: llvm.func @variables
// CHECK: %[[OWN:.*]] = llvm.alloca
// CHECK: %[[SHARED:.*]] = llvm.alloca
// CHECK: region.exit
// CHECK-NOT: region.host_access
// CHECK: llvm.store %{{.*}}, %[[OWN]]
// CHECK: region.host_access bases(%[[SHARED]]
// CHECK-NEXT: llvm.store %{{.*}}, %[[SHARED]]
// CHECK-NOT: region.host_end %[[OWN]]
// CHECK: region.host_end %[[SHARED]] {bytes = 80 : i64}
// CHECK-NEXT: region.flush
llvm.func @variables(%m: i64) {
  %n = arith.index_cast %m : i64 to index
  %one = arith.constant 1 : i32
  %own = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %shared = llvm.alloca %one x !llvm.array<10 x i64> : (i32) -> !llvm.ptr
  %ok = region.enter bases(%shared : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  llvm.store %m, %own : i64, !llvm.ptr
  llvm.store %m, %shared : i64, !llvm.ptr
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// A loop of blocks without calls has one op before it; accesses of a global variable are of known extent.
// CHECK-LABEL: llvm.func @blocks
// CHECK: region.exit
// CHECK: region.host_access bases(%{{.*}} : !llvm.ptr) from(%c0{{.*}}) to(%c4{{.*}}) {flags = array<i64: 3>
// CHECK-NEXT: llvm.br ^[[LOOP:.*]]
// CHECK: ^[[LOOP]]:
// CHECK-NOT: region.host_access
// CHECK: llvm.cond_br
// CHECK: region.flush
// CHECK-NEXT: llvm.br ^[[UNKNOWN:.*]]
// CHECK: ^[[UNKNOWN]]:
// CHECK-NOT: region.
// CHECK: llvm.load
llvm.mlir.global internal @count() : i32
llvm.func @blocks(%p: !llvm.ptr, %m: i64, %v: i32) {
  %n = arith.index_cast %m : i64 to index
  %count = llvm.mlir.addressof @count : !llvm.ptr
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 3>, objects = array<i64: 0>, names = ["a"], function = "f", resident}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  llvm.br ^loop
^loop:
  %0 = llvm.load %count : !llvm.ptr -> i32
  %1 = arith.addi %0, %v : i32
  llvm.store %1, %count : i32, !llvm.ptr
  %2 = arith.cmpi slt, %1, %v : i32
  llvm.cond_br %2, ^loop, ^between
^between:
  llvm.br ^unknown
^unknown:
  %3 = llvm.load %p : !llvm.ptr -> !llvm.ptr
  %4 = llvm.load %3 : !llvm.ptr -> i32
  %5 = arith.cmpi slt, %4, %v : i32
  llvm.cond_br %5, ^unknown, ^end
^end:
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// Whoever calls a function that is aware of devices may have left something there, and takes something back.
// CHECK-LABEL: llvm.func @__raddle_aware_f
// CHECK: region.host_access
// CHECK-NEXT: llvm.load
// CHECK-NOT: region.flush
// CHECK: llvm.return
llvm.func @__raddle_aware_f(%p: !llvm.ptr) -> f64 attributes {region.aware} {
  %0 = llvm.load %p : !llvm.ptr -> f64
  llvm.return %0 : f64
}
// CHECK-LABEL: llvm.func @g
// CHECK-NOT: region.host_access
// CHECK: llvm.call @__raddle_aware_f
// CHECK: region.host_access
// CHECK-NEXT: llvm.load
// CHECK: region.flush
// CHECK-NEXT: llvm.return
llvm.func @g(%p: !llvm.ptr) -> f64 {
  %0 = llvm.load %p : !llvm.ptr -> f64
  %1 = llvm.call @__raddle_aware_f(%p) {region.aware} : (!llvm.ptr) -> f64
  %2 = llvm.load %p : !llvm.ptr -> f64
  llvm.return %2 : f64
}

// -----

// A variable of unknown extent ends with everything.
// CHECK-LABEL: llvm.func @__raddle_aware_unknown
// CHECK-NOT: region.host_end
// CHECK: region.flush
// CHECK-NEXT: llvm.return
llvm.func @use(!llvm.ptr)
llvm.func @__raddle_aware_unknown(%n: i64) attributes {region.aware} {
  %local = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
  llvm.call @use(%local) {region.aware} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// In a loop of blocks that launches nothing, an announcement has a window, which each way in empties.
// CHECK-LABEL: llvm.func @prints
// CHECK: %[[W:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: region.enter
// CHECK: %[[COUNT:.*]] = llvm.getelementptr %[[W]][%{{.*}}]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-NEXT: llvm.store %[[ZERO]], %[[COUNT]]
// CHECK-NEXT: llvm.br ^[[LOOP:bb[0-9]+]](
// CHECK: ^[[LOOP]]({{.*}}):
// CHECK-NOT: llvm.store
// CHECK: region.host_access bases(%{{.*}} : !llvm.ptr) {{.*}} windows %[[W]] : !llvm.ptr {flags = array<i64: 129>
llvm.func @putchar(i32) -> i32
llvm.func @prints(%p: !llvm.ptr, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %step = arith.constant 1 : i32
  %ok = region.enter bases(%p : !llvm.ptr) from(%c0) to(%c8) instances %c1 items %c1 {flags = array<i64: 3>, objects = array<i64: 0>, names = ["p"], function = "f", picoseconds = 1000 : i64, resident}
  scf.if %ok {
    region.launch @k::@k extents(%c1, %c1, %c1) args(%p : !llvm.ptr) {ranges = array<i64: 0>}
    region.exit
  }
  llvm.br ^loop(%step : i32)
^loop(%i: i32):
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %1 = llvm.load %0 : !llvm.ptr -> i32
  %2 = llvm.call @putchar(%1) : (i32) -> i32
  %3 = arith.addi %i, %step : i32
  %4 = arith.cmpi slt, %3, %n : i32
  llvm.cond_br %4, ^loop(%3 : i32), ^end
^end:
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index, %p: !llvm.ptr) kernel { gpu.return } }

// -----

// A struct is copied: what is read through the pointer is announced, and what is written through another. The variable is the function's own.
// CHECK-LABEL: llvm.func @structs
// CHECK: region.launch
// CHECK: region.host_access bases(%[[P:.*]], %[[Q:.*]] : !llvm.ptr, !llvm.ptr) from({{.*}}) to(%c16{{.*}}, %c16{{.*}}) {flags = array<i64: 1, 3>
// CHECK-NEXT: "llvm.intr.memcpy"(%[[OWN:.*]], %[[P]],
// CHECK-NOT: region.host
// CHECK-NOT: region.flush
// CHECK: llvm.load %[[OWN]]
// CHECK-NEXT: "llvm.intr.memcpy"(%[[Q]], %[[P]],
// CHECK-NOT: region.host_end
// CHECK: llvm.return
llvm.func @structs(%p: !llvm.ptr, %q: !llvm.ptr) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %size = arith.constant 16 : i64
  %zero = arith.constant 0 : i8
  %own = llvm.alloca %one x !llvm.struct<(i64, i64)> : (i32) -> !llvm.ptr
  %ok = region.enter bases(%p : !llvm.ptr) from(%c0) to(%c8) instances %c1 items %c1 {flags = array<i64: 3>, objects = array<i64: 0>, names = ["p"], function = "f", picoseconds = 1000 : i64, resident}
  scf.if %ok {
    region.launch @k::@k extents(%c1, %c1, %c1) args(%p : !llvm.ptr) {ranges = array<i64: 0>}
    region.exit
  }
  "llvm.intr.memset"(%own, %zero, %size) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memcpy"(%own, %p, %size) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %0 = llvm.load %own : !llvm.ptr -> i64
  "llvm.intr.memcpy"(%q, %p, %size) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return %0 : i64
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index, %p: !llvm.ptr) kernel { gpu.return } }
