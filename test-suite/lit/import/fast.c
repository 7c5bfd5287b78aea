// --fp fast: the flags of clang's options and pragmas on each operation; the functions of <math.h> are written without.
// RUN: %raddle emit --stage nest --fp fast %s | FileCheck %s
// RUN: %raddle emit --stage nest -ffast-math %s | FileCheck %s
// RUN: %raddle emit --stage nest -Ofast -w %s | FileCheck %s
// RUN: %raddle emit --stage nest --fp fast -fno-finite-math-only %s | FileCheck %s --check-prefix=NANS --implicit-check-not=nnan
// RUN: %raddle emit --stage nest -ffast-math --fp contract %s | FileCheck %s --check-prefix=CONTRACT --implicit-check-not=fastmath
// RUN: %raddle emit --stage nest -ffast-math -fno-fast-math %s | FileCheck %s --check-prefix=STRICT --implicit-check-not=fastmath --implicit-check-not=math.fma
// RUN: %raddle emit --stage gpu --fp fast %s | FileCheck %s --check-prefix=KERNEL

// CHECK-LABEL: llvm.func @__raddle_impl_plain
// NANS-LABEL: llvm.func @__raddle_impl_plain
// CONTRACT-LABEL: llvm.func @__raddle_impl_plain
// STRICT-LABEL: llvm.func @__raddle_impl_plain
// Host code, too.
// CHECK: arith.divf {{.*}} fastmath<fast> : f64
// CHECK: region.nest
// CHECK: arith.mulf {{.*}} fastmath<fast> : f64
// CHECK: arith.addf {{.*}} fastmath<fast> : f64
// CHECK: arith.negf {{.*}} fastmath<fast> : f64
// CHECK: arith.cmpf olt, {{.*}} fastmath<fast> : f64
// CHECK: arith.subf {{.*}} fastmath<fast> : f64
// CHECK: region.math "sin"
// NANS: arith.mulf {{.*}} fastmath<reassoc,nsz,arcp,contract,afn> : f64
// CONTRACT: math.fma
// STRICT: arith.addf
// KERNEL: gpu.func @plain_fast_[[#%u,]]
// KERNEL: arith.mulf {{.*}} fastmath<fast>
double sin(double);
void plain(int n, double *restrict a, double x) {
  double y = 1 / x;
  for (int i = 0; i < n; i++) {
    a[i] = a[i] * y + 1;
    if (-a[i] < x)
      a[i] -= x;
    a[i] = sin(a[i]);
  }
}

// CHECK-LABEL: llvm.func @__raddle_impl_careful
// CHECK: arith.mulf {{.*}} fastmath<nnan,ninf,nsz,arcp,afn> : f64
// CHECK: arith.addf {{.*}} fastmath<nnan,ninf,nsz,arcp,afn> : f64
void careful(int n, double *restrict a) {
#pragma clang fp reassociate(off) contract(off)
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 2 + 1;
}
