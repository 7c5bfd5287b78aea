// The part of a loop that needs no order runs before the part that does.
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --cse --region-privatize --region-precompute 2>/dev/null | FileCheck %s
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --cse --region-privatize --region-precompute="floats=true" 2>/dev/null | FileCheck %s --check-prefix=TREE
// RUN: %raddle emit --stage nest %s | %raddle-opt --canonicalize --cse --region-privatize --region-precompute="mode=all" 2>/dev/null | FileCheck %s --check-prefix=ALL

// Sums as a tree are for region-reduce.
// TREE-NOT: region.choose

#include <math.h>

// A variable goes from one part to the other.
// CHECK-LABEL: llvm.func @__raddle_impl_residual(
// CHECK: region.may_pay
// CHECK: region.workspace %
// CHECK: %[[SLOTS:.*]] = region.view
// CHECK: region.choose
// CHECK: affine.for %[[S:[a-z0-9]+]] =
// CHECK: affine.for %[[I:[a-z0-9]+]] =
// CHECK: affine.apply #{{.*}}(%[[S]], %[[I]])
// CHECK: affine.for
// CHECK: arith.subf
// CHECK: affine.store %{{.*}}, %[[SLOTS]][%{{.*}}]
// CHECK: affine.for %[[J:[a-z0-9]+]] =
// CHECK-NOT: affine.for
// CHECK: %[[L:.*]] = affine.apply #{{.*}}(%[[S]], %[[J]])
// CHECK: affine.load %[[SLOTS]][%[[L]]]
// CHECK: arith.addf
// CHECK: affine.store %{{.*}} : memref<f64>
// CHECK: else
// CHECK: region.fallback
// CHECK: region.workspace_end
// CHECK: region.chosen
double residual(int n, const double *restrict a, const double *restrict x, const double *restrict b) {
  double norm = 0;
  for (int i = 0; i < n; i++) {
    double r = b[i];
    for (int j = 0; j < n; j++)
      r -= a[i * n + j] * x[j];
    norm += r * r;
  }
  return norm;
}

// What a statement stores anyway is loaded from there.
// CHECK-LABEL: llvm.func @__raddle_impl_stencil(
// CHECK-NOT: region.workspace
// CHECK: region.choose
// CHECK: affine.store %{{.*}}, %[[U:.*]][%{{.*}}] : memref<?xf64>
// CHECK: affine.for
// CHECK: affine.load %[[U]][
// CHECK: arith.addf
// CHECK: region.fallback
double stencil(int n, double *restrict u, const double *restrict v) {
  double d = 0;
  for (int i = 1; i < n - 1; i++) {
    double t = 0.2 * (v[i - 1] + v[i] + v[i + 1]) + 0.1 * (v[i] - v[i + 1]) + 0.3 * (v[i] * v[i - 1]);
    d += (t - v[i]) * (t - v[i]);
    u[i] = t;
  }
  return d;
}

// A value for each pair, under a condition that both parts ask.
// CHECK-LABEL: llvm.func @__raddle_impl_cutoff(
// CHECK: %[[PAIRS:.*]] = region.view {{.*}} memref<?x?xf64>
// CHECK: region.choose
// CHECK: scf.if
// CHECK: affine.store %{{.*}}, %[[PAIRS]][%{{.*}}, %{{.*}}]
// CHECK: scf.if
// CHECK: affine.load %[[PAIRS]][
// CHECK: region.fallback
double cutoff(int n, const double *restrict x) {
  double e = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double r2 = (x[i] - x[j]) * (x[i] - x[j]);
      if (r2 < 0.5)
        e += 1 / (sqrt(r2) + 0.25) + 1 / (1 + r2);
    }
  return e;
}

