// Iterations that share a work array with subscripts that no analysis follows: one of them is rehearsed before the loop.
// RUN: %raddle emit --stage nest %s | %raddle-opt --region-single --canonicalize --cse --region-privatize --region-rehearse | FileCheck %s

// The array is read afterwards: the last iteration's copy goes back where the rehearsal has left marks.
// CHECK-LABEL: @__raddle_impl_rows(
// CHECK: %[[VIEW:.*]] = region.view {{.*}} memref<64xf64>
// CHECK: region.may_pay
// CHECK: %[[MARKS:.*]] = region.view {{.*}} memref<?xi8>
// CHECK: %[[SAME:.*]] = scf.if {{.*}} -> (i1) {
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NOT: arith.mulf
// CHECK: scf.while
// CHECK: memref.store %c1_i8{{.*}}, %[[MARKS]]
// CHECK: memref.load %[[MARKS]]
// CHECK: } {region.fallback
// CHECK: scf.if %[[SAME]] {
// CHECK: affine.for %[[R:.*]] = 0 to
// CHECK: %[[COPY:.*]] = memref.alloca() : memref<64xf64>
// CHECK: arith.mulf
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK: affine.if
// CHECK: scf.for
// CHECK: memref.load %[[MARKS]]
// CHECK: scf.if
// CHECK-NEXT: memref.load %[[COPY]]
// CHECK-NEXT: memref.store %{{.*}}, %[[VIEW]]
// CHECK: } else {
// CHECK-NEXT: affine.for
// CHECK: } {region.fallback
static double t[64];
void rows(int m, int k, const double *x, double *y) {
  for (int r = 0; r < m; r++) {
    for (int q = 1; q < k; q *= 2) t[q] = x[r] * q;
    y[r] = t[k / 2];
  }
}

// All accesses go through the columns alike: marks are of rows, and the rehearsal looks at one column.
// CHECK-LABEL: @__raddle_impl_columns(
// CHECK: region.view {{.*}} memref<?xi8>
// CHECK-NOT: memref<?x?xi8>
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: scf.while
// CHECK: affine.for %{{.*}} = 0 to min
// CHECK-NOT: memref.alloca() : memref<32x4xf64>
// CHECK: scf.if
// CHECK: memref.alloca() : memref<16x4xf64>
void columns(int m, int k, int w, double (*x)[4], double (*y)[4]) {
  double t[16][4];
  for (int r = 0; r < m; r++) {
    for (int q = 1; q < k; q *= 2)
      for (int j = 0; j < w; j++) t[q][j] = x[r][j] * q;
    for (int j = 0; j < w; j++) y[r][j] = t[k / 2][j];
  }
}

// Nobody knows how long the array is: that is what an iteration reaches.
// CHECK-LABEL: @__raddle_impl_measured(
// CHECK: %[[REACH:.*]] = memref.alloca() : memref<i64>
// CHECK: scf.if
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: arith.maxui
// CHECK: memref.store %{{.*}}, %[[REACH]]
// CHECK: scf.if
// CHECK: region.view {{.*}}region.inspected
// CHECK: region.view {{.*}} memref<?xi8>
// CHECK: region.view {{.*}} memref<?x?xf64>
void measured(int m, int k, double *restrict t, const double *restrict x, double *restrict y) {
  for (int r = 0; r < m; r++) {
    for (int q = 1; q < k; q *= 2) t[q] = x[r] * q;
    y[r] = t[k / 2];
  }
}

// The index decides about subscripts, the value of an element does, or the iteration before: there is nothing to rehearse.
// CHECK-LABEL: @__raddle_impl_differ(
// CHECK-NOT: memref<?xi8>
// CHECK-LABEL: @__raddle_impl_decided(
// CHECK-NOT: memref<?xi8>
// CHECK-LABEL: @__raddle_impl_read_first(
// CHECK-NOT: memref<?xi8>
void differ(int m, int k, const double *x, double *y) {
  for (int r = 0; r < m; r++) {
    for (int q = 1; q < k; q *= 2) t[(q + r) % 64] = x[r] * q;
    y[r] = t[k / 2];
  }
}
void decided(int m, int k, const double *x, double *y) {
  for (int r = 0; r < m; r++) {
    t[0] = x[r];
    for (int q = 1; q < k; q *= 2) t[q + (int)t[0] % 7] = x[r] * q;
    y[r] = t[k / 2];
  }
}
void read_first(int m, int k, const double *x, double *y) {
  for (int r = 0; r < m; r++) {
    y[r] = t[k / 2];
    for (int q = 1; q < k; q *= 2) t[q] = x[r] * q;
  }
}
