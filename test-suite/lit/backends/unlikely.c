// Products of complex numbers that are computed again: LLVM hears that this is unlikely, and in CPU code the branch shares no values with the rest.
// RUN: %raddle build -O2 -march=x86-64-v3 --offload-min 0 --dump=%t -o %t.exe %s
// RUN: FileCheck %s --input-file %t/unlikely/kernels.ll
// RUN: FileCheck %s --check-prefix=HOST --input-file %t/unlikely/host.ll

// CHECK-LABEL: define {{.*}}@rotate_unlikely_{{[0-9]+}}.items(
// CHECK: %[[RE:.*]] = fsub double
// CHECK: %[[NAN:.*]] = fcmp uno double %[[RE]], 0.000000e+00
// CHECK-NEXT: br i1 %[[NAN]], {{.*}} !prof
// CHECK: fcmp uno double
// CHECK-NEXT: br i1 {{.*}} !prof
// CHECK: call double @llvm.arithmetic.fence.f64(
// CHECK: ret

// HOST: fcmp uno double
// HOST-NEXT: br i1 {{.*}} !prof
// HOST: call { double, double } @__muldc3(
// HOST-NOT: __muldc3
// HOST: ret
#include <complex.h>
void rotate(int n, double complex *x, double complex by) {
  for (int i = 0; i < n; i++) {
    double complex z = x[i];
    for (int k = 0; k < i; k++)
      z = z * by;
    x[i] = z;
  }
}

int main(void) {
  double complex x[2000] = {1};
  rotate(2000, x, 0.5 + 0.5 * I);
  return creal(x[3]) > 2;
}