// Where the first part would be little, nothing is done, unless it is asked for.
// CHECK-LABEL: llvm.func @__raddle_impl_dot(
// CHECK-NOT: region.choose
// ALL-LABEL: llvm.func @__raddle_impl_dot(
// ALL-NOT: region.choose
double dot(int n, const double *restrict x, const double *restrict y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// CHECK-LABEL: llvm.func @__raddle_impl_little(
// CHECK-NOT: region.choose
// ALL-LABEL: llvm.func @__raddle_impl_little(
// ALL: region.choose
double little(int n, double *restrict x, const double *restrict y) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    x[i] = y[i];
    s += y[i];
  }
  return s;
}

// The first part would need what the second one computes.
// CHECK-LABEL: llvm.func @__raddle_impl_chained(
// CHECK-NOT: region.choose
// ALL-LABEL: llvm.func @__raddle_impl_chained(
// ALL-NOT: region.choose
double chained(int n, const double *restrict x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sqrt(x[i] * s) / (1 + x[i]);
  return s;
}

// A condition that the second part decides keeps all that is under it there.
// CHECK-LABEL: llvm.func @__raddle_impl_decided(
// CHECK-NOT: region.choose
// ALL-LABEL: llvm.func @__raddle_impl_decided(
// ALL-NOT: region.choose
double decided(int n, double *restrict x, const double *restrict y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (s < 100) {
      x[i] = sqrt(y[i]) / (1 + y[i]);
      s += y[i];
    }
  return s;
}

// So does what an iteration reads that a later one writes over, with a value of the second part.
// CHECK-LABEL: llvm.func @__raddle_impl_overwritten(
// CHECK-NOT: region.choose
// ALL-LABEL: llvm.func @__raddle_impl_overwritten(
// ALL-NOT: region.choose
double overwritten(int n, double *restrict x) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += sqrt(x[i]) / (1 + x[i]);
    x[i + 1] = s;
  }
  return s;
}

// Integers are for region-reduce, whatever their order.
// CHECK-LABEL: llvm.func @__raddle_impl_integers(
// CHECK-NOT: region.choose
// ALL-LABEL: llvm.func @__raddle_impl_integers(
// ALL-NOT: region.choose
int integers(int n, const int *restrict x, const int *restrict y) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] / y[i] + x[i] % (y[i] + 1);
  return s;
}

// Updates of integers that data name are for region-atomics.
// CHECK-LABEL: llvm.func @__raddle_impl_histogram(
// CHECK-NOT: region.choose
// ALL-LABEL: llvm.func @__raddle_impl_histogram(
// ALL-NOT: region.choose
void histogram(int n, const double *restrict x, int *restrict h) {
  for (int i = 0; i < n; i++)
    h[(int)(sqrt(x[i]) / (1 + x[i])) & 255]++;
}

// Updates of floats are not.
// CHECK-LABEL: llvm.func @__raddle_impl_weights(
// ALL-LABEL: llvm.func @__raddle_impl_weights(
// CHECK: region.choose
void weights(int n, const double *restrict x, double *restrict w) {
  for (int i = 0; i < n; i++)
    w[(int)(sqrt(x[i]) / (1 + x[i])) & 255] += sqrt(sqrt(x[i] + 1) + 1 / (2 + x[i])) / (3 + x[i]) + sqrt(x[i] + 2);
}

// What data names through a pointer may be anything that the first part reads.
// ALL-LABEL: llvm.func @__raddle_impl_anywhere(
// ALL-NOT: region.choose
void anywhere(int n, const double *x, const int *k, double *w) {
  for (int i = 0; i < n; i++)
    w[k[i]] += sqrt(sqrt(x[i] + 1) + 1 / (2 + x[i])) / (3 + x[i]) + sqrt(x[i] + 2);
}

// An array of the iteration that both parts use.
// ALL-LABEL: llvm.func @__raddle_impl_both(
// ALL-NOT: region.choose
double both(int n, const double *restrict x, const int *restrict k) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double t[4];
    for (int j = 0; j < 4; j++)
      t[j] = sqrt(x[i] + j) / (1 + x[i]);
    s += t[k[i] & 3] * s;
  }
  return s;
}

