// Elements that stay the same while an inner loop of a kernel runs are in a variable.
// RUN: %raddle emit --stage gpu --offload-min 0 %s 2>/dev/null | FileCheck %s

// Read alone: the loop stores to other elements of the array.
// CHECK-LABEL: gpu.func @read_promote_
// CHECK: affine.if
// CHECK-NEXT: %[[X:.*]] = memref.alloca
// CHECK-NEXT: %[[FIRST:.*]] = affine.load %[[A:.*]][symbol(%[[I:.*]]), 0] : memref<?x?xf64>
// CHECK-NEXT: affine.store %[[FIRST]], %[[X]][]
// CHECK-NEXT: affine.for %[[J:.*]] =
// CHECK-NOT: affine.load %[[A]][symbol(%[[I]]), 0]
// CHECK: affine.store %{{.*}}, %[[A]][symbol(%[[I]]), %[[J]]]
// CHECK-NOT: affine.store
// CHECK: gpu.return
void read(int n, int m, double (*restrict a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 3; j < m; j++)
      a[i][j] = a[i][j - 1] + a[i][0];
}

// A loop across rows has vectors of work items.
// CHECK-LABEL: gpu.func @across_promote_
// CHECK-NOT: memref.alloca
// CHECK: affine.for
// CHECK: gpu.return
void across(int n, int m, double (*restrict a)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 3; j < m; j++)
      a[j][i] = a[j - 1][i] + a[0][i];
}

// What is stored stays where it is.
// CHECK-LABEL: gpu.func @stored_promote_
// CHECK-NOT: memref.alloca
// CHECK: affine.for
// CHECK: gpu.return
void stored(int n, int m, double (*restrict a)[m], double (*restrict b)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][0] = a[i][0] * 0.5 + b[j][i];
}

// The first iteration changes it.
// CHECK-LABEL: gpu.func @changed_promote_
// CHECK-NOT: memref.alloca
// CHECK: affine.for
// CHECK-NEXT: affine.load %{{.*}}[symbol(%{{.*}}), 0]
// CHECK: gpu.return
void changed(int n, int m, double (*restrict a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += a[i][0];
}

// It may never be read, so it need not exist.
// CHECK-LABEL: gpu.func @sometimes_promote_
// CHECK-NOT: memref.alloca
// CHECK: affine.for
// CHECK: gpu.return
void sometimes(int n, int m, double (*restrict a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 2; j < m; j++)
      if (a[i][j - 1] > 0)
        a[i][j] += a[i][0];
}

// A sum along a row, which is stored once, and only if the loop runs.
// CHECK-LABEL: gpu.func @summed_promote_
// CHECK: affine.if
// CHECK-NEXT: %[[S:.*]] = memref.alloca
// CHECK-NEXT: %[[OLD:.*]] = affine.load %[[Y:.*]][symbol(%[[I:.*]])] : memref<?xf64>
// CHECK-NEXT: affine.store %[[OLD]], %[[S]][]
// CHECK-NEXT: affine.for
// CHECK-NOT: affine.store %{{.*}}, %[[Y]]
// CHECK: affine.store %{{.*}}, %[[S]][]
// CHECK: }
// CHECK-NEXT: %[[SUM:.*]] = affine.load %[[S]][]
// CHECK-NEXT: affine.store %[[SUM]], %[[Y]][symbol(%[[I]])]
void summed(int n, int m, double (*restrict a)[m], double *restrict x, double *restrict y) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      y[i] += a[i][j] * x[j];
}

// Another iteration may store what this one reads.
// CHECK-LABEL: gpu.func @met_promote_
// CHECK-NOT: memref.alloca
// CHECK: affine.for
// CHECK: gpu.return
void met(int n, int m, double (*restrict a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][2] += a[i][j];
}

// It may never be stored, so nobody may store it.
// CHECK-LABEL: gpu.func @rarely_promote_
// CHECK-NOT: memref.alloca
// CHECK: affine.for
// CHECK: gpu.return
void rarely(int n, int m, double (*restrict a)[m], double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > 0)
        y[i] += a[i][j];
}
