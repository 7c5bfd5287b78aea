// Extents that the source fixes decide the shape of work-groups; the others leave it to the launch.
// RUN: %raddle emit --stage gpu %s | FileCheck %s
#define N 512

// CHECK-LABEL: llvm.func @__raddle_impl_fixed
// CHECK-NOT: arith.cmpi sgt
// CHECK: region.launch {{.*}}group_shape = array<i64: 32, 0, 1>
void fixed(float a[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + j;
}

// CHECK-LABEL: llvm.func @__raddle_impl_narrow
// CHECK: region.launch {{.*}}group_shape = array<i64: 4, 0, 1>
void narrow(int n, float a[n][3]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = i + j;
}

// CHECK-LABEL: llvm.func @__raddle_impl_open
// CHECK: %[[SOME:.*]] = arith.cmpi sgt
// CHECK-NEXT: scf.if %[[SOME]] {
// CHECK: region.launch {{.*}}group_shape = array<i64: 0, 1, 1>
void open(int n, float *a) {
    for (int i = 0; i < n; i++)
        a[i] = i;
}