// Recurrences over arrays have waves.
// ALL-LABEL: llvm.func @__raddle_impl_recurrence(
// ALL-NOT: region.choose
void recurrence(int n, double *restrict a, const double *restrict x) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] * 0.5 + sqrt(sqrt(x[i]) + 1) / (1 + x[i]);
}

// A long loop runs in strips, of which each has its values in the same memory.
// ALL-LABEL: llvm.func @__raddle_impl_in_strips(
// CHECK-LABEL: llvm.func @__raddle_impl_in_strips(
// CHECK: region.workspace %
// CHECK: %[[SLOTS:.*]] = region.view
// CHECK: affine.for %[[S:[a-z0-9]+]] = 0 to #map
// CHECK: affine.for %[[I:[a-z0-9]+]] = #{{.*}}(%[[S]]){{.*}} to min #{{.*}}(%[[S]])
// CHECK: %[[L:.*]] = affine.apply #{{.*}}(%[[S]], %[[I]])
// CHECK: affine.store %{{.*}}, %[[SLOTS]][%[[L]]]
// CHECK: affine.for %{{.*}} = #{{.*}}(%[[S]]){{.*}} to min
// CHECK: affine.load %[[SLOTS]]
// CHECK: {region.strips}
// CHECK: region.fallback
double in_strips(long n, const double *restrict a) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += __builtin_sqrt(a[i]) / (1 + __builtin_sqrt(1 + a[i]));
  return s;
}

// What each iteration overwrites first is its own, and of the last one comes back.
// CHECK-LABEL: llvm.func @__raddle_impl_buffers(
// CHECK: %[[OWN:.*]] = region.view %{{.*}} : !llvm.ptr -> memref<?x?xf64>
// CHECK: region.choose
// CHECK: affine.for %[[S:[a-z0-9]+]] =
// CHECK: affine.store %{{.*}}, %[[OWN]][%{{.*}}, %{{.*}}]
// CHECK: affine.load %[[OWN]][
// CHECK: affine.if
// CHECK: affine.load %[[OWN]][
// CHECK: affine.store %{{.*}} : memref<900xf64>
// CHECK: {region.strips}
// CHECK: region.fallback
static double buffer[900];
double buffers(int n, const double *restrict a) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    double t = 0;
    for (int i = 0; i < 900; i++)
      buffer[i] = __builtin_sqrt(a[i] * k) / (1 + a[i]);
    for (int i = 0; i < 900; i++)
      t += buffer[i] * buffer[899 - i];
    s += t;
  }
  return s + buffer[n % 900];
}

// But not what iterations read first.
// CHECK-LABEL: llvm.func @__raddle_impl_kept(
// CHECK-NOT: region.choose
double kept(int n, const double *restrict a) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    double t = 0;
    for (int i = 0; i < 900; i++)
      buffer[i] = __builtin_sqrt(a[i] * k + buffer[i]) / (1 + a[i]);
    for (int i = 0; i < 900; i++)
      t += buffer[i] * buffer[899 - i];
    s += t;
  }
  return s + buffer[n % 900];
}

// Nor what the last iteration may leave as it was, if it is wanted.
// CHECK-LABEL: llvm.func @__raddle_impl_in_part(
// CHECK-NOT: region.choose
double in_part(int n, const double *restrict a) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    double t = 0;
    for (int i = 0; i < 900 - k % 5; i++)
      buffer[i] = __builtin_sqrt(a[i] * k) / (1 + a[i]);
    for (int i = 0; i < 895; i++)
      t += buffer[i] * buffer[894 - i];
    s += t;
  }
  return s + buffer[899];
}

// A loop that begins at the greatest of two bounds has no strips.
// CHECK-LABEL: llvm.func @__raddle_impl_late(
// CHECK: region.choose
// CHECK-NOT: region.strips
// CHECK: region.fallback
double late(int n, int m, const double *restrict a) {
  double s = 0;
  for (int i = n > m ? n : m; i < 100000; i++)
    s += __builtin_sqrt(a[i]) / (1 + __builtin_sqrt(1 + a[i]));
  return s;
}
