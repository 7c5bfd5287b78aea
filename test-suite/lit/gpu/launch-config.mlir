// What of a launch's work-groups follows from its extents, launches without work items, and sizes that somebody asks for.
// RUN: %raddle-opt %s --gpu-launch-config --split-input-file --verify-diagnostics | FileCheck %s
// RUN: %raddle-opt %s --canonicalize --gpu-launch-config --gpu-transfers --canonicalize --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=AROUND

// All of it is known but how many rows a group has.
// CHECK-LABEL: llvm.func @square
// CHECK-NOT: arith.cmpi
// CHECK: region.launch @k::@k extents(%{{.*}}) args({{.*}}) {group_shape = array<i64: 32, 0, 1>, ranges = array<i64: 0>}
llvm.func @square(%p: !llvm.ptr, %c: i1) {
  %n = arith.constant 1000 : index
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %ok = region.enter bases(%p : !llvm.ptr) from(%zero) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%n, %n, %one) args(%p : !llvm.ptr) {ranges = array<i64: 0>}
    region.exit
  }
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index, %a: !llvm.ptr) kernel attributes {region.dims = 2 : i64} { gpu.return } }

// -----

// CHECK-LABEL: llvm.func @shapes
llvm.func @shapes() {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c20 = arith.constant 20 : index
  %c32 = arith.constant 32 : index
  %c33 = arith.constant 33 : index
  // A row of its own length, a power of two; one that is longer than a warp is as long as the device likes.
  // CHECK: {group_shape = array<i64: 32, 1, 1>
  region.launch @k::@k extents(%c20, %c1, %c1) {ranges = array<i64>}
  // CHECK: {group_shape = array<i64: 32, 1, 1>
  region.launch @k::@k extents(%c32, %c1, %c1) {ranges = array<i64>}
  // CHECK: {group_shape = array<i64: 0, 1, 1>
  region.launch @k::@k extents(%c33, %c1, %c1) {ranges = array<i64>}
  // CHECK: {group_shape = array<i64: 32, 0, 1>
  region.launch @k::@k extents(%c33, %c5, %c1) {ranges = array<i64>}
  // CHECK: {group_shape = array<i64: 8, 0, 1>
  region.launch @k::@k extents(%c5, %c33, %c1) {ranges = array<i64>}
  // CHECK: {group_shape = array<i64: 1, 0, 1>
  region.launch @k::@k extents(%c1, %c33, %c1) {ranges = array<i64>}
  // CHECK: {group_shape = array<i64: 32, 0, 0>
  region.launch @k::@k extents(%c33, %c5, %c5) {ranges = array<i64>}
  // CHECK: {group_shape = array<i64: 1, 1, 1>
  region.launch @k::@k extents(%c1, %c1, %c1) {ranges = array<i64>}
  // CHECK-NOT: scf.if
  // CHECK: llvm.return
  llvm.return
}

// -----

// Extents that are not known decide nothing, and may be 0: neither copies nor a launch then.
// CHECK-LABEL: llvm.func @dynamic(
// CHECK: %[[N:.*]] = arith.index_cast
// CHECK: %[[M:.*]] = arith.index_cast
// CHECK: scf.if
// CHECK-DAG: %[[SOME:.*]] = arith.cmpi sgt, %[[M]], %
// CHECK-DAG: %[[ROWS:.*]] = arith.cmpi sgt, %[[N]], %
// CHECK: %[[WORK:.*]] = arith.andi %[[SOME]], %[[ROWS]] : i1
// CHECK: scf.if %[[WORK]] {
// CHECK-NEXT: region.launch {{.*}} {group_shape = array<i64: 0, 0, 1>
// CHECK-NEXT: {{^ *\}$}}
// CHECK-NEXT: region.exit
// AROUND-LABEL: llvm.func @dynamic(
// AROUND: scf.if %{{.*}} {
// AROUND: arith.andi
// AROUND-NEXT: scf.if %{{.*}} {
// AROUND-NEXT: region.copy_in
// AROUND-NEXT: region.launch
// AROUND-NEXT: region.copy_out
// AROUND-NEXT: {{^ *\}$}}
// AROUND-NEXT: region.exit
llvm.func @dynamic(%p: !llvm.ptr, %rows: i64, %row: i64) {
  %n = arith.index_cast %rows : i64 to index
  %m = arith.index_cast %row : i64 to index
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %ok = region.enter bases(%p : !llvm.ptr) from(%zero) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    region.launch @k::@k extents(%m, %n, %one) args(%p : !llvm.ptr) {ranges = array<i64: 0>}
    region.exit
  }
  llvm.return
}

// -----

// No work items, so no launch and no kernel; the other branch is what runs. A kernel that is launched elsewhere stays.
// CHECK-LABEL: llvm.func @empty
// CHECK-NOT: region.
// CHECK: llvm.func @elsewhere
// CHECK: region.launch @other::@other
// CHECK-NOT: gpu.module @k
// CHECK: gpu.module @other
// AROUND-LABEL: llvm.func @empty
// AROUND-NOT: region.
// AROUND: llvm.call @sequential
// AROUND: llvm.return
llvm.func @sequential()
llvm.func @empty(%p: !llvm.ptr, %rows: i64) {
  %n = arith.index_cast %rows : i64 to index
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %ok = region.enter bases(%p : !llvm.ptr) from(%zero) to(%n) instances %n {flags = array<i64: 2>, objects = array<i64: 0>, names = ["a"], function = "f"}
  scf.if %ok {
    // expected-remark @+1 {{kernel 'k' is not launched: it has no work items}}
    region.launch @k::@k extents(%n, %zero, %one) args(%p : !llvm.ptr) {ranges = array<i64: 0>}
    // expected-remark @+1 {{kernel 'other' is not launched: it has no work items}}
    region.launch @other::@other extents(%zero, %one, %one) {ranges = array<i64>, work_group = array<i64: 64>}
    region.exit
  } else {
    llvm.call @sequential() : () -> ()
  }
  llvm.return
}
llvm.func @elsewhere() {
  %one = arith.constant 1 : index
  region.launch @other::@other extents(%one, %one, %one) {ranges = array<i64>}
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index, %a: !llvm.ptr) kernel { gpu.return } }
gpu.module @other { gpu.func @other(%ex: index, %ey: index, %ez: index) kernel { gpu.return } }

// -----

// What somebody asks for stays, whatever the extents are.
// CHECK-LABEL: llvm.func @asked
// CHECK: region.launch {{.*}} {ranges = array<i64>, work_group = array<i64: 16, 4>}
// CHECK: region.launch {{.*}} {ranges = array<i64>, work_group = array<i64: 256, 1, 1>}
llvm.func @asked() {
  %n = arith.constant 1000 : index
  %one = arith.constant 1 : index
  region.launch @k::@k extents(%n, %n, %one) {ranges = array<i64>, work_group = array<i64: 16, 4>}
  region.launch @k::@k extents(%n, %n, %one) {ranges = array<i64>, work_group = array<i64: 256, 1, 1>}
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel attributes {region.dims = 2 : i64} { gpu.return } }

// -----

llvm.func @too_many_dimensions() {
  %n = arith.constant 1000 : index
  %one = arith.constant 1 : index
  // expected-error @+1 {{'region.launch' op work_group has 2 dimensions, kernel @k has 1}}
  region.launch @k::@k extents(%n, %one, %one) {ranges = array<i64>, work_group = array<i64: 16, 4>}
  llvm.return
}
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index) kernel attributes {region.dims = 1 : i64} { gpu.return } }
