// Which reductions run on the device, and why others do not.
// RUN: %raddle emit --stage gpu --transfers naive %s --remarks -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file %t.mlir

// Neither the loop that combines the parts nor the one as it was is a loop of the program.
// CHECK: loop in 'sum' runs on the device
// CHECK-NOT: 'sum'
int sum(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

// What stands beside the sum is in the kernel too; the parts are what comes back besides y.
// CHECK: loop in 'beside' runs on the device
// IR-LABEL: @__raddle_impl_beside(
// IR: region.disjoint {{.*}}names = ["a", "s", "y"]
// IR: region.enter {{.*}}flags = array<i64: 1, 6, 6>{{.*}}names = ["a", "y", "workspace"]
// IR-NOT: region.copy_in {{.*}}name = "y"
// IR: region.copy_out {{.*}}name = "y"
// IR: region.copy_out {{.*}}name = "workspace"
void beside(int n, const int *a, int *s, int *y) {
  for (int i = 0; i < n; i++) {
    int x = a[i] * a[i];
    *s += x;
    y[i] = x;
  }
}

// CHECK: loop in 'triangle' runs on the device
long triangle(int n, const long a[n][n]) {
  long s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      s ^= a[i][j];
  return s;
}

// The outer loop is the kernel as it is; the reduction in it stays as it is.
// CHECK: loop in 'product' runs on the device
// IR-LABEL: @__raddle_impl_product(
// IR-NOT: region.workspace
void product(int n, const long a[n][n], const long *x, long *restrict y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += a[i][j] * x[j];
  }
}

// CHECK: 'floats' stays on the host: reduction + on 's': {{.*}}; --fp reproducible would run it in parallel
// IR-LABEL: @__raddle_impl_floats(
double floats(int n, const double *a) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

// CHECK: 'few' stays on the host: reduction + on 's': {{.*}}; too short: at most 992 iterations, fewer than 1000
int few(const int *a, int s) {
  for (int i = 0; i < 31; i++)
    for (int j = 0; j < 32; j++)
      s += a[i + j];
  return s;
}

// CHECK: loop in 'place' runs on the device
int place(int n, const double *a, double m, int p) {
  for (int i = 0; i < n; i++)
    if (a[i] > m) {
      m = a[i];
      p = i;
    }
  return p;
}

// The element is known, but not the place that is kept with it.
// CHECK: 'places' stays on the host: reduction min on 'm' with 'p': {{.*}}; the element changes in the loop
void places(int n, const int *a, int *restrict m, int *restrict p) {
  for (int i = 0; i < n; i++)
    if (a[i] < *m) {
      *m = a[i];
      p[i % 4] = i;
    }
}

// CHECK: 'prefixes' stays on the host: prefix sum on 's': {{.*}}; the loop needs each partial value (a scan)
// CHECK-NOT: reduction
void prefixes(int n, const int *a, int *restrict b) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
}

// A trap: e - x and e / x are no reductions of x.
// CHECK: 'from' stays on the host: {{.*}} on 'x'
// CHECK-NOT: reduction
int from(int n, const int *e, int x) {
  for (int i = 0; i < n; i++)
    x = e[i] - x;
  return x;
}

// The largest part could have two names.
// CHECK: 'two_names' stays on the host: {{.*}}; the element may have two names, and the order of terms matters
void two_names(int n, const float *a, float *restrict m, int p, int q) {
  for (int i = 0; i < n; i++) {
    if (a[i] > m[p])
      m[p] = a[i];
    if (a[i] * 2 > m[q])
      m[q] = a[i] * 2;
  }
}

// Terms may be elements of the same array that are never the sum's; where one may be, the order counts. Devices have the loops in
// another order as well: that one's verdict is the outer loop's, and the loops as they stand are not told beside it.
// CHECK: reduce.c:[[# @LINE + 4]]: remark: loop in 'row_of_itself' runs on the device
// CHECK-NOT: 'row_of_itself' stays on the host
// CHECK: reduce.c:[[# @LINE + 4]]: remark: loop in 'row_of_itself' runs on the device
void row_of_itself(int n, int a[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
}

// CHECK: 'row_with_itself' stays on the host: {{flow|anti}} on 'a'
void row_with_itself(int n, int j, int *a) {
  for (int k = 0; k < n; k++)
    a[j] += a[k];
}
