// The sizes of work-groups go from launches to their kernel, where the kernel's record takes them from.
// RUN: %raddle-opt %s --gpu-lower-launches --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: llvm.func @asked
// CHECK: llvm.call @raddle_launch
// CHECK: gpu.func @k({{.*}}) kernel attributes {region.group = array<i64: 16, 4, 1>, region.group_asked}
llvm.func @asked(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>, work_group = array<i64: 16, 4>}
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>, work_group = array<i64: 16, 4, 1>}
    region.exit
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// Where launches of one kernel differ, the size is bound when they run.
// CHECK: gpu.func @k({{.*}}) kernel attributes {region.group = array<i64: 0, 0, 1>}
// CHECK: gpu.func @late({{.*}}) kernel {
llvm.func @shapes(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>, group_shape = array<i64: 32, 0, 1>}
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>, group_shape = array<i64: 8, 0, 1>}
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>, group_shape = array<i64: 32, 0, 1>}
    region.launch @late::@late extents(%n, %n, %n) {ranges = array<i64>}
    region.exit
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }
gpu.module @late { gpu.func @late(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

llvm.func @contradiction(%p: !llvm.ptr, %m: i64) {
  %n = arith.index_cast %m : i64 to index
  %ok = region.enter bases(%p : !llvm.ptr) from(%n) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>, group_shape = array<i64: 16, 4, 1>}
    // expected-error @+1 {{launches of one kernel ask for different work-groups}}
    region.launch @k::@k extents(%n, %n, %n) {ranges = array<i64>, work_group = array<i64: 16, 4>}
    region.exit
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }
