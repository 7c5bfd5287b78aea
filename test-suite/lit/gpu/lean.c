// Rows that begin or end further on from one to the next: by how many bytes is the last pair of the numbers of a box.
// RUN: %raddle emit --stage gpu --offload-min 0 %s | FileCheck %s

// CHECK-LABEL: @__raddle_impl_lower
// CHECK: region.enter {{.*}}rows(%{{.*}}, %c8, %{{.*}}, %{{.*}}, %c1, %c0, %c1, %c0, %c0, %c8) {flags = array<i64: 262>
void lower(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) a[i][j] = i + j;
}

// Of a whole array, too.
// CHECK-LABEL: @__raddle_impl_upper
// CHECK: region.enter {{.*}}rows({{.*}}, %c4, {{.*}}, %c1, %c0, %c1, %c0, %c4, %c0) {flags = array<i64: 262>
float whole[100][100];
void upper(void) {
  for (int i = 0; i < 100; i++)
    for (int j = i; j < 100; j++) whole[i][j] = i + j;
}

// CHECK-LABEL: @__raddle_impl_diagonal
// CHECK: region.enter {{.*}}%c8, %c8) {flags = array<i64: 262>
void diagonal(int n, double a[n][n]) {
  for (int i = 0; i < n; i++) a[i][i] = i;
}

// Read before it is written.
// CHECK-LABEL: @__raddle_impl_read
// CHECK: region.enter {{.*}}%c0, %c8) {flags = array<i64: 259>
void read(int n, double a[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) a[i][j] += i;
}

// Too steep, and with gaps: boxes.
// CHECK-LABEL: @__raddle_impl_steep
// CHECK: region.enter {{.*}}%c0, %c0) {flags = array<i64: 258>
void steep(int n, double a[n][2 * n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= 2 * i; j++) a[i][j] = i + j;
}
