// Parallel loops go around sequential ones.
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --region-privatize --region-interchange="size=8" 2>/dev/null | FileCheck %s

// Along rows: strips for CPU threads, whole loops for others, the loop as it was.
// CHECK-LABEL: @__raddle_impl_column_sums(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: affine.for %[[S:.*]] = 0 to
// CHECK: affine.for %{{.*}} = 0 to
// CHECK: affine.for %{{.*}} = {{.*}}(%[[S]])
// CHECK: affine.store
// CHECK: region.grid
// CHECK: } else {
// CHECK: region.may_pay
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK: affine.load %{{.*}}[%[[J]], %[[I]]]
// CHECK: region.reordered
// CHECK: } else {
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.load %{{.*}}[%[[J]], %[[I]]]
// CHECK: region.fallback
// CHECK: llvm.return
void column_sums(int n, int m, double (*restrict a)[m], double *restrict w) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) w[i] += a[j][i];
}

// Across rows: no strips.
// CHECK-LABEL: @__raddle_impl_row_sums(
// CHECK-NOT: {threads}
// CHECK: region.reordered
// CHECK: llvm.return
void row_sums(int n, int m, double (*restrict a)[m], double *restrict w) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) w[i] += a[i][j];
}

// A triangle has other bounds in the other order.
// CHECK-LABEL: @__raddle_impl_triangle(
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %{{.*}} = 0 to {{.*}}(%[[I]])
// CHECK: region.reordered
// CHECK: llvm.return
void triangle(int n, double (*restrict a)[n], double *restrict w) {
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++) w[i] += a[j][i];
}

// Loops beside each other become one.
// CHECK-LABEL: @__raddle_impl_steps(
// CHECK: region.grid
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK: affine.store
// CHECK-NOT: affine.for
// CHECK: affine.store
// CHECK: region.reordered
// CHECK: llvm.return
void steps(int steps, int n, double *restrict x, double *restrict v) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) v[i] = v[i] - x[i] * 0.1;
    for (int i = 0; i < n; i++) x[i] = x[i] + v[i] * 0.1;
  }
}

// A loop in a sequential one: the outer loop's index stays where it is.
// CHECK-LABEL: @__raddle_impl_inside(
// CHECK: affine.for %[[T:.*]] =
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: region.grid
// CHECK: region.reordered
// CHECK: llvm.return
void inside(int steps, int n, double (*restrict a)[n], double *restrict w) {
  for (int t = 1; t < steps; t++) {
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) w[i] += a[j][i];
    w[t] = w[t - 1];
  }
}

// An element needs its neighbour of the iteration before: the order stays.
// CHECK-LABEL: @__raddle_impl_neighbours(
// CHECK-NOT: scf.if
// CHECK: llvm.return
void neighbours(int n, int m, double (*restrict a)[m]) {
  for (int j = 1; j < n; j++)
    for (int i = 1; i < m; i++) a[j][i] = a[j - 1][i] + a[j][i - 1];
}

// Parallel as it is.
// CHECK-LABEL: @__raddle_impl_parallel(
// CHECK-NOT: scf.if
// CHECK: llvm.return
void parallel(int n, int m, double (*restrict a)[m]) {
  for (int j = 1; j < n; j++)
    for (int i = 1; i < m; i++) a[j][i] += 1;
}

// A condition that is not affine may hide an order.
// CHECK-LABEL: @__raddle_impl_unknown(
// CHECK-NOT: scf.if
// CHECK: llvm.return
void unknown(int n, int m, double (*restrict a)[m], double *restrict w, int *restrict next) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) w[next[i]] += a[j][i];
}
