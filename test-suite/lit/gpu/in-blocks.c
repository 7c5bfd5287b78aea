// Rows of tiles with a large body: a thread takes several rows together (2) and waits once for a tile of all of them. They wait (1), and go down in
// memory (4).
// RUN: %raddle emit --stage llvm %s | FileCheck %s

// CHECK: @__raddle_kernel_back_in_blocks_{{[0-9]+}} = {{.*}} i32 1, i32 7 }
// Rows that are askew begin at tiles of their own: each is a thread's alone.
// CHECK: @__raddle_kernel_askew_in_blocks_{{[0-9]+}} = {{.*}} i32 1, i32 1 }
// CHECK-LABEL: define internal {{.*}}@back_in_blocks_{{[0-9]+}}.items(
// The loop over tiles is around the one over rows: the wait is before the loop that ends first.
// CHECK: call void @raddle_await(i64 %{{.*}})
// CHECK-NEXT: fence acquire
// CHECK: fdiv
enum { N = 60, B = 4 };
static double v[N][N][B], a[N][N][B][B];
void back(int first, int last) {
  for (int i = last; i >= first; i--)
    for (int j = last; j >= first; j--) {
      double t[B];
      for (int m = 0; m < B; m++)
        t[m] = a[i][j][m][0] * v[i + 1][j][0] + a[i][j][m][1] * v[i][j + 1][1];
#define STEP(m, l)                                                                                                                                   \
  t[m] = t[m] - t[l] * a[i][j][m][l];                                                                                                                \
  v[i][j][m] = v[i][j][m] - v[i][j][l] * t[m];
      STEP(1, 0)
      STEP(2, 0)
      STEP(3, 0)
      STEP(2, 1)
      STEP(3, 1)
      STEP(3, 2)
      STEP(0, 3)
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0]);
    }
}

void askew(int first, int last) {
  for (int i = first; i <= last; i++)
    for (int j = first; j <= last; j++) {
      double t[B];
      for (int m = 0; m < B; m++)
        t[m] = a[i][j][m][0] * v[i - 1][j + 1][0] + a[i][j][m][1] * v[i][j - 1][1];
      STEP(1, 0)
      STEP(2, 0)
      STEP(3, 0)
      STEP(2, 1)
      STEP(3, 1)
      STEP(3, 2)
      STEP(0, 3)
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0]);
    }
}
