// Loops whose iterations need those before them, in waves of tiles.
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --region-privatize --region-waves="size=8" 2>/dev/null | FileCheck %s
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --region-privatize --region-waves="size=32" 2>/dev/null | FileCheck %s --check-prefix=STRIP

// Over time: the space of B is one step behind that of A, and each step in time is two further on. Rows of tiles are the launch; a tile waits for
// the one of its number in the row before.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1) -> (1, d0 * 8 - d1 * 2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1) -> (1, d0 * 8 - d1 * 2 - 1)>
// CHECK-LABEL: @__raddle_impl_smooth(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: region.disjoint
// CHECK: affine.for %[[ROW:.*]] = 0 to
// CHECK: affine.for %[[P:.*]] = {{.*}}(%[[ROW]]) to min
// CHECK: %[[TILE:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: region.await %[[TILE]]
// CHECK: affine.for %[[TIME:.*]] = max
// CHECK: affine.for %{{.*}} = max #[[A]](%[[P]], %[[TIME]])
// CHECK: affine.store
// CHECK: affine.for %{{.*}} = max #[[B]](%[[P]], %[[TIME]])
// CHECK: affine.store
// CHECK: region.grid
// CHECK: } else {
// CHECK: affine.for
// CHECK: llvm.return
void smooth(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}

// No row grows by less than nothing: no skew.
// CHECK-LABEL: @__raddle_impl_table(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: region.await
// CHECK: affine.for
// CHECK: affine.for
// CHECK: region.grid
// CHECK: llvm.return
void table(int n, int m, int d[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      d[i][j] += d[i - 1][j] > d[i][j - 1] ? d[i - 1][j] : d[i][j - 1];
}

// The element that the inner loop updates is in a variable meanwhile, where there is an inner loop.
// CHECK-LABEL: @__raddle_impl_spans(
// CHECK: region.await
// CHECK: memref.alloca
// CHECK: region.grid
void spans(int n, int d[n][n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      for (int k = 0; k < j; k++)
        d[i][j] += d[i][k] * d[i - 1][k];
}

// Here the loop reads the element itself, so it stays where it is.
// CHECK-LABEL: @__raddle_impl_reads_itself(
// CHECK-NOT: memref.alloca
// CHECK: region.grid
// CHECK-NOT: memref.alloca
// CHECK: llvm.return
void reads_itself(int n, int d[n][n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      for (int k = 0; k <= j; k++)
        d[i][j] += d[i][k] * d[i - 1][k];
}

// Each row has a maximum of its own: memory for them, what they begin with, and their maximum behind the waves.
// CHECK-LABEL: @__raddle_impl_relax(
// CHECK: region.workspace
// CHECK: %[[ROWS:.*]] = region.view
// CHECK: scf.if
// CHECK: affine.for %[[ROW:.*]] =
// CHECK: affine.store %{{.*}}, %[[ROWS]][%[[ROW]], 0]
// CHECK: region.grid
// CHECK: affine.for %[[ROW:.*]] =
// CHECK: %[[VALUE:.*]] = affine.load %[[ROWS]][%[[ROW]], 0]
// CHECK: arith.cmpf ogt, %[[VALUE]]
// CHECK: } else {
// CHECK: region.workspace_end
// CHECK: llvm.return
void relax(int n, double u[n][n], double *restrict change) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      double step = 0.5 * (u[i - 1][j] + u[i][j - 1] - 2 * u[i][j]);
      u[i][j] += step;
      if (step > *change)
        *change = step;
    }
}

// Of equal values the last one stays.
// CHECK-LABEL: @__raddle_impl_last(
// CHECK: region.workspace
// CHECK: region.grid
// CHECK: arith.cmpf ogt, %{{.*}}, %cst
// CHECK: arith.cmpf oge
// CHECK: region.workspace_end
void last(int n, double u[n][n], double *restrict change) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      u[i][j] += 0.5 * u[i - 1][j] + 0.25 * u[i][j - 1];
      if (u[i][j] >= *change)
        *change = u[i][j];
    }
}

// A sum needs its order; a maximum is used in the loop.
// CHECK-LABEL: @__raddle_impl_total(
// CHECK-NOT: region.grid
void total(int n, double u[n][n], double *restrict sum) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      u[i][j] += 0.5 * u[i - 1][j] + 0.25 * u[i][j - 1];
      *sum += u[i][j];
    }
}

// CHECK-LABEL: @__raddle_impl_used(
// CHECK-NOT: region.workspace
// CHECK-NOT: region.grid
void used(int n, double u[n][n], double *restrict change) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      u[i][j] += 0.5 * u[i - 1][j] + 0.25 * u[i][j - 1] / *change;
      if (u[i][j] > *change)
        *change = u[i][j];
    }
}

// Distribution makes two parallel loops of it.
// CHECK-LABEL: @__raddle_impl_sums(
// CHECK-NOT: region.grid
void sums(int n, int m, double a[n][m], double *restrict s, double *restrict q, double *restrict p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s[j] += a[i][j];
      q[i] += a[i][j] * p[j];
    }
}

// The outer loop is parallel.
// CHECK-LABEL: @__raddle_impl_rows(
// CHECK-NOT: region.grid
void rows(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] += a[i][j - 1];
}

// All later iterations need all elements.
// CHECK-LABEL: @__raddle_impl_norms(
// CHECK-NOT: region.grid
void norms(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      a[i] += b[n - 1 - i] + a[n - 1 - i];
}

