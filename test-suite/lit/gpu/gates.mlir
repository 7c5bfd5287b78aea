// What the program can know of a launch without a call is asked inline: whether so many iterations may pay, and whether arrays overlap.
// RUN: %raddle-opt %s --gpu-lower-launches | FileCheck %s

// CHECK-LABEL: llvm.func @questions
// CHECK: %[[GATE:.*]] = llvm.mlir.addressof @__raddle_gate_800
// CHECK: %[[LEAST:.*]] = llvm.load %[[GATE]]
// CHECK: arith.cmpi sge, %{{.*}}, %[[LEAST]] : i64
// CHECK-NOT: call @raddle_disjoint
// CHECK: arith.minui
// CHECK: arith.maxui
// CHECK: arith.cmpi uge
// CHECK-NOT: arith.minui
// CHECK: return
llvm.func @questions(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %m: i64) -> i1 {
  %n = arith.index_cast %m : i64 to index
  %zero = arith.constant 0 : index
  %w = region.may_pay %n {picoseconds = 800 : i64}
  // Of three pairs, only one may overlap where it matters: q and r are other objects, p and r are only read.
  %d = region.disjoint bases(%p, %q, %r : !llvm.ptr, !llvm.ptr, !llvm.ptr) from(%zero, %zero, %zero) to(%n, %n, %n)
      {flags = array<i64: 1, 2, 1>, objects = array<i64: -1, 0, 1>, names = ["p", "q", "r"]}
  %both = arith.andi %w, %d : i1
  llvm.return %both : i1
}

// Memory is asked for, and given back, only where there may be some.
// CHECK-LABEL: llvm.func @memory
// CHECK: llvm.mlir.addressof @__raddle_gate_100
// CHECK: scf.if
// CHECK: llvm.call @raddle_workspace(
// CHECK: scf.if
// CHECK-NEXT: llvm.call @raddle_workspace_end(
llvm.func @memory(%m: i64) {
  %n = arith.index_cast %m : i64 to index
  %w = region.workspace %n for %n {picoseconds = 100 : i64} : !llvm.ptr
  region.workspace_end %w : !llvm.ptr
  llvm.return
}

// A version and the loop as it was: the runtime chooses, by a place of the version's own, and is told when either has ended.
// CHECK-LABEL: llvm.func @choice
// CHECK: scf.if %{{.*}} -> (i64)
// CHECK: %[[PLACE:.*]] = llvm.mlir.addressof @__raddle_version_0
// CHECK: %[[TOKEN:.*]] = llvm.call @raddle_choose(%[[PLACE]], %{{.*}}, %{{.*}})
// CHECK: scf.yield %[[TOKEN]]
// CHECK: arith.trunci
// CHECK: arith.cmpi ugt
// CHECK: llvm.mlir.addressof @__raddle_version_0
// CHECK: llvm.call @raddle_chosen(
llvm.func @choice(%m: i64, %may: i1) -> i1 {
  %n = arith.index_cast %m : i64 to index
  %token = scf.if %may -> (i64) {
    %asked = region.choose %n {picoseconds = 100 : i64}
    scf.yield %asked : i64
  } else {
    %zero = arith.constant 0 : i64
    scf.yield %zero : i64
  }
  %takes = arith.trunci %token : i64 to i1
  region.chosen %token for %n
  // CHECK-NOT: raddle_chosen
  %none = arith.constant 0 : i64
  region.chosen %none for %n
  llvm.return %takes : i1
}

// Rows behind pointers are nowhere in the addresses of the ranges: the runtime looks for them. (41: read, checked only, a table; 75: read
// and written behind it.)
// CHECK-LABEL: llvm.func @rows
// CHECK: llvm.call @raddle_disjoint
llvm.func @rows(%p: !llvm.ptr, %m: i64) -> i1 {
  %n = arith.index_cast %m : i64 to index
  %zero = arith.constant 0 : index
  %d = region.disjoint bases(%p, %p : !llvm.ptr, !llvm.ptr) from(%zero, %zero) to(%n, %n)
      {flags = array<i64: 41, 75>, objects = array<i64: 0, 8>, names = ["m", "m"]}
  llvm.return %d : i1
}

// A launch asks the gate at the start of its own site.
// CHECK-LABEL: llvm.func @enters
// CHECK: %[[SITE:.*]] = llvm.mlir.addressof @__raddle_site_0
// CHECK: %[[LEAST:.*]] = llvm.load %[[SITE]]
// CHECK: %[[MAY:.*]] = arith.cmpi sge, %{{.*}}, %[[LEAST]] : i64
// CHECK: scf.if %[[MAY]]
// CHECK: llvm.call @raddle_enter
llvm.func @enters(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// Before a nest's checks: a launch may pay, or a version for CPU threads, or a device has data. No call.
// CHECK-LABEL: llvm.func @nest
// CHECK: llvm.mlir.addressof @__raddle_residence
// CHECK: arith.cmpi uge
// CHECK: llvm.mlir.addressof @__raddle_gate_900
// CHECK: arith.cmpi sge
// CHECK: llvm.mlir.addressof @__raddle_gate_threads
// CHECK: arith.cmpi sge
// CHECK-NOT: llvm.call
// CHECK: return
llvm.func @nest(%m: i64) -> i1 {
  %n = arith.index_cast %m : i64 to index
  %w = region.may_pay %n {nest, picoseconds = 900 : i64}
  llvm.return %w : i1
}
