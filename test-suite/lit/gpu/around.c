// A loop that launches row by row says what it accesses in all, so that the first copy brings it; not where an iteration may be left out or may end
// the program.
// RUN: %raddle emit --stage gpu --offload-min 0 %s | FileCheck %s

enum { N = 100 };

// CHECK-LABEL: @__raddle_impl_by_rows
// CHECK: region.enter {{.*}}around(%{{.*}}, %{{.*}}){{.*}} names = ["a", "b"]
void by_rows(int n, double (*restrict a)[N], double (*restrict b)[N]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < N; j++) a[i][j] = a[i - 1][N - 1 - j] + b[i][j];
}

// CHECK-LABEL: @__raddle_impl_some_rows
// CHECK-NOT: around(
void some_rows(int n, double (*restrict a)[N], double (*restrict b)[N], const int *restrict wanted) {
  for (int i = 1; i < n; i++)
    if (wanted[i])
      for (int j = 0; j < N; j++) a[i][j] = a[i - 1][j] + b[i][j];
}

void step(int);
// CHECK-LABEL: @__raddle_impl_between_calls
// CHECK-NOT: around(
void between_calls(int n, double (*restrict a)[N], double (*restrict b)[N]) {
  for (int i = 1; i < n; i++) {
    step(i);
    for (int j = 0; j < N; j++) a[i][j] = a[i - 1][j] + b[i][j];
  }
}

// One launch is all there is.
// CHECK-LABEL: @__raddle_impl_once
// CHECK-NOT: around(
void once(int n, double *restrict a, double *restrict b) {
  for (int i = 0; i < n; i++) a[i] = b[i];
}
