// Complex numbers are pairs of numbers: in memory, in variables, and in what is computed.
// RUN: %raddle emit --stage nest %s | FileCheck %s
// RUN: %raddle emit --stage nest -fcx-limited-range %s | FileCheck %s --check-prefix=BASIC
// RUN: %raddle emit --stage nest -fcomplex-arithmetic=improved %s | FileCheck %s --check-prefix=OTHER
#include <complex.h>

// A product is computed again where both parts are NaN.
// CHECK-LABEL: llvm.func @__raddle_impl_product(
// CHECK: arith.subf
// CHECK: arith.addf
// CHECK-COUNT-2: arith.cmpf une
// CHECK: scf.if
// CHECK-DAG: region.math "__muldc3.re"(%{{.*}}) exact
// CHECK-DAG: region.math "__muldc3.im"(%{{.*}}) exact
// BASIC-LABEL: llvm.func @__raddle_impl_product(
// BASIC-NOT: cmpf
// BASIC: llvm.return
void product(int n, double complex *restrict x, const double complex *restrict y) {
  for (int i = 0; i < n; i++)
    x[i] *= y[i];
}

// By a real number, parts alone are multiplied.
// CHECK-LABEL: llvm.func @__raddle_impl_scaled(
// CHECK-COUNT-2: arith.mulf
// CHECK-NOT: arith.{{mulf|addf|cmpf}}
// CHECK: llvm.return
void scaled(int n, float complex *restrict x, float by) {
  for (int i = 0; i < n; i++)
    x[i] = conjf(x[i]) * by;
}

// Quotients are clang's helper's, but for those by the formula, and those that clang has in ways of its own.
// CHECK-LABEL: llvm.func @__raddle_impl_quotient(
// CHECK: region.math "__divdc3.re"(%{{.*}}) libm
// CHECK: region.math "__divdc3.im"(%{{.*}}) libm
// BASIC-LABEL: llvm.func @__raddle_impl_quotient(
// BASIC-COUNT-2: arith.divf
// OTHER-NOT: @__raddle_impl_quotient
void quotient(int n, double complex *restrict x, const double complex *restrict y) {
  for (int i = 0; i < n; i++)
    x[i] = y[i] / x[i];
}

// CHECK-LABEL: llvm.func @__raddle_impl_waves(
// CHECK-DAG: region.math "cexp.re"(%{{.*}}, %{{.*}}) libm
// CHECK-DAG: region.math "cexp.im"(%{{.*}}, %{{.*}}) libm
// CHECK-DAG: region.math "cabsf.re"(
void waves(int n, double complex *restrict x, const float complex *restrict y) {
  for (int i = 0; i < n; i++)
    x[i] = cexp(I * i) + cabsf(y[i]);
}
