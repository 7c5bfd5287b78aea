// A nest whose callers may pass one array under two names has a version for that, if the one array leaves its loops as they were.
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --cse --region-in-place --cse | FileCheck %s

// One of the two inputs at a time; the two that are only read may be whatever they like.
// CHECK-LABEL: @__raddle_impl_sum(
// CHECK: %[[X:.*]] = llvm.icmp "ne" %[[OUT:.*]], %[[IN:.*]] : !llvm.ptr
// CHECK: scf.if %[[X]]
// CHECK: llvm.icmp "ne" %[[OUT]], %[[OTHER:.*]] : !llvm.ptr
// CHECK: region.nest(%[[OUT]], %[[IN]], %[[OTHER]],
// CHECK-NOT: region.in_place
// CHECK: } else {
// CHECK: region.nest(%[[OUT]], %[[IN]],
// CHECK-SAME: names = ["w", "x", "n"]{{.*}} region.in_place
// CHECK: } else {
// CHECK: region.nest(%[[OUT]], %[[OTHER]],
// CHECK-SAME: names = ["w", "y", "n"]{{.*}} region.in_place
// CHECK: %[[W:.*]] = region.view
// CHECK: %[[Y:.*]] = region.view
// CHECK-NOT: region.view
// CHECK-DAG: affine.load %[[W]]
// CHECK-DAG: affine.load %[[Y]]
// CHECK: affine.store %{{.*}}, %[[W]]
// CHECK: llvm.return
void sum(int n, const double *x, const double *y, double *w) {
  for (int i = 0; i < n; i++) w[i] = x[i] + y[i];
}

// An iteration would read what another one writes.
// CHECK-LABEL: @__raddle_impl_smooth(
// CHECK-NOT: region.in_place
// CHECK: llvm.return
void smooth(int n, const double *x, double *w) {
  for (int i = 1; i < n; i++) w[i] = x[i - 1] + x[i];
}

// Apart by 'restrict', by type, by shape; only read; nothing that runs in parallel; too short.
// CHECK-LABEL: @__raddle_impl_restricted(
// CHECK-NOT: region.in_place
// CHECK: llvm.return
void restricted(int n, const double *restrict x, double *restrict w) {
  for (int i = 0; i < n; i++) w[i] = x[i];
}
// CHECK-LABEL: @__raddle_impl_typed(
// CHECK-NOT: region.in_place
// CHECK: llvm.return
void typed(int n, const float *x, double *w) {
  for (int i = 0; i < n; i++) w[i] = x[i];
}
// CHECK-LABEL: @__raddle_impl_shapes(
// CHECK-NOT: region.in_place
// CHECK: llvm.return
void shapes(int n, int m, double (*x)[n], double (*w)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) w[i][j] = x[i][j];
}
// CHECK-LABEL: @__raddle_impl_recurrence(
// CHECK-NOT: region.in_place
// CHECK: llvm.return
void recurrence(int n, const double *x, double *w) {
  for (int i = 1; i < n; i++) w[i] = w[i - 1] + x[i];
}
// CHECK-LABEL: @__raddle_impl_brief(
// CHECK-NOT: region.in_place
// CHECK: llvm.return
void brief(const double *x, double *w) {
  for (int i = 0; i < 100; i++) w[i] = x[i];
}

// A store between two reads of the other name: the second one sees it where they are one.
// CHECK-LABEL: @__raddle_impl_between(
// CHECK: region.in_place
// CHECK: affine.load %[[ONE:[^\[]*]][
// CHECK: affine.store %{{.*}}, %[[ONE]][
// CHECK: affine.load %[[ONE]][
// CHECK: affine.store
// CHECK: llvm.return
void between(int n, const double *x, double *w, float *v) {
  for (int i = 0; i < n; i++) {
    w[i] = x[i] * 2;
    v[i] = x[i];
  }
}

// Of one array it is known how many elements it has: so many they both have, where they are one.
// CHECK-LABEL: @__raddle_impl_known(
// CHECK: region.in_place
// CHECK: region.view {{.*}}sizes[%[[SIZE:c64[_0-9]*]]]
// CHECK: affine.for
// CHECK: llvm.return
static double grid[64];
void known(int n, double *w) {
  for (int i = 0; i < n; i++) w[i] = grid[i] * 2;
}

// Others know both, but two variables are never one array.
// CHECK-LABEL: @__raddle_impl_variables(
// CHECK: region.nest
// CHECK-NOT: region.in_place
// CHECK: llvm.return
void know(double *);
void variables(int n) {
  double a[4000], b[4000];
  know(a), know(b);
  for (int i = 0; i < n; i++) a[i] = b[i] * 2;
  know(a);
}
