// Which products are one operation with the sum or difference around them: clang's choice, in nests as math.fma, elsewhere left to the processor.
// RUN: %raddle emit --stage nest --fp contract %s | FileCheck %s
// RUN: %raddle emit --stage nest --fp reproducible %s | FileCheck %s --check-prefix=PRAGMA
// RUN: %raddle emit --stage gpu --fp strict --remarks %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %raddle emit --stage nest --fp strict %s | FileCheck %s --check-prefix=STRICT --implicit-check-not=math.fma

// CHECK-LABEL: llvm.func @__raddle_impl_sums
// CHECK: region.nest
// CHECK: %[[A:.*]] = affine.load
// CHECK: %[[B:.*]] = affine.load
// CHECK: %[[C:.*]] = affine.load
// a*b + c
// CHECK-NEXT: %[[R1:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f64
// CHECK-NEXT: affine.store %[[R1]]
// c - a*b
// CHECK: %[[N2:.*]] = arith.negf %[[A2:.*]] : f64
// CHECK-NEXT: %[[R2:.*]] = math.fma %[[N2]], %{{.*}}, %{{.*}} : f64
// CHECK-NEXT: affine.store %[[R2]]
// a*b - c*d: the left product, the right one is rounded
// CHECK: %[[CD:.*]] = arith.mulf
// CHECK-NEXT: %[[N3:.*]] = arith.negf %[[CD]]
// CHECK-NEXT: math.fma %{{.*}}, %{{.*}}, %[[N3]]
// -(a*b) + c
// CHECK: %[[N4:.*]] = arith.negf
// CHECK-NEXT: math.fma %[[N4]]
// c - -(a*b)
// CHECK-NOT: arith.negf
// CHECK: %[[R5:.*]] = math.fma
// CHECK-NEXT: affine.store %[[R5]]
// Parentheses, plus, comma and a cast to the same type are no end of an expression.
// CHECK: %[[R6:.*]] = math.fma
// CHECK-NEXT: affine.store %[[R6]]
// CHECK: %[[R7:.*]] = math.fma
// CHECK-NEXT: affine.store %[[R7]]
// CHECK: %[[R8:.*]] = math.fma
// CHECK-NEXT: affine.store %[[R8]]
// CHECK: %[[R9:.*]] = math.fma
// CHECK-NEXT: affine.store %[[R9]]
// The arm that is taken, as clang knows.
// CHECK: %[[R10:.*]] = math.fma
// CHECK-NEXT: affine.store %[[R10]]
// A sum of three.
// CHECK: %[[F:.*]] = math.fma
// CHECK: math.fma %{{.*}}, %{{.*}}, %[[F]]
// CHECK-NOT: math.fma
// CHECK: llvm.return
void sums(int n, double *restrict a, double *restrict b, double *restrict c, double *restrict r) {
  for (int i = 0; i < n; i++) {
    r[i] = a[i] * b[i] + c[i];
    r[i] = c[i] - a[i] * b[i];
    r[i] = a[i] * b[i] - c[i] * b[i];
    r[i] = -(a[i] * b[i]) + c[i];
    r[i] = c[i] - -(a[i] * b[i]);
    r[i] = c[i] + ((a[i] * b[i]));
    r[i] = c[i] + +(a[i] * b[i]);
    r[i] = (0, a[i] * b[i]) + c[i];
    r[i] = (const double)(a[i] * b[i]) + c[i];
    r[i] = (sizeof(int) > 1 ? a[i] * b[i] : 0) + c[i];
    r[i] = a[i] * b[i] + c[i] * b[i] + a[i] * c[i];
  }
}

// CHECK-LABEL: llvm.func @__raddle_impl_compound
// CHECK: region.nest
// s += a*b
// CHECK: %[[P:.*]] = affine.load
// CHECK: %[[Q:.*]] = affine.load
// CHECK: %[[S:.*]] = affine.load
// CHECK-NEXT: %[[R:.*]] = math.fma %[[P]], %[[Q]], %[[S]] : f64
// CHECK-NEXT: affine.store %[[R]]
// s -= a*b
// CHECK: %[[N:.*]] = arith.negf
// CHECK-NEXT: math.fma %[[N]]
// A float is promoted for the sum, and the product is one of doubles already.
// CHECK: %[[X:.*]] = arith.extf
// CHECK-NEXT: %[[R3:.*]] = math.fma %{{.*}}, %{{.*}}, %[[X]] : f64
// CHECK-NEXT: arith.truncf %[[R3]]
// CHECK: llvm.return
void compound(int n, double *restrict a, double *restrict b, double *restrict s, float *restrict f) {
  for (int i = 0; i < n; i++) {
    s[i] += a[i] * b[i];
    s[i] -= a[i] * b[i];
    f[i] += a[i] * b[i];
  }
}

