// Rows of tiles are work items that wait for those before them: a call of the runtime's between two fences, no mark that the work items are
// independent, and a record that says so.
// RUN: %raddle emit --stage llvm %s | FileCheck %s

// CHECK: @__raddle_kernel_table_in_order_[[#@LINE+13]] = {{.*}} i32 1, i32 1 }
// CHECK: define internal {{.*}}@table_in_order_[[#@LINE+12]].items(
// CHECK-NOT: parallel_accesses
// CHECK: fence release
// CHECK-NEXT: call void @raddle_await(i64 %{{.*}})
// CHECK-NEXT: fence acquire
// CHECK: load i32
// CHECK-NOT: !llvm.access.group
// CHECK: ret void
// CHECK: declare {{.*}}@raddle_await(i64)
// Its other kernel, for devices of their own, waits for nobody.
// CHECK-NOT: @raddle_await
void table(int n, int m, int d[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      d[i][j] += d[i - 1][j] > d[i][j - 1] ? d[i - 1][j] : d[i][j - 1];
}
