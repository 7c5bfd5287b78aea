// Accesses say which type they have in C, so that LLVM knows that a float that is stored changes no integer. Those that may
// reach objects of any type say nothing: characters, unions, may_alias, copies of bytes, and all under -fno-strict-aliasing.
// RUN: %raddle emit --stage host %s | FileCheck %s
// RUN: %raddle emit --stage host -fno-strict-aliasing %s | FileCheck %s --check-prefix=ANY
// RUN: %raddle emit --stage nest %s | FileCheck %s --check-prefix=NEST
// ANY-NOT: tbaa
// CHECK-DAG: #[[F32:.*]] = #llvm.tbaa_type_desc<id = "raddle f32"
// CHECK-DAG: #[[I16:.*]] = #llvm.tbaa_type_desc<id = "raddle i16"
// CHECK-DAG: #[[POINTER:.*]] = #llvm.tbaa_type_desc<id = "raddle pointer"
// CHECK-DAG: #[[FLOATS:.*]] = #llvm.tbaa_tag<base_type = #[[F32]], access_type = #[[F32]]
// CHECK-DAG: #[[SHORTS:.*]] = #llvm.tbaa_tag<base_type = #[[I16]], access_type = #[[I16]]
// CHECK-DAG: #[[POINTERS:.*]] = #llvm.tbaa_tag<base_type = #[[POINTER]], access_type = #[[POINTER]]

typedef int any __attribute__((may_alias));
struct pair { int first; float second; };
typedef struct pair any_pair __attribute__((may_alias));
union both { int i; float f; struct pair pair; };

// CHECK-LABEL: llvm.func @__raddle_impl_typed
// CHECK: llvm.store {{.*}}tbaa = [#[[FLOATS]]]} : f32
// CHECK: llvm.store {{.*}}tbaa = [#[[FLOATS]]]} : f32
// CHECK: llvm.store {{.*}}tbaa = [#[[SHORTS]]]} : i16
// CHECK: llvm.store {{.*}}tbaa = [#[[POINTERS]]]} : !llvm.ptr
void typed(float *x, struct pair *p, unsigned short s[8], int ***q) {
  *x = 1;
  p->second = 2;
  s[3] = 3;
  q[1] = 0;
}

// CHECK-LABEL: llvm.func @__raddle_impl_untyped
// CHECK-NOT: llvm.store {{.*}}tbaa
// CHECK: llvm.return
void untyped(any *x, any_pair *p, union both *u, char *c) {
  *x = 1;
  p->second = 2;
  u->i = 3;
  u[1].pair.first = 4;
  *c = 5;
}

// NEST-LABEL: llvm.func @__raddle_impl_numbers
// NEST: region.typed
void numbers(int n, float *restrict x, const int *restrict at) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] + 1.0f * at[i];
}

// NEST-LABEL: llvm.func @__raddle_impl_bytes
// NEST-NOT: region.typed
// NEST: llvm.return
void bytes(int n, float *restrict x, int *restrict to, const int *restrict from) {
  for (int i = 0; i < n; i++) {
    x[i] = i;
    __builtin_memcpy(&to[i], &from[i], sizeof(int));
  }
}
