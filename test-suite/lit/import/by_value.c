// What clang passes by value in ways of its own travels by address between clang's thunks and imported code.
// RUN: %raddle emit --stage host %s | FileCheck %s
// RUN: %raddle emit --stage llvm -O1 --offload-min 0 %s | FileCheck %s --check-prefix=LLVM

struct pair {
  double x, y;
};
struct big {
  long a[64];
};

// CHECK-LABEL: llvm.func @__raddle_body_swapped(
// CHECK-SAME: %[[P:[^:]*]]: !llvm.ptr {llvm.noalias}{{.*}}, %[[RESULT:[^:]*]]: !llvm.ptr {llvm.noalias}
// CHECK: %[[SIZE:.*]] = arith.constant 16 : i64
// CHECK: "llvm.intr.memcpy"(%[[RESULT]], %[[P]], %[[SIZE]])
// CHECK-NEXT: llvm.return{{ *$}}
struct pair swapped(struct pair p) {
  double x = p.x;
  p.x = p.y;
  p.y = x;
  return p;
}

// CHECK-LABEL: llvm.func @__raddle_body_sums(
// CHECK: llvm.call @__raddle_call_swapped(%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
// LLVM: define{{.*}} double @sums(ptr{{.*}} byval(%struct.big) {{.*}}, double %{{.*}}, double %{{.*}}, ptr
// LLVM: call i32 @raddle_enter(
// LLVM-NOT: {{@__raddle_(body|thunk|call)_}}
double sums(struct big b, struct pair p, double *a) {
  for (int i = 0; i < 64; i++)
    a[i] += b.a[i] * p.x;
  return swapped(p).x;
}
