// Before the checks of a nest comes the question whether so many iterations may pay; not where nothing is checked, nor where a loop ends by a
// condition.
// RUN: %raddle emit --stage nest --offload-min 0 %s | FileCheck %s

// CHECK-LABEL: llvm.func @__raddle_impl_shapes
// CHECK: arith.minsi
// CHECK: %[[WORK:.*]] = arith.index_cast
// CHECK: %[[MAY:.*]] = region.may_pay %[[WORK]] {nest, picoseconds = {{[1-9][0-9]+}} : i64}
// CHECK-NEXT: llvm.cond_br %[[MAY]]
// CHECK: i128
// CHECK: llvm.cond_br
// CHECK: region.nest
void shapes(unsigned long n, unsigned long m, unsigned long k, const float *restrict a, float *restrict b) {
  for (unsigned long i = 0; i < n; i++)
    for (unsigned long j = 0; j < m; j++)
      for (unsigned long l = 0; l < k; l++) b[(i * m + j) * k + l] = a[(i * m + j) * k + l] + 1;
}

// CHECK-LABEL: llvm.func @__raddle_impl_unchecked
// CHECK-NOT: region.may_pay
// CHECK: region.nest
void unchecked(int n, const float *restrict a, float *restrict b) {
  for (int i = 0; i < n; i++) b[i] = a[i] + 1;
}

// CHECK-LABEL: llvm.func @__raddle_impl_search
// CHECK-NOT: region.may_pay
// CHECK: region.nest
void search(int n, int m, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = 0;
      while (k < 100 && a[(i * m + j) * 100 + k] != 7) k++;
      b[i * m + j] = k;
    }
}
