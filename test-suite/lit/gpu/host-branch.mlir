// A launch begins where the runtime agrees to it. The host's branch ends with a call where the runtime wants to time it; a launch without
// such a branch has none, and one that needs what is computed behind the question stays behind it.
// RUN: %raddle-opt %s --gpu-lower-launches --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @both
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i32)
// CHECK: %[[ANSWER:.*]] = llvm.call @raddle_enter
// CHECK: %[[TAKEN:.*]] = arith.cmpi eq, %[[ANSWER]], %c1
// CHECK-NEXT: scf.if %[[TAKEN]] {
// CHECK: llvm.call @raddle_exit
// CHECK: scf.yield %[[ANSWER]]
// CHECK: {region.rare}
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[R]], %c1
// CHECK-NEXT: scf.if %[[OK]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: llvm.call @work
// CHECK: %[[TIMED:.*]] = arith.cmpi eq, %[[R]], %c2
// CHECK: scf.if %[[TIMED]] {
// CHECK-NEXT: %[[SITE:.*]] = llvm.mlir.addressof @__raddle_site_0
// CHECK-NEXT: llvm.call @raddle_host_done(%[[SITE]])
llvm.func @work()
llvm.func @both(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  } else {
    llvm.call @work() : () -> ()
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// CHECK-LABEL: llvm.func @one
// CHECK-NOT: llvm.call @raddle_host_done
llvm.func @one(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// CHECK-LABEL: llvm.func @behind
// CHECK: llvm.call @raddle_enter
// CHECK-NEXT: scf.yield
// CHECK: %[[TWICE:.*]] = arith.addi
// CHECK-NEXT: scf.if
// CHECK: llvm.call @raddle_launch
llvm.func @behind(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  %twice = arith.addi %n, %n : index
  scf.if %ok {
    region.launch @k::@k extents(%twice, %n, %n) {ranges = array<i64>}
    region.exit
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }
