// Variables that loops only step become terms of the indices; what they are worth behind the loop is computed there.
// RUN: %raddle emit --stage nest %s | FileCheck %s
// RUN: %raddle emit --stage gpu %s --remarks -o %t.mlir 2>&1 | FileCheck %s --check-prefix=VERDICT

// CHECK-LABEL: @__raddle_impl_strided
// CHECK: affine.for %[[I:[a-z0-9]+]]
// CHECK: affine.store {{.*}}[%[[I]] * 2 + 3]
// CHECK-NOT: affine.store
// VERDICT: 'strided' runs on the device
int strided(int n, double *a, const double *b) {
  int k = 3;
  for (int i = 0; i < n; i++) {
    a[k] = b[i];
    k += 2;
  }
  return k;
}

// The whole nest counts: `k` is i * m + j, which is row i, column j of an array.
// CHECK-LABEL: @__raddle_impl_linear
// CHECK: affine.for %[[I:[a-z0-9]+]]
// CHECK: affine.for %[[J:[a-z0-9]+]]
// CHECK: affine.store {{.*}}[%[[I]], %[[J]]]
// VERDICT: 'linear' runs on the device
long linear(int n, int m, double *a) {
  long k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[k++] = i - j;
  return k;
}

// Fig 4.9 of Par4All's thesis: `k` is i + j in its first loop, and counts down by `--k` in its second.
// CHECK-LABEL: @__raddle_impl_figure
// CHECK: affine.for %[[I:[a-z0-9]+]]
// CHECK: affine.for %[[J:[a-z0-9]+]]
// CHECK: affine.store {{.*}}[%[[I]] + %[[J]]]
int figure(int *a) {
  int k = 0;
  for (int i = 0; i < 8; i++) {
    k = i;
    for (int j = 0; j < 8; j++)
      a[k++] = i * j;
  }
  return k; // 15
}

// CHECK-LABEL: @__raddle_impl_down
// CHECK: affine.for %[[I:[a-z0-9]+]]
// CHECK: affine.store {{.*}}[-%[[I]]
// VERDICT: 'down' runs on the device
int down(int n, int *a) {
  int k = n;
  for (int i = 0; i < n; i++)
    a[--k] = i;
  return k;
}

// A step under a condition is none.
// VERDICT: 'packs' stays on the host: {{.*}}'k'
int packs(int n, const int *a, int *b) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      b[k++] = a[i];
  return k;
}

// What an inner loop steps, which may not run, is computed before the outer one.
// VERDICT: 'behind' runs on the device
void behind(int n, int m, int *a) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      k++;
    a[i] = k;
  }
}
