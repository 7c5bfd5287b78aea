// Variables of a function that no launch reaches are not named to the runtime, which keeps LLVM from having them in registers.
// RUN: %raddle emit --stage gpu --offload-min 0 %s | FileCheck %s

// CHECK-LABEL: @__raddle_impl_total(
// CHECK: region.host {{.*}} names = ["a"]
// CHECK: llvm.return
double total(int n, const double *a) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

void out(double *);
// Others know where it is.
// CHECK-LABEL: @__raddle_impl_escapes(
// CHECK: region.host {{.*}} names = ["s", "a"]
// CHECK: llvm.return
double escapes(int n, const double *a) {
  double s = 0;
  out(&s);
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

// A launch fills it.
// CHECK-LABEL: @__raddle_impl_filled(
// CHECK: region.enter {{.*}} names = ["t"
// CHECK: region.host {{.*}} names = ["t"]
// CHECK: llvm.return
double filled(int n, double x) {
  double t[100], s = 0;
  for (int i = 0; i < 100; i++) t[i] = x * i;
  for (int i = 0; i < 100; i++) s += t[i];
  return s;
}
