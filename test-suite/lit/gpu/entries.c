// Functions of other units may have a body that leaves data on devices: callers that launch look for it, with a test of the address.
// RUN: %raddle emit --stage gpu --offload-min 0 %s | FileCheck %s
// RUN: %raddle emit --stage gpu --offload-min 0 --transfers naive %s | FileCheck %s --check-prefix=NAIVE
// RUN: %raddle cc --offload-min 0 -O2 -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS

// NAIVE-NOT: __raddle_find_

double a[100];
void other(double *p, char c);
double value(double x);
__attribute__((pure)) double norm(const double *p);
int several(int n, ...);

// CHECK-LABEL: llvm.func @__raddle_impl_step
// CHECK: llvm.call @__raddle_aware_step
// CHECK-LABEL: llvm.func internal @__raddle_aware_step
// CHECK-SAME: region.public = false
// CHECK: region.enter
// CHECK: llvm.call @__raddle_find_other({{.*}}) {region.aware} : (!llvm.ptr, i8 {llvm.signext}) -> ()
// CHECK: llvm.call @__raddle_find_value
// CHECK: llvm.call @norm
// CHECK: llvm.call @several
void step(void) {
  for (int i = 0; i < 100; i++) a[i] = 2 * a[i] + 1;
  other(a, 3);
  a[0] = value(a[1]) + norm(a);
  several(1, a);
}

// A function that launches nothing and calls none that does is clang's.
// CHECK-NOT: @__raddle_impl_quiet
void quiet(void) { other(a, 4); }

// CHECK: llvm.mlir.global extern_weak hidden constant @__raddle_entry_other()
// CHECK-LABEL: llvm.func internal @__raddle_find_other(%{{.*}}: !llvm.ptr, %{{.*}}: i8) attributes {region.aware} {
// CHECK: %[[OWN:.*]] = llvm.mlir.addressof @other
// CHECK: %[[ENTRY:.*]] = llvm.mlir.addressof @__raddle_entry_other
// CHECK: llvm.icmp "ne" %[[ENTRY]],
// CHECK: %[[BOTH:.*]]:2 = scf.if
// CHECK: %[[SAME:.*]] = llvm.icmp "eq" %[[BOTH]]#0, %[[OWN]]
// CHECK: scf.if %[[SAME]] {
// CHECK: llvm.call %[[BOTH]]#1(%{{.*}}, %{{.*}}) {region.aware} : !llvm.ptr, (!llvm.ptr, i8 {llvm.signext}) -> ()
// CHECK: } else {
// CHECK: llvm.call @other({{.*}}) : (!llvm.ptr, i8 {llvm.signext}) -> ()

// SYMBOLS-DAG: t __raddle_aware_step
// SYMBOLS-DAG: V __raddle_entry_step
// SYMBOLS-DAG: w __raddle_entry_other
// SYMBOLS-DAG: U other
