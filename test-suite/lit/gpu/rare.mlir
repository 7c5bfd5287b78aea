// What is marked as rarely reached becomes a function, with what only it needs.
// RUN: %raddle-opt %s --gpu-rare | FileCheck %s --implicit-check-not=region.rare

llvm.func @raddle_enter(!llvm.ptr, i64) -> i32

// Constants are made again, and the slot and the product go along.
// CHECK-LABEL: llvm.func internal preserve_mostcc @__raddle_rare_0(
// CHECK-SAME: %[[N:[a-z0-9]*]]: i64, %[[P:[a-z0-9]*]]: !llvm.ptr) -> i32
// CHECK-SAME: passthrough = ["cold", "noinline", "minsize"]
// CHECK-DAG: arith.constant 8 : index
// CHECK-DAG: arith.index_cast %[[N]] : i64 to index
// CHECK-DAG: arith.muli
// CHECK-DAG: %[[SLOT:.*]] = llvm.alloca
// CHECK: llvm.store %[[P]], %[[SLOT]]
// CHECK: %[[ANSWER:.*]] = llvm.call @raddle_enter(%[[SLOT]],
// CHECK: scf.if
// CHECK: llvm.return %[[ANSWER]] : i32

// CHECK-LABEL: llvm.func @enters
// CHECK-NOT: llvm.alloca
// CHECK-NOT: arith.muli
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: %[[CALLED:.*]] = llvm.call preserve_mostcc @__raddle_rare_0(%{{.*}}, %{{.*}})
// CHECK-NEXT: scf.yield %[[CALLED]] : i32
// CHECK: llvm.return %[[R]]
llvm.func @enters(%p: !llvm.ptr, %m: i64, %may: i1) -> i32 {
  %one = arith.constant 1 : i64
  %slot = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %n = arith.index_cast %m : i64 to index
  %c8 = arith.constant 8 : index
  %bytes = arith.muli %n, %c8 : index
  %zero = arith.constant 0 : i32
  %r = scf.if %may -> (i32) {
    llvm.store %p, %slot : !llvm.ptr, !llvm.ptr
    %size = arith.index_cast %bytes : index to i64
    %answer = llvm.call @raddle_enter(%slot, %size) : (!llvm.ptr, i64) -> i32
    %taken = arith.cmpi eq, %answer, %zero : i32
    scf.if %taken {
      %again = arith.index_cast %n : index to i64
      llvm.call @raddle_enter(%p, %again) : (!llvm.ptr, i64) -> i32
    }
    scf.yield %answer : i32
  } else {
    scf.yield %zero : i32
  } {region.rare}
  llvm.return %r : i32
}

// A slot and a sum that others use, too, stay; so does the loop's variable, whose value is passed.
// CHECK-LABEL: llvm.func internal preserve_mostcc @__raddle_rare_1(
// CHECK-SAME: f64, {{.*}}: !llvm.ptr, {{.*}}: i64)
// CHECK-NOT: memref.load
// CHECK: llvm.return
// CHECK-LABEL: llvm.func @shared
// CHECK: memref.alloca
// CHECK: llvm.alloca
// CHECK: arith.addi
// CHECK: %[[VALUE:.*]] = memref.load
// CHECK: scf.if
// CHECK-NEXT: llvm.call preserve_mostcc @__raddle_rare_1(%[[VALUE]], %{{.*}}, %{{.*}})
llvm.func @shared(%m: i64, %may: i1) -> i64 {
  %one = arith.constant 1 : i64
  %variable = memref.alloca() : memref<f64>
  %slot = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  %sum = arith.addi %m, %one : i64
  scf.if %may {
    %value = memref.load %variable[] : memref<f64>
    llvm.store %value, %slot : f64, !llvm.ptr
    llvm.call @raddle_enter(%slot, %sum) : (!llvm.ptr, i64) -> i32
  } {region.rare}
  llvm.store %sum, %slot : i64, !llvm.ptr
  llvm.return %sum : i64
}

// A variable that the branch changes cannot be passed, so the branch stays.
// CHECK-LABEL: llvm.func @changed
// CHECK: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: llvm.call @raddle_enter
llvm.func @changed(%p: !llvm.ptr, %m: i64, %may: i1, %v: f64) {
  %variable = memref.alloca() : memref<f64>
  scf.if %may {
    memref.store %v, %variable[] : memref<f64>
    llvm.call @raddle_enter(%p, %m) : (!llvm.ptr, i64) -> i32
  } {region.rare}
  %value = memref.load %variable[] : memref<f64>
  llvm.return
}

// Of branches in one another there is one function.
// CHECK: llvm.func internal preserve_mostcc @[[INNER:__raddle_rare_[0-9]+]](
// CHECK-NOT: @__raddle_rare_
// CHECK-LABEL: llvm.func @nested
// CHECK: llvm.call preserve_mostcc @[[INNER]](
llvm.func @nested(%p: !llvm.ptr, %m: i64, %may: i1) {
  scf.if %may {
    scf.if %may {
      llvm.call @raddle_enter(%p, %m) : (!llvm.ptr, i64) -> i32
    } {region.rare}
  } {region.rare}
  llvm.return
}
