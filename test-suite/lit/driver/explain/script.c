// A MATLAB script is explained in its own lines, names and subscripts.
// RUN: %raddle explain %S/Inputs/script.m --at n=16 | FileCheck %s
// CHECK: script.m:4: in 'script': parallel
// CHECK: line 4, for j: parallel
// CHECK-NEXT: line 5, for i: parallel
// CHECK-NEXT: reads u(i + 1, j + 1)
// CHECK-NEXT: writes v(i + 1, j + 1)
// CHECK-NOT: a_u
// CHECK: tested before the nest: first, last, n within 2^40 of zero; else
