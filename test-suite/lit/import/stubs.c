// Bodies of stubs stand for calls in loops; what promises to be const or pure is called once, before the nest. No stub is left in the module.
// RUN: split-file %s %t
// RUN: %raddle emit --stage nest %t/program.c --stubs %t/bodies.c --stubs %t/promises.c --remarks 2>&1 | FileCheck %t/program.c
// RUN: %raddle emit --stage nest %t/program.c --remarks 2>&1 | FileCheck %t/program.c --check-prefix=NONE

//--- program.c
double twice(double);
int rows(const void *);
double scale(int);
int outside(int);

// CHECK-LABEL: llvm.func @__raddle_impl_body
// CHECK-NOT: llvm.call
// CHECK: region.nest
// CHECK: arith.addf
// NONE: loop in 'body' stays on the host: call to 'twice', which is in another file; give its file to the same 'raddle build', compile and link with 'raddle cc -flto', or describe it with --stubs
void body(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = twice(a[i]);
}

// A check for iterations comes first: with other values than the program's the function may do anything.
// CHECK-LABEL: llvm.func @__raddle_impl_before
// CHECK: llvm.cond_br
// CHECK: %[[SCALE:.*]] = llvm.call @scale
// CHECK: region.nest({{.*}}%[[SCALE]] :
// CHECK-NOT: llvm.call
// CHECK: llvm.br
// NONE: loop in 'before' stays on the host: call to 'scale', which is in another file
void before(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] *= scale(2);
}

// The condition is evaluated in any case, and the loop writes nothing that others know of.
// CHECK-LABEL: llvm.func @__raddle_impl_bound
// CHECK: llvm.call @rows
// CHECK-NOT: llvm.call
// CHECK: region.nest
// NONE: loop in 'bound' stays on the host: call to 'rows', which is in another file
int bound(const void *m, int *a) {
  int sum = 0;
  for (int i = 0; i < rows(m); i++)
    sum += a[i];
  return sum;
}

// CHECK-NOT: llvm.func @helper
// CHECK: loop in 'written' stays on the host: 'rows(...)' reads memory, which the nest writes
void written(const void *m, int *a) {
  for (int i = 0; i < rows(m); i++)
    a[i] = 1;
}

// CHECK: loop in 'neither' stays on the host: call to 'outside', which is in another file
void neither(int n, int *a) {
  for (int i = 0; i < n; i++)
    a[i] = outside(i);
}

//--- bodies.c
static double helper(double x, double y) { return x + y; }
double twice(double x) { return helper(x, x); }

//--- promises.c
int rows(const void *) __attribute__((pure));
double scale(int) __attribute__((const));
