// Every function goes through MLIR, with its nests, and nothing is offloaded.
// RUN: %raddle cc --untransformed -O2 --dump=%t -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=NEST --input-file %t/untransformed/nest.mlir
// RUN: FileCheck %s --check-prefix=HOST --input-file %t/untransformed/host.ll

// NEST: llvm.func @__raddle_impl_twice
// NEST: region.nest
// NEST: llvm.func @__raddle_impl_next
// HOST-NOT: raddle_
// HOST: define {{.*}}void @twice(
// HOST-NOT: raddle_
// HOST: define {{.*}}i32 @next(
// HOST-NOT: raddle_
void twice(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i];
}

int next(int x) { return x + 1; }
