// Rows behind pointers are one view with the table's subscripts first; a launch hands over the table, then what lies behind it.
// RUN: %raddle emit --stage gpu %s 2>/dev/null | FileCheck %s
// RUN: %raddle emit --stage gpu --remarks %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %raddle emit --stage gpu --remarks %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIRST

// 41: read, checked only, a table; 75: read and written behind it, 73: read behind it. Tables have the number of their view, what is
// behind one has the distance of its pointers.
// CHECK: region.view {{.*}}{region.rows = 1 : i64} : !llvm.ptr -> memref<?x?xf64>
// CHECK: region.enter{{.*}}flags = array<i64: 41, 75, 41, 73>, function = "scaled", names = ["o", "o", "m", "m"], objects = array<i64: 0, 8, 2, 8>
// REMARK: loop in 'scaled' runs on CPU threads; not on devices with memory of their own: it follows the pointers in 'm'
void scaled(int r, int c, double **m, double **o) {
  for (int i = 0; i < r; i++)
    for (int j = 0; j < c; j++)
      o[i][j] = m[i][j] * 2;
}

// CHECK: region.view {{.*}}{region.rows = 2 : i64} : !llvm.ptr -> memref<?x?x?xf64>
// CHECK: region.enter{{.*}}flags = array<i64: 41, 105, 75>, function = "cube", names = ["u", "u", "u"], objects = array<i64: 0, 8, 8>
void cube(int n, double ***u) {
  for (int k = 1; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        u[k][j][i] = 1;
}

// Pointers that no iteration follows may be none: the check must not, either.
// REMARK: loop in 'chosen' stays on the host: which pointers of 'o' the loop follows is not known before it
void chosen(int r, double **o, const int *which) {
  for (int i = 0; i < r; i++)
    if (which[i])
      o[i][3] += 1;
}

// In a triangle of tables the longest may have more pointers than the others.
// REMARK: loop in 'triangle' stays on the host: which pointers of 'u' the loop follows is not known before it
void triangle(int n, double ***u) {
  for (int k = 0; k < n; k++)
    for (int j = 0; j < k; j++)
      u[k][j][3] = 1;
}

// A stencil follows one table, though it may leave out the middle: the rows around are in front of it and behind it.
// CHECK: region.enter{{.*}}flags = array<i64: 41, 105, 75, 41, 105, 73>, function = "around"
void around(int n, int m, double ***restrict u, double ***restrict r) {
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 0; i < m; i++)
        r[k][j][i] = u[k - 1][j - 1][i] + u[k - 1][j + 1][i] + u[k + 1][j - 1][i] + u[k + 1][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i] +
                     u[k][j - 1][i] + u[k][j + 1][i];
}

// The corners are no iteration's: two tables, each all there.
// CHECK: region.enter{{.*}}flags = array<i64: 41, 105, 75, 41, 105, 73, 41, 105, 73>, function = "cross"
void cross(int n, int m, double ***restrict u, double ***restrict r) {
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 0; i < m; i++)
        r[k][j][i] = u[k - 1][j][i] + u[k][j - 1][i];
}

// Nobody knows which row is written.
// FIRST: loop in 'any_row' stays on the host: 'o[which[i]]' is another pointer in each iteration
void any_row(int r, double **o, const int *which) {
  for (int i = 0; i < r; i++)
    o[which[i]][3] = i;
}
