// A kernel asks nothing that the host answers: what is left of a version of its loops, which was not taken, goes.
// RUN: env RADDLE_STRICT_FALLBACK=1 %raddle cc --offload-min 0 -c %s -o %t.o
// RUN: %raddle emit --stage gpu --offload-min 0 %s | FileCheck %s

// CHECK: gpu.func @factor
// CHECK-NOT: region.disjoint
// CHECK-NOT: region.may_pay
void factor(int n, double a[n][8]) {
  const int block = 5;
  for (int t = 0; t < n; t += block)
    for (int i = t; i < t + block && i < n; i++) {
      for (int j = 0; j < i; j++)
        for (int k = 0; k < j; k++) a[i][j] -= a[j][k];
      a[i][i] = 1;
    }
}
