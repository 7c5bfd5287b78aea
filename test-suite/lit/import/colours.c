// Loops that begin with a remainder: the bound says so, as a difference, which MLIR does not take for a constant.
// RUN: %raddle emit --stage nest %s | FileCheck %s
// RUN: %raddle emit --stage nest %s -fwrapv | FileCheck %s --check-prefix=WRAPS

// CHECK-DAG: #[[MASK:.*]] = affine_map<(d0)[s0] -> (-((-(d0 + s0) - 1) mod 2) + 2)>
// CHECK-DAG: #[[LESS:.*]] = affine_map<(d0) -> (-((-(-d0 - 1) - 1) mod 4) + 2)>
// CHECK-DAG: #[[CHOICE:.*]] = affine_map<(d0) -> (-((-d0 - 1) mod 2) + 2)>

// WRAPS-LABEL: llvm.func @__raddle_impl_by_mask
// WRAPS: scf.while
// CHECK-LABEL: llvm.func @__raddle_impl_by_mask
// CHECK: affine.for %[[I:.*]] = 1 to
// CHECK-NEXT: affine.for %{{.*}} = #[[MASK]](%[[I]])[%{{.*}}] to {{.*}} step 2
void by_mask(int n, double (*u)[100], int colour) {
  for (int i = 1; i < n; i++)
    for (int j = 1 + ((i + colour) & 1); j < 99; j += 2)
      u[i][j] *= 0.5;
}

// CHECK-LABEL: llvm.func @__raddle_impl_less
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.for %{{.*}} = #[[LESS]](%[[I]]) to
void less(int n, double (*u)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 2 - (i & 3); j < 99; j++)
      u[i][j + 1] *= 0.5;
}

// CHECK-LABEL: llvm.func @__raddle_impl_choice
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %{{.*}} = #[[CHOICE]](%[[I]]) to {{.*}} step 2
void choice(int n, double (*u)[100]) {
  for (int i = 0; i < n; i++) {
    int first = i % 2 ? 2 : 1;
    for (int j = first; j < 99; j += 2)
      u[i][j] *= 0.5;
  }
}

// A remainder of a negative number is negative, and a loop that ends where an index meets a number may never end.
// CHECK-LABEL: llvm.func @__raddle_impl_neither
// CHECK: affine.for
// CHECK: scf.while
// CHECK: scf.while
void neither(double (*u)[100]) {
  for (int i = -5; i < 90; i++) {
    for (int j = 7 + i % 3; j < 99; j += 3)
      u[i + 5][j] *= 0.5;
    for (int j = 1 + (i & 1); j != 99; j += 2)
      u[i + 5][j] += 1;
  }
}

// MLIR took the bound of the inner loop for 1, its value where i is 1.
// RUN: %raddle emit --stage gpu %s | FileCheck %s --check-prefix=BARE
// BARE-DAG: #[[BARE:.*]] = affine_map<(d0) -> (d0 * 3 + ((d0 * -3 - 1) floordiv 2) * 2 + 2)>
// BARE-LABEL: llvm.func @__raddle_impl_bare
// BARE: affine.for %[[I:.*]] = 1 to
// BARE-NEXT: affine.for %{{.*}} = #[[BARE]](%[[I]]) to
void bare(int n, int k, double *u) {
  for (int i = 1; i < n; i++)
    for (int j = (3 * i) & 1; j < n; j++)
      u[k] -= 1;
}
