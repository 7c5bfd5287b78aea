// A nest whose loops are all parallel: its kernel, its elements, its copies, and numbers where sizes are given.
// RUN: %raddle explain %s | FileCheck %s
// RUN: %raddle explain %s --at n=100 | FileCheck %s --check-prefix=AT
// CHECK: parallel.c:[[# @LINE + 8]]: in 'scale': parallel: the whole nest can run on any device
// CHECK-NEXT: for (int i = 0; i < n; i++)
// CHECK-NEXT: loops line [[# @LINE + 6]], for i: parallel, a dimension of the grid
// CHECK-NEXT: reads b[i] for 0 <= i < n{{$}}
// CHECK-NEXT: writes a[i] for 0 <= i < n{{$}}
// CHECK-NEXT: launch line [[# @LINE + 3]]: kernel scale_parallel_{{[0-9]+}} with a grid of 1 dimension, at most n iterations
void scale(int n, double *restrict a, double *restrict b) {
  // CHECK-NEXT: in b: 8*n bytes{{$}}
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i];
}
// CHECK-NEXT: out a: 8*n bytes, when the host needs them
// CHECK-NOT: tested
// CHECK: Copies: the amounts are what a kernel needs.
// AT: reads b[i] for 0 <= i < n [100 elements, 800 bytes]
// AT: at most n = 100 iterations
// AT: in b: 8*n = 800 bytes
// AT: out a: 8*n = 800 bytes, when the host needs them
