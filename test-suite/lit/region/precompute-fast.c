// Operations that may round as they like are not computed twice: a condition is stored with what it decides.
// RUN: %raddle emit --stage nest -ffast-math %s | %raddle-opt --canonicalize --cse --region-privatize --region-precompute="floats=flagged mode=all" 2>/dev/null | FileCheck %s

#include <math.h>

// CHECK-LABEL: llvm.func @__raddle_impl_freely(
// CHECK: region.view {{.*}} memref<?xi8>
// CHECK: region.choose
// CHECK: affine.for
// CHECK: arith.cmpf olt
// CHECK: arith.extui
// CHECK: affine.for
// CHECK-NOT: arith.cmpf
// CHECK: arith.trunci
// CHECK: region.fallback
void freely(int n, const float *restrict x, double *restrict w) {
  for (int i = 0; i < n; i++)
    if (x[i] * 1.5f + x[i + 1] < 0.5f)
      w[(int)x[i] & 255] += sqrt(x[i]);
}
