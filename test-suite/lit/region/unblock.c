// Loops that go from block to block have a version without blocks, for launches. Whether its order is as good is decided here.
// RUN: %raddle emit --stage nest %s | FileCheck %s --check-prefix=NEST
// RUN: %raddle emit --stage nest %s | %raddle-opt --region-unblock | FileCheck %s
#define MIN(a, b) ((a) < (b) ? (a) : (b))

// The front end makes both nests; the one without blocks is never reached.
// NEST-LABEL: @__raddle_impl_product(
// NEST: %[[NEVER:.*]] = arith.constant false
// NEST: %[[DONE:.*]] = scf.if %[[NEVER]] -> (i1) {
// NEST: region.nest({{.*}}region.blocked = [[NUMBER:[0-9]+]] : i64{{.*}}region.unblocked = 3 : i64
// NEST: affine.for %[[I:.*]] = 0 to
// NEST-NEXT: affine.for %[[J:.*]] = 0 to
// NEST-NEXT: affine.for %[[K:.*]] = 0 to
// NEST: affine.store %{{.*}}[%[[I]], %[[J]]]
// NEST: llvm.cond_br %[[DONE]]
// NEST: region.nest({{.*}}region.blocked = [[NUMBER]] : i64
// NEST: scf.while

// CHECK-LABEL: @__raddle_impl_product(
// CHECK: region.may_pay %{{.*}} {picoseconds
// CHECK: region.disjoint
// CHECK: scf.yield
// CHECK: %[[DONE:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK: region.nest(
// CHECK-NOT: region.unblocked
// CHECK: llvm.cond_br %[[DONE]]
// CHECK: region.blocked
// CHECK: scf.while
void product(int n, int b, double (*c)[n], double (*x)[n], double (*y)[n]) {
  for (int ii = 0; ii < n; ii += b)
    for (int jj = 0; jj < n; jj += b)
      for (int kk = 0; kk < n; kk += b)
        for (int i = ii; i < MIN(ii + b, n); i++)
          for (int j = jj; j < jj + b && j < n; j++)
            for (int k = kk; k < MIN(n, kk + b); k++) c[i][j] += x[i][k] * y[k][j];
}

// A sum that waits in its element; the loop over k is no part of the order.
// NEST-LABEL: @__raddle_impl_summed(
// NEST: region.summed{{.*}}region.unblocked = 2 : i64
// CHECK-LABEL: @__raddle_impl_summed(
// CHECK-NOT: region.unblocked
// CHECK: region.blocked
void summed(int n, double (*restrict c)[n], double (*restrict x)[n], double (*restrict y)[n]) {
  for (int jj = 0; jj < n; jj += 32)
    for (int kk = 0; kk < n; kk += 32)
      for (int i = 0; i < n; i++)
        for (int j = jj; j < MIN(jj + 32, n); j++) {
          double s = c[i][j];
          for (int k = kk; k < MIN(kk + 32, n); k++) s += x[i][k] * y[k][j];
          c[i][j] = s;
        }
}

// The loop over k reads elements that others store in between.
// NEST-LABEL: @__raddle_impl_touched(
// NEST: region.summed
// CHECK-LABEL: @__raddle_impl_touched(
// CHECK-NOT: region.blocked
// CHECK: llvm.return
void touched(int n, double (*restrict c)[n], double (*restrict x)[n]) {
  for (int jj = 0; jj < n; jj += 32)
    for (int kk = 0; kk < n; kk += 32)
      for (int i = 0; i < n; i++)
        for (int j = jj; j < MIN(jj + 32, n); j++) {
          double s = c[i][j];
          for (int k = kk; k < MIN(kk + 32, n); k++) s += x[i][k] * c[k][j];
          c[i][j] = s;
        }
}

// An element of the row above and the column behind it: from another block, which has its turn at another time.
// CHECK-LABEL: @__raddle_impl_crossed(
// CHECK-NOT: region.blocked
// CHECK: llvm.return
void crossed(int n, double (*a)[n]) {
  for (int i = 1; i < n; i += 16)
    for (int j = 0; j < n - 1; j += 16)
      for (int x = i; x < MIN(i + 16, n); x++)
        for (int y = j; y < MIN(j + 16, n - 1); y++) a[x][y] += a[x - 1][y + 1];
}

// The order is as good, but nothing runs in parallel.
// CHECK-LABEL: @__raddle_impl_downwards(
// CHECK-NOT: region.blocked
// CHECK: llvm.return
void downwards(int n, double (*a)[n]) {
  for (int i = 1; i < n; i += 16)
    for (int j = 1; j < n; j += 16)
      for (int x = i; x < MIN(i + 16, n); x++)
        for (int y = j; y < MIN(j + 16, n); y++) a[x][y] += a[x - 1][y] + a[x][y - 1];
}

// A float forgets between blocks what a double would keep; an index is wanted; a block's number is.
// NEST-LABEL: @__raddle_impl_rounded(
// NEST-NOT: region.unblocked
// NEST: llvm.return
void rounded(int n, float (*restrict c)[n], double (*restrict x)[n]) {
  for (int kk = 0; kk < n; kk += 32)
    for (int i = 0; i < n; i++) {
      double s = c[0][i];
      for (int k = kk; k < MIN(kk + 32, n); k++) s += x[i][k];
      c[0][i] = s;
    }
}
// NEST-LABEL: @__raddle_impl_wanted(
// NEST-NOT: region.unblocked
// NEST: llvm.return
int wanted(int n, int *a) {
  int i = 0;
  for (int ii = 0; ii < n; ii += 32)
    for (i = ii; i < MIN(ii + 32, n); i++) a[i] = i;
  return i;
}
// NEST-LABEL: @__raddle_impl_numbered(
// NEST-NOT: region.unblocked
// NEST: llvm.return
void numbered(int n, int *a) {
  for (int ii = 0; ii < n; ii += 32)
    for (int i = ii; i < MIN(ii + 32, n); i++) a[i] = i - ii;
}
// More than the block, less than it, another end: no blocks.
// NEST-LABEL: @__raddle_impl_others(
// NEST-NOT: region.unblocked
// NEST: llvm.return
void others(int n, int m, int *a) {
  for (int ii = 0; ii < n; ii += 32)
    for (int i = ii; i < MIN(ii + 33, n); i++) a[i] += i;
  for (int ii = 0; ii < n; ii += 32)
    for (int i = ii; i < MIN(ii + 31, n); i++) a[i] += i;
  for (int ii = 0; ii < n; ii += 32)
    for (int i = ii; i < MIN(ii + 32, m); i++) a[i] += i;
  for (int ii = 0; ii < n; ii += 32)
    for (int i = ii; i < (ii + 32 > n ? ii + 32 : n); i++) a[i] += i;
  for (int ii = 0; ii < n; ii += 32)
    for (int i = ii + 1; i < MIN(ii + 32, n); i++) a[i] += i;
}
