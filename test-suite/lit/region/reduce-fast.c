// --fp fast: sums whose operations may be reassociated follow a tree; options and pragmas that take this back are honoured.
// RUN: %raddle emit --stage gpu --fp fast %s --remarks -o /dev/null 2>&1 | FileCheck %s
// RUN: %raddle emit --stage gpu -ffast-math -fno-associative-math %s --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOT
// RUN: not %raddle-opt %S/reduce.mlir --region-reduce=floats=maybe 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: option 'floats' does not take 'maybe'
// CHECK: reduce-fast.c:[[#@LINE+4]]: remark: loop in 'dot' runs on the device
// NOT: reduce-fast.c:[[#@LINE+3]]: remark: loop in 'dot' stays on the host: reduction + on 's': {{.*}}; an option or pragma keeps the order of its terms
double dot(int n, const double *a) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}

// One of two operations may not.
// CHECK: remark: loop in 'partly' stays on the host: reduction + on 's': {{.*}}; an option or pragma keeps the order of its terms
double partly(int n, const double *a) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    {
#pragma clang fp reassociate(off)
      s += a[i] * a[i];
    }
  }
  return s;
}

// Integers need no flags.
// CHECK: remark: loop in 'whole' runs on the device
// NOT: remark: loop in 'whole' runs on the device
int whole(int n, const int *a) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
