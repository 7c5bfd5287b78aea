// What subscripts stay below is no size of the array: a parameter may point to less. A declared array has its size.
// RUN: %raddle emit --stage nest %s | FileCheck %s

// CHECK-LABEL: @__raddle_impl_ring
// CHECK: region.view {{.*}} sizes[%c-1]
// CHECK-NOT: region.reach
// CHECK: region.view {{.*}} sizes[%c1000] strides[%c4] {region.reach}
void ring(int n, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++)
    b[i] = a[i % 1000] + 1;
}

// CHECK-LABEL: @__raddle_impl_rows
// CHECK: region.view {{.*}} sizes[%c1000, %{{.*}}] {{.*}} {region.reach}
void rows(int n, int m, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[(i % 1000) * m + j] + 1;
}

// CHECK-LABEL: @__raddle_impl_declared
// CHECK: region.view {{.*}} sizes[%c1000]
// CHECK-NOT: region.reach
int table[1000];
void declared(int n, int *restrict b) {
  for (int i = 0; i < n; i++)
    b[i] = table[i % 1000] + 1;
}
