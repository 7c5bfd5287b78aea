// What the unit's byte must say for the host to ask: that devices have copies (2) before writes, that they have newer bytes (3) before reads,
// that they work on the host's own bytes (1) where these end or everything comes back. With windows, an address that is in its window asks
// nobody.
// RUN: %raddle-opt %s --gpu-lower-launches | FileCheck %s

// CHECK-LABEL: llvm.func @window
// CHECK: scf.if
// CHECK: %[[FIRST:.*]] = llvm.load
// CHECK: %[[FAR:.*]] = arith.subi %{{.*}}, %[[FIRST]]
// CHECK: %[[COUNT:.*]] = llvm.load
// CHECK: %[[OUT:.*]] = arith.cmpi uge, %[[FAR]], %[[COUNT]]
// CHECK: scf.if %[[OUT]] {
// CHECK: llvm.call @raddle_host_access(%{{.*}}, %{{.*}}, %[[W:.*]])
// CHECK-LABEL: llvm.func @levels
// CHECK: %[[COPIES:.*]] = arith.constant 2 : i8
// CHECK: %[[W:.*]] = arith.cmpi uge, %{{.*}}, %[[COPIES]]
// CHECK: scf.if %[[W]] {
// CHECK: raddle_host_access
// CHECK: %[[NEWER:.*]] = arith.constant 3 : i8
// CHECK: %[[R:.*]] = arith.cmpi uge, %{{.*}}, %[[NEWER]]
// CHECK: scf.if %[[R]] {
// CHECK: raddle_host_access
// CHECK: %[[SHARED:.*]] = arith.constant 1 : i8
// CHECK: %[[E:.*]] = arith.cmpi uge, %{{.*}}, %[[SHARED]]
// CHECK: scf.if %[[E]] {
// CHECK: raddle_host_free
// CHECK: %[[ANY:.*]] = arith.constant 1 : i8
// CHECK: %[[F:.*]] = arith.cmpi uge, %{{.*}}, %[[ANY]]
// CHECK: scf.if %[[F]] {
// CHECK: raddle_flush
llvm.func @window(%p: !llvm.ptr, %w: !llvm.ptr) {
  %lo = arith.constant 0 : index
  %hi = arith.constant 8 : index
  region.host_access bases(%p : !llvm.ptr) from(%lo) to(%hi) windows %w : !llvm.ptr {flags = array<i64: 129>, objects = array<i64: -1>, names = [""]}
  llvm.return
}
llvm.func @levels(%p: !llvm.ptr) {
  %lo = arith.constant 0 : index
  %hi = arith.constant 8 : index
  region.host_access bases(%p : !llvm.ptr) from(%lo) to(%hi) {flags = array<i64: 3>, objects = array<i64: -1>, names = [""]}
  region.host_access bases(%p : !llvm.ptr) from(%lo) to(%hi) {flags = array<i64: 1>, objects = array<i64: -1>, names = [""]}
  region.host_end %p : !llvm.ptr
  region.flush
  llvm.return
}
