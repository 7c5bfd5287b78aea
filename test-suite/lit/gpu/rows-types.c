// Host code of a nest with rows keeps their pointers in registers, because floats that it stores are no pointers. Where memory may be
// accessed as another type than its own, it reads them again.
// RUN: %raddle emit --stage llvm -O2 %s | FileCheck %s
// RUN: %raddle emit --stage llvm -O2 -fno-strict-aliasing %s | FileCheck %s --check-prefix=ANY
// RUN: %raddle emit --stage llvm -O2 -DUNION %s | FileCheck %s --check-prefix=ANY

// CHECK-LABEL: define{{.*}} void @copy(
// CHECK: load ptr, {{.*}} !tbaa [[POINTERS:![0-9]+]]
// CHECK: store double {{.*}} !tbaa [[FLOATS:![0-9]+]]
// CHECK: [[POINTERS]] = !{[[P:![0-9]+]], [[P]], i64 0}
// CHECK: [[P]] = !{!"raddle pointer"
// ANY-LABEL: define{{.*}} void @copy(
// ANY-NOT: raddle pointer"
#ifdef UNION
union cell { double number; double *row; };
void copy(int n, int m, double **restrict to, union cell *from) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i][j] = to[i][j] * 2 + from[j].number;
}
#else
void copy(int n, int m, double **restrict to, double *from) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i][j] = to[i][j] * 2 + from[j];
}
#endif
