// Loops have versions with more work items for devices of their own; the loop as it was is the other branch.
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --region-privatize --region-spread 2>/dev/null | FileCheck %s

// One loop around others becomes two, the second one with the sum inside.
// CHECK-LABEL: @__raddle_impl_product(
// CHECK: region.may_pay
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to
// CHECK-DAG: affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK-DAG: affine.load %{{.*}}[%[[K]], %[[J]]]
// CHECK: } else {
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %{{.*}} = 0 to
// CHECK: affine.for %[[K:.*]] = 0 to
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK: llvm.return
void product(int n, double (*restrict a)[n], double (*restrict b)[n], double (*restrict c)[n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      c[i][j] *= 0.5;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

// Statements of the same loops stay together where no work item needs another one's.
// CHECK-LABEL: @__raddle_impl_symmetric(
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.for %[[J:.*]] = {{.*}}(%[[I]])
// CHECK: affine.store %{{.*}}[%[[I]], %[[J]]]
// CHECK: affine.for
// CHECK: affine.store %{{.*}}[%[[J]], %[[I]]]
// CHECK: } else {
// CHECK: llvm.return
void symmetric(int n, double (*restrict a)[n], double (*restrict s)[n]) {
  for (int i = 0; i < n; i++) {
    s[i][i] = 1;
    for (int j = i + 1; j < n; j++) {
      s[i][j] = 0;
      for (int k = 0; k < n; k++)
        s[i][j] += a[k][i] * a[k][j];
      s[j][i] = s[i][j];
    }
  }
}

// The loop over updates runs in order, whichever it is in the source: then rows and columns are work items.
// CHECK-LABEL: @__raddle_impl_lu(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: affine.for %[[K:.*]] = 0 to
// CHECK-NEXT: affine.for %[[I:.*]] = {{.*}}(%[[K]])
// CHECK: arith.divf
// CHECK: affine.for %[[I:.*]] =
// CHECK-NEXT: affine.for %[[J:.*]] =
// CHECK-NOT: affine.for
// CHECK: arith.mulf
// CHECK: } else {
// CHECK: llvm.return
void lu(int n, double (*restrict a)[n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

// A solver would have a launch for each vector.
// CHECK-LABEL: @__raddle_impl_solver(
// CHECK-NOT: {threads}
// CHECK: llvm.return
void solver(int n, double (*restrict l)[n], double *restrict x) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      x[i] -= l[i][j] * x[j];
    x[i] /= l[i][i];
  }
}

// Short loops make no work items.
// CHECK-LABEL: @__raddle_impl_short_rows(
// CHECK-NOT: {threads}
// CHECK: llvm.return
void short_rows(int n, double (*restrict x)[3], double (*restrict v)[3]) {
  for (int i = 0; i < n; i++) {
    for (int d = 0; d < 3; d++)
      x[i][d] += v[i][d];
    for (int d = 0; d < 3; d++)
      v[i][d] *= 0.5;
  }
}

// Each row needs the one before it: the loops inside are what they were.
// CHECK-LABEL: @__raddle_impl_rows_in_order(
// CHECK-NOT: {threads}
// CHECK: llvm.return
void rows_in_order(int n, double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i][j] = b[i - 1][j];
    for (int j = 0; j < n; j++)
      b[i][j] = a[i][n - 1 - j];
  }
}

// All loops carry dependences: the elements of a wave are work items, in two dimensions.
// CHECK-LABEL: @__raddle_impl_sweeps(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: affine.for %[[WAVE:.*]] =
// CHECK-NEXT: affine.for %[[T:.*]] =
// CHECK-NEXT: affine.for %[[I:.*]] =
// CHECK-NOT: affine.for
// CHECK: affine.store
// CHECK: } else {
// CHECK: llvm.return
void sweeps(int steps, int n, double (*restrict a)[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

// A wave of a table; each work item has a loop of its own.
// CHECK-LABEL: @__raddle_impl_table(
// CHECK: affine.for %[[WAVE:.*]] =
// CHECK-NEXT: affine.for %[[I:.*]] =
// CHECK-NEXT: affine.apply
// CHECK-NEXT: affine.load
// CHECK: affine.for %{{.*}} =
// CHECK: affine.store
// CHECK: } else {
// CHECK: llvm.return
void table(int n, double (*restrict a)[n], double (*restrict w)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      a[i][j] = a[i - 1][j] + a[i][j - 1];
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * w[k][j];
    }
}

// Each iteration needs the one before it: waves would be single elements.
// CHECK-LABEL: @__raddle_impl_chain(
// CHECK-NOT: {threads}
// CHECK: llvm.return
void chain(int n, double (*restrict a)[n], double *restrict s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      *s = *s * 0.5 + a[i][j];
}

// Too many statements for another order: the two iterations of the outer loop run one after the other, so that those of others are work items.
// CHECK-LABEL: @__raddle_impl_factors(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: region.in_turn
// CHECK: } else {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NOT: region.in_turn
// CHECK: llvm.return
#define EACH(EXPRESSION)                                                                                               \
  for (int j = 0; j < n; j++)                                                                                          \
    EXPRESSION;
void factors(int n, double (*restrict a)[n][n], double (*restrict b)[n][n]) {
  for (int m = 0; m < 2; m++)
    for (int i = 1; i < n; i++) {
      EACH(a[m][i][j] += b[m][i - 1][j])
      EACH(b[m][i][j] += a[m][i - 1][j])
      EACH(a[m][i][j] *= b[m][i][j])
      EACH(b[m][i][j] -= a[m][i][j])
      EACH(a[m][i][j] += b[m][i][j])
      EACH(b[m][i][j] *= a[m][i][j])
      EACH(a[m][i][j] -= b[m][i][j])
      EACH(b[m][i][j] += a[m][i][j])
      EACH(a[m][i][j] += b[m][i][j])
    }
}
