// Arrays of several dimensions that a loop overwrites whole are not copied in. Of others, the run-time library hears which box is
// overwritten: subscripts and their distances, the innermost dimension first.
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
// CHECK: region.enter {{.*}}rows(%{{.*}}, %c8, %{{.*}}, %{{.*}}, %c1, %c0, %c1, %c0, %c0, %c0) {flags = array<i64: 262>
// CHECK: region.copy_in
void columns(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) a[i][j] = i + j;
}

// CHECK-LABEL: @__raddle_impl_other_bound
// CHECK: region.enter {{.*}}rows(%{{.*}}, %c8, {{.*}}flags = array<i64: {{258|262}}>
// CHECK: region.copy_in
void other_bound(int n, int m, int k, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) a[i][j] = i + j;
}

// A field of each structure of an array.
// CHECK-LABEL: @__raddle_impl_field
// CHECK: region.enter {{.*}}rows(%{{.*}}, %c32, %c1, %c0, %c1, %c0, %c1, %c0, %c0, %c0) {flags = array<i64: 262>
struct particle { double x, y, z, mass; };
void field(int n, struct particle *p) {
  for (int i = 0; i < n; i++) p[i].z = i;
}
