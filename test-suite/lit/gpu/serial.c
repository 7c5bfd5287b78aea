// Statements between launches: not where they are many, have an operation that not every device has, or stand beside loops too short for a launch.
// RUN: %raddle emit --stage gpu %s | FileCheck %s
#include <math.h>
#define TWO(x) x x
#define MANY(x) TWO(TWO(TWO(TWO(TWO(TWO(x))))))
double a[4000];

// CHECK-LABEL: llvm.func internal @__raddle_aware_few
// CHECK: region.launch
// CHECK: region.serial
// CHECK: llvm.return
void few(int n) {
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 4000; i++) a[i] = a[i] * 0.5 + i;
    a[t] = a[t + 1] + 2;
  }
}
// CHECK-LABEL: llvm.func internal @__raddle_aware_many
// CHECK: region.launch
// CHECK-NOT: region.serial
// CHECK: llvm.return
void many(int n) {
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 4000; i++) a[i] = a[i] * 0.5 + i;
    MANY(a[t] = a[t + 1] + 2;)
  }
}
// CHECK-LABEL: llvm.func internal @__raddle_aware_library
// CHECK: region.launch
// CHECK-NOT: region.serial
// CHECK: llvm.return
void library(int n) {
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 4000; i++) a[i] = a[i] * 0.5 + i;
    a[t] = tgamma(a[t + 1]);
  }
}
// CHECK-LABEL: llvm.func internal @__raddle_aware_beside
// CHECK-NOT: region.serial
// CHECK: llvm.return
void beside(int n) {
  for (int i = 0; i < 4000; i++) a[i] = i;
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 5; i++) a[i] = a[i] * 0.5 + i;
    a[t] = a[t + 1] + 2;
  }
}
