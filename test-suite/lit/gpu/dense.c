// Arrays of several dimensions that a loop overwrites whole are not copied in; with elements between that it leaves, they are.
// RUN: %raddle emit --stage gpu --offload-min 0 %s | FileCheck %s

// CHECK-LABEL: @__raddle_impl_whole
// CHECK: region.enter {{.*}}flags = array<i64: 6>
// CHECK-NOT: region.copy_in
// CHECK: region.launch
void whole(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = i + j;
}

// CHECK-LABEL: @__raddle_impl_rows
// CHECK: region.enter {{.*}}flags = array<i64: 6>
void rows(int n, double a[n][40]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < 40; j++) a[i][j] = i + j;
}

// CHECK-LABEL: @__raddle_impl_columns
// CHECK: region.enter {{.*}}flags = array<i64: 2>
// CHECK: region.copy_in
void columns(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) a[i][j] = i + j;
}

// CHECK-LABEL: @__raddle_impl_other_bound
// CHECK: region.enter {{.*}}flags = array<i64: {{2|18}}>
// CHECK: region.copy_in
void other_bound(int n, int m, int k, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) a[i][j] = i + j;
}
