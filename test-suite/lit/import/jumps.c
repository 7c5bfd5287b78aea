// Jumps inside of a nest are conditions: of flags, where they leave a loop.
// RUN: %raddle emit --stage nest %s | FileCheck %s
// RUN: %raddle emit --stage gpu --offload-min 0 %s --remarks -o %t.mlir 2>&1 | FileCheck %s --check-prefix=VERDICT

int a[100], b[100];

// After 'break' neither the step nor the condition is evaluated.
// CHECK-LABEL: @__raddle_impl_search
// CHECK: affine.for
// CHECK: %[[J:[a-z_0-9]+]] = memref.alloca() {{.*}}: memref<i32>
// CHECK: %[[LEFT:[a-z_0-9]+]] = memref.alloca() {{.*}}: memref<i32>
// CHECK: affine.store %{{.*}}, %[[LEFT]]
// CHECK-NEXT: scf.while
// CHECK: %[[SET:.*]] = affine.load %[[LEFT]]
// CHECK: %[[GO:.*]] = arith.cmpi eq, %[[SET]]
// CHECK: scf.if %[[GO]] -> (i1)
// CHECK: scf.condition
// CHECK: affine.store %{{.*}}, %[[LEFT]]
// CHECK: affine.load %[[LEFT]]
// CHECK: scf.if
// CHECK: scf.yield
// VERDICT: 'search' runs on the device
void search(void) {
  for (int i = 0; i < 100; i++) {
    int j;
    for (j = 0; j < 100; j++)
      if (a[j] == i)
        break;
    b[i] = j;
  }
}

// A step whose variable nobody reads after the loop is done in any case: no iteration waits for the comparison of the one before.
// CHECK-LABEL: @__raddle_impl_first
// CHECK: scf.while
// CHECK: } do {
// CHECK: arith.cmpi eq
// CHECK: scf.if
// CHECK: affine.store
// CHECK: }
// CHECK-NEXT: affine.load %[[K:[a-z_0-9]+]][]
// CHECK: arith.addi
// CHECK: affine.store %{{.*}}, %[[K]]
// CHECK-NEXT: scf.yield
// VERDICT: 'first' runs on the device
void first(void) {
  for (int i = 0; i < 100; i++) {
    int found = -1;
    for (int k = 0; k < 100; k++)
      if (a[k] == i) {
        found = k;
        break;
      }
    b[i] = found;
  }
}

// A 'continue' at the end of a branch needs no flag, and 'switch' none where no case falls into the next.
// CHECK-LABEL: @__raddle_impl_plain
// CHECK-NOT: memref.alloca
// CHECK: arith.cmpi eq
// CHECK: scf.if
// CHECK: } else {
// CHECK: arith.cmpi sge
// CHECK: scf.if
// CHECK: } else {
// CHECK: llvm.return
// VERDICT: 'plain' runs on the device
void plain(void) {
  for (int i = 0; i < 100; i++) {
    if (a[i] == 7) {
      b[i] = 1;
      continue;
    }
    switch (a[i]) {
    case 3:
      b[i] = 2;
      break;
    default:
      b[i] = 3;
      break;
    case 4 ... 6:
      b[i] = 4;
    }
  }
}
