// Loops that macros make in one line are told apart.
// RUN: %raddle explain %s | FileCheck %s
#define TWO(n, a, b) for (int i = 0; i < n; i++) a[i] = i; for (int j = 2; j < n; j++) b[j] = b[j - 2] * b[j];

void f(int n, double *restrict a, double *restrict b) { TWO(n, a, b) TWO(n, b, a) }
// CHECK: parallel: the whole nest
// CHECK: out a: 8*n bytes
// CHECK: stays on the host
// CHECK: for j: sequential: {{.*}}'b'
// CHECK: parallel: the whole nest
// CHECK: out b: 8*n bytes
// CHECK: stays on the host
// CHECK: for j: sequential: {{.*}}'a'