// Statements at the edges, some of the time.
// CHECK-LABEL: @__raddle_impl_edges(
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: affine.for %[[ROW:.*]] = #{{.*}}()[%{{.*}}] to #{{[a-z0-9]*}}()
// CHECK: affine.for %[[P:.*]] = {{.*}} to
// CHECK: region.await
// CHECK: affine.if
// CHECK: affine.store
// CHECK: affine.store
// CHECK: affine.store
// CHECK: region.grid
// CHECK: llvm.return
void edges(int from, int first, int last, int n, int m, double u[last + 1][m]) {
  for (int t = first; t <= last; t++) {
    if (t > from) {
      u[t][0] = 0;
      for (int i = n - 1; i < m; i++)
        u[t][i] = 0;
    }
    for (int i = 1; i < n - 1; i++)
      u[t][i] = u[t - 1][i - 1] + u[t - 1][i + 1] - u[t - 2][i];
  }
}

// A variable of the outer loop goes from one tile to the next.
// CHECK-LABEL: @__raddle_impl_carried(
// CHECK-NOT: region.grid
// CHECK: llvm.return
void carried(int steps, int n, double *restrict a) {
  for (int t = 0; t < steps; t++) {
    double x = 0;
    for (int i = 1; i < n; i++) {
      a[i] += x * a[i - 1];
      x = a[i];
    }
  }
}

// Elements wait long for the one before them: eight rows at a time, along diagonals.
// STRIP-LABEL: @__raddle_impl_seidel(
// STRIP: affine.for %[[S:.*]] = #{{.*}} to min
// STRIP-NEXT: affine.for %[[SUM:.*]] = max {{.*}}%[[S]]{{.*}} to min
// STRIP-NEXT: affine.for %[[ROW:.*]] = max {{.*}}(%[[S]], {{.*}}%[[SUM]]{{.*}} to min
// STRIP-NEXT: %[[COLUMN:.*]] = affine.apply #{{.*}}(%[[SUM]], %[[ROW]])
// STRIP: affine.store %{{.*}}[%[[ROW]], %[[COLUMN]]]
// STRIP: region.grid
void seidel(int n, double u[n][n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j] + u[i][j + 1] + u[i + 1][j]) / 5;
}

// As many operations, but most of them do not need that element: the order stays.
// STRIP-LABEL: @__raddle_impl_short_chain(
// STRIP: region.await
// STRIP-NEXT: affine.for %[[I:.*]] = max
// STRIP-NEXT: affine.for %[[J:.*]] = max
// STRIP: affine.store %{{.*}}[%[[I]], %[[J]]]
// STRIP: region.grid
void short_chain(int n, double u[n][n], const double *restrict a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      u[i][j] = u[i - 1][j] + (u[i][j - 1] + (a[i] + a[j] + a[i + 1] + a[j + 1]) / 5);
}

// What each iteration overwrites before it reads, and nobody wants afterwards, is its own. A loop that is not affine keeps its place.
// CHECK-LABEL: @__raddle_impl_own_array(
// CHECK: affine.for %{{.*}} = 0 to
// CHECK: affine.for %{{.*}} = 0 to
// CHECK: region.await
// CHECK-NEXT: affine.for %{{.*}} = max
// CHECK-NEXT: affine.for %{{.*}} = max
// CHECK: memref.alloca() : memref<3xf64>
// CHECK: scf.while
// CHECK: region.grid
// CHECK: llvm.return
void own_array(int n, double u[n][n], const double *restrict a, const int *restrict often) {
  double t[3];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      for (int k = 0; k < 3; k++)
        t[k] = u[i - 1][j] + u[i][j - 1] * a[k];
      while (t[0] > a[j] * often[i])
        t[0] -= t[1] * t[1] + 1;
      if (t[0] > a[i])
        u[i][j] = t[2] - t[0];
    }
}

// What one iteration leaves in the array is of use to the next.
// CHECK-LABEL: @__raddle_impl_leaves_some(
// CHECK-NOT: region.grid
// CHECK: llvm.return
void leaves_some(int n, double u[n][n], const double *restrict a, const int *restrict often) {
  double t[3] = {1, 2, 3};
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      for (int k = 0; k < 2; k++)
        t[k] = u[i - 1][j] + u[i][j - 1] * a[k];
      while (t[0] > a[j] * often[i])
        t[0] -= t[2] + 1;
      t[2] = t[1];
      u[i][j] = t[0];
    }
}

// A body with too many statements for an order of its own is one statement. Its launch has to pay, as the loop is as good on one thread.
// CHECK-LABEL: @__raddle_impl_bodies(
// CHECK: region.may_pay %{{.*}} {picoseconds
// CHECK: region.may_pay %{{.*}} {threads}
// CHECK: region.await
// CHECK-NEXT: affine.for %{{.*}} = max
// CHECK-NEXT: affine.for %{{.*}} = max
// CHECK-COUNT-35: affine.store
// CHECK: region.grid
// CHECK: llvm.return
#define LINE(k) u[i][j][k] -= u[i - 1][j][k] * a[k] + u[i][j - 1][k];
#define LINES LINE(0) LINE(1) LINE(2) LINE(3) LINE(4)
void bodies(int n, double u[n][n][5], const double *restrict a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      LINES LINES LINES LINES LINES LINES LINES
    }
}

// A row needs elements of the whole row before.
// CHECK-LABEL: @__raddle_impl_bodies_mirrored(
// CHECK-NOT: region.grid
// CHECK: llvm.return
#define MIRRORED u[i][j][0] -= u[i - 1][n - 1 - j][0];
void bodies_mirrored(int n, double u[n][n][5], const double *restrict a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n - 1; j++) {
      LINES LINES LINES LINES LINES LINES MIRRORED
    }
}
