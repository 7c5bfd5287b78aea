// Kernels as PTX: entry points with the extents before the arguments, values of the source order, lines of the source.
// RUN: %raddle emit --stage ptx %s | FileCheck %s --implicit-check-not=fma.rn --implicit-check-not=.approx --implicit-check-not=.ftz
#include <math.h>

// CHECK: .target sm_70
// CHECK: .visible .entry scale_ptx_[[#%u,LINE:]](
// CHECK-COUNT-3: .param .u64 scale_ptx_[[#LINE]]_param_
// CHECK: mov.u32 {{.*}}, %ctaid.x
// CHECK: setp.{{ge|le}}.s64
// CHECK: ld.global.b32
// CHECK: .loc {{[0-9]+}} [[#@LINE+5]]
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
void scale(int n, float a[restrict n], float x) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * x + 1;
}

// CHECK: .visible .entry roots_ptx_[[#@LINE+4]](
// CHECK: sqrt.rn.f64
// CHECK: div.rn.f64
void roots(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = sqrt(b[i]) / floor(b[i]);
}
