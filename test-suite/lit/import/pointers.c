// Pointer arithmetic stays in its object, unless the overflow of pointers is defined or there is no object.
// RUN: %raddle emit --stage host %s | FileCheck %s
// RUN: %raddle emit --stage host %s -fwrapv | FileCheck %s --check-prefix=WRAPS

struct pair {
  int first, second;
};

// CHECK-LABEL: llvm.func @__raddle_impl_element
// CHECK: llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// WRAPS-LABEL: llvm.func @__raddle_impl_element
// WRAPS: llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i32
int element(int *a, int i) { return a[i]; }

// CHECK-LABEL: llvm.func @__raddle_impl_field
// CHECK: llvm.getelementptr inbounds %{{.*}}[4] : (!llvm.ptr) -> !llvm.ptr, i8
// WRAPS-LABEL: llvm.func @__raddle_impl_field
// WRAPS: llvm.getelementptr %{{.*}}[4] : (!llvm.ptr) -> !llvm.ptr, i8
int field(struct pair *p) { return p->second; }

// CHECK-LABEL: llvm.func @__raddle_impl_from_null
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
char *from_null(long n) { return (char *)0 + n; }
