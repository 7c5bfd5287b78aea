// Addresses in kernels for CPU threads do not wrap: LLVM may read every second element of a row in vectors.
// RUN: %raddle emit --stage llvm -O3 --offload-min 0 %s | FileCheck %s

// CHECK-LABEL: define internal fastcc void @two_{{.*}}.items(
// CHECK: getelementptr nusw
// CHECK: ret void
void two(double *restrict s, const double *restrict r, int n, int d) {
  for (int j = 1; j < n; j++)
    s[j] = r[2 * j - d] + r[2 * j - d + 2];
}
