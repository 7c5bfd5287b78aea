// A contracted term of a sum is a reduction, if the sum is the addend: each partial result is made by fused operations, the tree by sums.
// RUN: %raddle emit --stage nest --fp contract %s -o %t.mlir
// RUN: %raddle-opt %t.mlir --canonicalize --cse --region-privatize --region-reduce=floats=true --region-parallelize 2>/dev/null | FileCheck %s
// RUN: %raddle-opt %t.mlir --canonicalize --cse --region-privatize --region-reduce --region-parallelize 2>/dev/null | FileCheck %s --check-prefix=ORDER
// RUN: %raddle emit --stage gpu --fp contract %s --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: @__raddle_impl_dot(
// CHECK: region.workspace
// CHECK: %[[V:.*]] = memref.alloca() : memref<f64>
// CHECK: %[[OLD:.*]] = affine.load %[[V]][] : memref<f64>
// CHECK: %[[NEW:.*]] = math.fma %{{.*}}, %{{.*}}, %[[OLD]] : f64
// CHECK-NEXT: affine.store %[[NEW]], %[[V]][] : memref<f64>
// CHECK: } {region.parallel}
// ORDER-LABEL: @__raddle_impl_dot(
// ORDER: region.unreduced = "--fp reproducible would run it in parallel"
double dot(int n, const double *restrict a, const double *restrict b) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

// Terms that are taken away, and more than one in an expression.
// CHECK-LABEL: @__raddle_impl_differences(
// CHECK: region.workspace
float differences(int n, const float *restrict a, const float *restrict b, float s) {
  for (int i = 0; i < n; i++)
    s = s - a[i] * b[i] - b[i];
  return s;
}

// A factor of the product is no term.
// CHECK-LABEL: @__raddle_impl_horner(
// CHECK-NOT: region.workspace
// CHECK: region.sequential
// REMARK: reduce-contract.c:[[#@LINE+3]]: remark: loop in 'horner' stays on the host
double horner(int n, const double *a, double x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * x + a[i];
  return s;
}
