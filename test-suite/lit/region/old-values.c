// A loop that overwrites what earlier iterations read gets a copy of that, if nothing else ties its iterations together.
// RUN: %raddle emit --stage gpu --remarks %s -o %t.mlir 2>%t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// Iterations of 1 ps: what a launch wins is less than the copy takes, so `auto` has none for such a short body.
// CHECK-LABEL: llvm.func @__raddle_impl_next(
// CHECK: region.may_pay {{.*}}picoseconds = 1 : i64
// CHECK: region.disjoint
// CHECK: region.workspace %
// CHECK: scf.if
// CHECK: region.launch
// CHECK: affine.store %{{.*}} : memref<?xf64>
// CHECK: region.launch
// CHECK: region.fallback
void next(int n, double *a, double *b) {
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1] + b[i];
}

// CHECK-LABEL: llvm.func @__raddle_impl_downward(
// CHECK: region.workspace %
void downward(int n, double *restrict a, double *restrict b) {
  for (int i = n - 1; i >= 0; i--)
    a[i + 1] = a[i] + b[i];
}

// What this iteration wrote is read from the array, what the next one writes from the copy.
// CHECK-LABEL: llvm.func @__raddle_impl_both(
// CHECK: region.workspace %
// CHECK-NOT: region.workspace %
void both(int n, double *restrict a, double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i] * c[i];
    b[i] = a[i] * a[i + 1] * c[i];
  }
}

// A variable beside it gets a private copy.
// CHECK-LABEL: llvm.func @__raddle_impl_variable(
// CHECK: region.workspace %
// CHECK: region.launch
// CHECK: region.launch
void variable(int n, double *restrict a, double *restrict b) {
  int j;
  double t;
  for (int i = 0; i < n; i++) {
    j = i + 1;
    t = b[i] * b[i];
    a[i] = a[j] + t;
  }
}

// One that is handed on does not.
// CHECK-LABEL: llvm.func @__raddle_impl_sum(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
double sum(int n, double *restrict a) {
  double t = 0;
  for (int i = 0; i < n; i++) {
    a[i] = a[i + 1] + t;
    t = t * 0.5 + a[i];
  }
  return t;
}

// The parts of this one can be told apart: no copy.
// CHECK-LABEL: llvm.func @__raddle_impl_parts(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
void parts(int n, double *restrict a, double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i];
    c[i] = a[i + 1];
  }
}

// A value is handed on, too.
// CHECK-LABEL: llvm.func @__raddle_impl_handed_on(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
void handed_on(int n, double *restrict a) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + a[i + 1];
}

// Half of the iterations read what was there, the others what the first half wrote.
// CHECK-LABEL: llvm.func @__raddle_impl_middle(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
void middle(int n, double *restrict a) {
  for (int i = 0; i < n; i++)
    a[i] = a[n / 2] + 1;
}

// Which elements there are nobody knows.
// CHECK-LABEL: llvm.func @__raddle_impl_under_a_condition(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
// REMARK: loop in 'under_a_condition' stays on the host: anti on 'a'
void under_a_condition(int n, int k, double *restrict a, int *restrict on) {
  for (int i = 0; i < n; i++)
    if (on[i])
      a[i] = a[i + 5] + 1;
}

// CHECK-LABEL: llvm.func @__raddle_impl_corner(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
void corner(int n, int m, double (*restrict a)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 99 - i; j++)
      a[i][j] = a[i + 1][j] + a[i][j + 1];
}

// Here the whole array is known to be there.
// CHECK-LABEL: llvm.func @__raddle_impl_known(
// CHECK: region.workspace %
double known_array[100][100];
void known(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      known_array[i][j] = known_array[i][j + 1] + known_array[i + 1][j];
}

// CHECK-LABEL: llvm.func @__raddle_impl_rows(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
void rows(int n, double **restrict a) {
  for (int i = 0; i < n; i++)
    a[i][5] = a[i + 1][5];
}

// A loop inside can have the launches.
// CHECK-LABEL: llvm.func @__raddle_impl_inner(
// CHECK-NOT: region.workspace %
// CHECK: llvm.return
void inner(int n, double (*restrict a)[2000]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2000; j++)
      a[i][j] = a[i + 1][j];
}
