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

// Read and stored.
// CHECK-LABEL: gpu.func @stored_promote_
// CHECK: memref.alloca
// CHECK-NEXT: affine.load %[[A:.*]][symbol(%[[I:.*]]), 0]
// CHECK: affine.for
// CHECK-NOT: affine.store %{{.*}}, %[[A]]
// CHECK: }
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store %{{.*}}, %[[A]][symbol(%[[I]]), 0]
void stored(int n, int m, double (*restrict a)[m], double (*restrict b)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][0] = a[i][0] * 0.5 + b[j][i];
}

// What each iteration stores first is not read before the loop: nobody has copied it in.
// CHECK-LABEL: gpu.func @stored_first_promote_
// CHECK: memref.alloca
// CHECK-NEXT: affine.for
// CHECK: }
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[symbol(%{{.*}}), 0]
void stored_first(int n, int m, double (*restrict a)[m], double (*restrict b)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      a[i][0] = b[i][j];
      b[i][j] = a[i][0] + b[i][j - 1];
    }
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