static double product(double x, double y) { return x * y; }
static double sum(double x, double y) { return x + y; }
static double both(double x, double y, double z) { return x * y + z; }

// CHECK-LABEL: llvm.func @__raddle_impl_not
// CHECK: region.nest
// CHECK-NOT: math.fma
// CHECK: llvm.return
void not(int n, double *restrict a, double *restrict b, double *restrict c, float *restrict f, int *restrict k) {
  for (int i = 0; i < n; i++) {
    // A statement is an end, ...
    double t = a[i] * b[i];
    c[i] = t + c[i];
    // ... and so are assignments, ...
    c[i] = (t = a[i] * b[i]) + c[i];
    c[i] = (t *= b[i]) + c[i];
    // ... conversions to another type, ...
    c[i] = f[i] * f[i] + c[i];
    c[i] = (float)(a[i] * b[i]) + f[i];
    // ... calls, whose bodies are here now, ...
    c[i] = product(a[i], b[i]) + c[i];
    c[i] = sum(a[i] * b[i], c[i]);
    // ... and conditions.
    c[i] = (k[i] ? a[i] * b[i] : b[i]) + c[i];
    // Integers, two minus signs, products of constants, quotients.
    k[i] = k[i] * k[i] + i;
    c[i] = -(-(a[i] * b[i])) + c[i];
    c[i] = 0.1 * 0.3 + c[i];
    c[i] = -(0.1 * 0.3) - c[i];
    c[i] = a[i] / b[i] + c[i];
  }
}

// CHECK-LABEL: llvm.func @__raddle_impl_inside
// The body of a call is an expression of its own; its parameters are no constants.
// CHECK: region.nest
// CHECK: math.fma
// CHECK: math.fma
// CHECK: llvm.return
void inside(int n, double *restrict a, double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = both(a[i], b[i], 1) + both(0.1, 0.3, b[i]);
}

// CHECK-LABEL: llvm.func @__raddle_impl_around
// Outside of nests it is clang's choice.
// CHECK: llvm.intr.fmuladd(%{{.*}}, %{{.*}}, %{{.*}}) : (f64, f64, f64) -> f64
// CHECK: region.nest
// CHECK: math.fma
// A long double is none of a device's business.
// CHECK: llvm.intr.fmuladd({{.*}}) : (f80, f80, f80) -> f80
double around(int n, double *a, double x, long double y) {
  double before = x * x + n;
  for (int i = 0; i < n; i++)
    a[i] = a[i] * x + before;
  return y * y + before;
}

// CHECK-LABEL: llvm.func @__raddle_impl_checked
// If a check before the nest fails, its statement runs as host code, with the same values.
// CHECK: llvm.cond_br
// CHECK: region.nest
// CHECK: math.fma
// CHECK: math.fma
// CHECK-NOT: fmuladd
void checked(unsigned long n, double *a) {
  for (unsigned long i = 0; i < n; i++)
    a[i] = a[i] * a[i] + 1;
}

// CHECK-LABEL: llvm.func @__raddle_impl_pragma_off
// CHECK-NOT: fma
// CHECK: llvm.return
void pragma_off(int n, double *a) {
#pragma STDC FP_CONTRACT OFF
  for (int i = 0; i < n; i++)
    a[i] = a[i] * a[i] + 1;
}

// The pragma counts in all modes. Strict numerics leave the choice to the processor, as clang does.
// CHECK-LABEL: llvm.func @__raddle_impl_pragma_on
// CHECK: math.fma
// PRAGMA-LABEL: llvm.func @__raddle_impl_checked
// PRAGMA-NOT: fma
// PRAGMA-LABEL: llvm.func @__raddle_impl_pragma_on
// PRAGMA: math.fma
// PRAGMA-NOT: fma
// STRICT-LABEL: llvm.func @__raddle_impl_checked
// STRICT-NOT: fmuladd
// STRICT-LABEL: llvm.func @__raddle_impl_pragma_on
// STRICT: llvm.intr.fmuladd
// STRICT-NOT: fmuladd
// REMARK: remark: loop in 'pragma_on' stays on the host: the host's processor decides how often a contracted product is rounded; --fp reproducible would run it on the device
void pragma_on(int n, double *a) {
  for (int i = 0; i < n; i++) {
#pragma STDC FP_CONTRACT ON
    a[i] = a[i] * a[i] + 1;
  }
}
