// Whose value a function of <math.h> has in a nest: the library's to the bit, which only some functions of ours have, or our own.
// RUN: %raddle emit --stage nest %s | FileCheck %s --check-prefixes=ALL,STRICT
// RUN: %raddle emit --stage nest --fp reproducible %s | FileCheck %s --check-prefixes=ALL,OWN --implicit-check-not='exact :' --implicit-check-not=libm
#include <math.h>

// ALL-LABEL: llvm.func @__raddle_impl_functions
// ALL: region.nest
// STRICT: region.math "exp"({{.*}}) libm : (f64) -> f64
// OWN: region.math "exp"({{.*}}) : (f64) -> f64
// STRICT: region.math "powf"({{.*}}) libm : (f32, f32) -> f32
// OWN: region.math "powf"({{.*}}) : (f32, f32) -> f32
// STRICT: region.math "fmod"({{.*}}) exact : (f64, f64) -> f64
// OWN: region.math "fmod"({{.*}}) : (f64, f64) -> f64
// Which of two zeros is the larger is the library's business, where there may be two.
// STRICT: region.math "fmax"({{.*}}) libm : (f64, f64) -> f64
// STRICT: region.math "fmax"({{.*}}) exact : (f64, f64) -> f64
// STRICT: region.math "fmin"({{.*}}) exact : (f64, f64) -> f64
// STRICT: region.math "fmin"({{.*}}) libm : (f64, f64) -> f64
// OWN-COUNT-2: region.math "fmax"({{.*}}) : (f64, f64) -> f64
// OWN-COUNT-2: region.math "fmin"({{.*}}) : (f64, f64) -> f64
// ALL: %[[N:.*]] = arith.extsi %{{.*}} : i32 to i64
// STRICT: region.math "ldexp"(%{{.*}}, %[[N]]) exact : (f64, i64) -> f64
// OWN: region.math "ldexp"(%{{.*}}, %[[N]]) : (f64, i64) -> f64
// ALL: math.sqrt
// The host's rounding mode may be another.
// ALL: region.math "rint"({{.*}}) exact : (f64) -> f64
// Not ours:
// ALL: llvm.call @tgamma
void functions(int n, double *restrict a, float *restrict b, const int *restrict k) {
  for (int i = 0; i < n; i++) {
    a[i] = __builtin_exp(a[i]);
    b[i] = powf(b[i], b[i]);
    a[i] = fmod(a[i], 3);
    a[i] = fmax(a[i], 0);
    a[i] = fmax(a[i], -4);
    a[i] = fmin(a[i] + 1, 2 + (b[i] + 0.0));
    a[i] = fmin(a[i] + 1, a[i] - 0.0);
    a[i] = ldexp(a[i], k[i]);
    a[i] = sqrt(a[i]);
    a[i] = rint(a[i]);
    a[i] = tgamma(a[i]);
  }
}

// ALL-LABEL: llvm.func @__raddle_impl_around
// Outside of nests all are the library's.
// ALL: llvm.call @exp
// ALL: region.nest
// ALL: region.math "sin"
// ALL: llvm.call @exp
double around(int n, double *a, double x) {
  double before = exp(x);
  for (int i = 0; i < n; i++)
    a[i] = sin(a[i]);
  return before + exp(x + 1);
}

// ALL-LABEL: llvm.func @__raddle_impl_checked
// If a check before the nest fails, its statement runs as host code, with the same functions.
// ALL: llvm.cond_br
// ALL: region.nest
// ALL: region.math "sin"
// STRICT: llvm.call @sin
// OWN: region.math "sin"
void checked(unsigned long n, double *a) {
  for (unsigned long i = 0; i < n; i++)
    a[i] = sin(a[i]);
}
