// Parameters that only lead to variables of the callers need no announcement, and the variables stay the callers' own. The first pointer of
// each function is an array that may be on a device.
// RUN: %raddle-opt %s --gpu-residence | FileCheck %s

llvm.func @memcpy(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
llvm.func @others(!llvm.ptr)
gpu.module @k { gpu.func @k(%ex: index, %ey: index, %ez: index, %p: !llvm.ptr) kernel { gpu.return } }

// One announcement: of the bytes that are copied, of which only the call knows how many, and of what is read behind it, in another block too.
// CHECK-LABEL: llvm.func internal @__raddle_aware_put
// CHECK-SAME: (%[[ARRAY:.*]]: !llvm.ptr, %[[OWN:.*]]: !llvm.ptr, %[[N:.*]]: i64)
// CHECK: arith.index_cast %[[N]]
// CHECK: region.host_access bases(%[[ARRAY]], %{{.*}} : !llvm.ptr, !llvm.ptr) from({{.*}}) to(%{{.*}}, %{{.*}}) {flags = array<i64: 3, 1>
// CHECK-NEXT: llvm.call @memcpy(%[[ARRAY]], %[[OWN]], %[[N]])
// CHECK-NOT: region.host_access
// CHECK: llvm.return
llvm.func internal @__raddle_aware_put(%array: !llvm.ptr, %own: !llvm.ptr, %n: i64) attributes {region.aware, region.reached} {
  %0 = llvm.call @memcpy(%array, %own, %n) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  llvm.store %n, %own : i64, !llvm.ptr
  %1 = llvm.getelementptr %array[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %2 = llvm.load %1 : !llvm.ptr -> i64
  %3 = arith.cmpi slt, %2, %n : i64
  llvm.cond_br %3, ^again, ^end
^again:
  %4 = llvm.load %1 : !llvm.ptr -> i64
  llvm.call @__raddle_aware_put(%array, %own, %4) {region.aware} : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.br ^end
^end:
  llvm.return
}

// This one hands its pointer on, so it and its callers' variable are not their own.
// CHECK-LABEL: llvm.func internal @__raddle_aware_hand
// CHECK: region.host_access bases(%{{.*}} : !llvm.ptr)
// CHECK-NEXT: llvm.store
llvm.func internal @__raddle_aware_hand(%p: !llvm.ptr, %n: i64) attributes {region.aware, region.reached} {
  llvm.store %n, %p : i64, !llvm.ptr
  llvm.call @others(%p) : (!llvm.ptr) -> ()
  llvm.return
}

// One caller has an array.
// CHECK-LABEL: llvm.func internal @__raddle_aware_either
// CHECK: region.host_access
// CHECK-NEXT: llvm.store
llvm.func internal @__raddle_aware_either(%p: !llvm.ptr, %n: i64) attributes {region.aware, region.reached} {
  llvm.store %n, %p : i64, !llvm.ptr
  llvm.return
}

// Other units may call this one.
// CHECK-LABEL: llvm.func internal @__raddle_aware_found
// CHECK: region.host_access
// CHECK-NEXT: llvm.store
llvm.func internal @__raddle_aware_found(%p: !llvm.ptr, %n: i64) attributes {region.aware, region.reached, region.public = true} {
  llvm.store %n, %p : i64, !llvm.ptr
  llvm.return
}

// A launch has the variable that this one gets.
// CHECK-LABEL: llvm.func internal @__raddle_aware_launched
// CHECK: region.host_access
// CHECK-NEXT: llvm.store
llvm.func internal @__raddle_aware_launched(%p: !llvm.ptr, %n: i64) attributes {region.aware, region.reached} {
  llvm.store %n, %p : i64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @main
// CHECK: %[[FIRST:.*]] = llvm.alloca
// CHECK: region.launch
// CHECK-NOT: region.host_access bases(%[[FIRST]]
// CHECK: llvm.return
llvm.func @main(%array: !llvm.ptr, %n: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %first = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %second = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %third = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.store %n, %first : i64, !llvm.ptr
  %ok = region.enter bases(%third : !llvm.ptr) from(%c0) to(%c8) instances %c1 items %c1 {flags = array<i64: 3>, objects = array<i64: 0>, names = ["p"], function = "f", picoseconds = 1000 : i64, resident}
  scf.if %ok {
    region.launch @k::@k extents(%c1, %c1, %c1) args(%third : !llvm.ptr) {ranges = array<i64: 0>}
    region.exit
  }
  llvm.call @__raddle_aware_put(%array, %first, %n) {region.aware} : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.call @__raddle_aware_hand(%second, %n) {region.aware} : (!llvm.ptr, i64) -> ()
  llvm.call @__raddle_aware_either(%second, %n) {region.aware} : (!llvm.ptr, i64) -> ()
  llvm.call @__raddle_aware_either(%array, %n) {region.aware} : (!llvm.ptr, i64) -> ()
  llvm.call @__raddle_aware_found(%second, %n) {region.aware} : (!llvm.ptr, i64) -> ()
  llvm.call @__raddle_aware_launched(%third, %n) {region.aware} : (!llvm.ptr, i64) -> ()
  %0 = llvm.load %first : !llvm.ptr -> i64
  llvm.return %0 : i64
}
