// Loops are cut at the iteration that all their dependences begin or end in.
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --region-privatize --region-split 2>/dev/null | FileCheck %s

// Row k is read by all others, and column k in each row. What stands beside loops goes where its data is. The original is the other branch.
// CHECK-DAG: #[[AT:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[BEHIND:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-DAG: #[[LESS:.*]] = affine_map<(d0) -> (d0 - 1)>
// CHECK-LABEL: @__raddle_impl_closest(
// CHECK: region.may_pay
// CHECK: affine.for %[[K:.*]] = 0 to %[[N:.*]] {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to #[[AT]](%[[K]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to #[[AT]](%[[K]]) {
// CHECK: affine.store %{{.*}}[%[[I]], %[[J]]]
// CHECK: %[[COLUMN:.*]] = affine.apply #[[AT]](%[[K]])
// CHECK-NOT: affine.for
// CHECK: affine.store %{{.*}}[%[[I]], %[[COLUMN]]]
// CHECK: affine.for %[[J:.*]] = #[[BEHIND]](%[[K]]) to %[[N]] {
// CHECK: affine.store %{{.*}}[%[[I]], %[[J]]]
// CHECK: %[[ROW:.*]] = affine.apply #[[AT]](%[[K]])
// CHECK: affine.for %[[J:.*]] = 0 to #[[AT]](%[[K]]) {
// CHECK: affine.store %{{.*}}[%[[ROW]], %[[J]]]
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: affine.store %{{.*}}[%[[ROW]], %{{.*}}]
// CHECK-NEXT: } {region.beside}
// CHECK: affine.for %[[J:.*]] = #[[BEHIND]](%[[K]]) to %[[N]] {
// CHECK: affine.for %[[I:.*]] = #[[BEHIND]](%[[K]]) to %[[N]] {
// CHECK: region.name = "k"
// CHECK: } else {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[N]]
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[N]]
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[N]]
// CHECK: region.fallback
// CHECK: llvm.return
void closest(int n, double (*restrict a)[n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] = a[i][j] < a[i][k] + a[k][j] ? a[i][j] : a[i][k] + a[k][j];
}

// Another row than that of the loop around.
// CHECK-LABEL: @__raddle_impl_row_before(
// CHECK: affine.for %[[K:.*]] = 1 to
// CHECK-NEXT: affine.for %{{.*}} = 0 to #[[LESS]](%[[K]])
// CHECK: affine.for %{{.*}} = #[[AT]](%[[K]]) to
// CHECK: llvm.return
void row_before(int n, double (*restrict a)[n]) {
  for (int k = 1; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] += a[k - 1][j];
}

// Nobody knows whether the loop has that iteration.
// CHECK-LABEL: @__raddle_impl_some_row(
// CHECK-NOT: region.may_pay
// CHECK: llvm.return
void some_row(int n, int r, double (*restrict a)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] += a[r][j];
}

// Two rows are read.
// CHECK-LABEL: @__raddle_impl_two_rows(
// CHECK-NOT: region.may_pay
// CHECK: llvm.return
void two_rows(int n, double (*restrict a)[n]) {
  for (int k = 1; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] += a[k - 1][j] * a[k][j];
}

// Each row needs the one before it, too.
// CHECK-LABEL: @__raddle_impl_neighbours(
// CHECK-NOT: region.may_pay
// CHECK: llvm.return
void neighbours(int n, double (*restrict a)[n]) {
  for (int k = 0; k < n; k++)
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] += a[k][j] * a[i - 1][j];
}

// It is parallel as it is.
// CHECK-LABEL: @__raddle_impl_other_array(
// CHECK-NOT: region.may_pay
// CHECK: llvm.return
void other_array(int n, double (*restrict a)[n], double (*restrict b)[n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] += b[k][j];
}

// No device has the C library's choice between zeros.
// CHECK-LABEL: @__raddle_impl_on_host(
// CHECK-NOT: region.may_pay
// CHECK: llvm.return
double fmin(double, double);
void on_host(int n, double (*restrict a)[n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] = fmin(a[i][j], a[k][j]);
}
