// Locations are printed where they are asked for, and remarks of passes on such a text name the source.
// RUN: %raddle emit --stage nest %s | FileCheck %s
// RUN: %raddle emit --stage gpu %s | FileCheck %s
// RUN: %raddle emit --stage nest --locations %s | FileCheck %s --check-prefix=ASKED
// RUN: %raddle emit --stage gpu --locations %s | FileCheck %s --check-prefix=ASKED
// CHECK-NOT: loc(
// CHECK: llvm.func
// CHECK-NOT: loc({{.*}}locations.c
// ASKED: loc({{.*}}locations.c":12

void f(int n, int *a) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}
