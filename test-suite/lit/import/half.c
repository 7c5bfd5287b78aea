// _Float16 is f32 as a value, i16 in memory and f16 between functions; a rounding ends an expression, not an operation.
// RUN: %raddle emit --stage nest %s | FileCheck %s
// RUN: %raddle emit --stage nest --fp contract %s | FileCheck %s --check-prefix=CONTRACT
// RUN: %raddle emit --stage nest %s --target=x86_64-pc-linux-gnu -mavx512fp16 | FileCheck %s --check-prefix=NATIVE

// CHECK-LABEL: llvm.func @__raddle_impl_expression(
// CHECK-SAME: f16
// CHECK: memref<?xi16>
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// The cast rounds, the product does not.
// CHECK: %[[S:.*]] = arith.addf
// CHECK-NEXT: %[[H:.*]] = arith.truncf %[[S]] : f32 to f16
// CHECK-NEXT: %[[R:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[P]], %[[R]] : f32
// CHECK-NEXT: %[[V:.*]] = arith.truncf %[[D]] : f32 to f16
// CHECK: %[[B:.*]] = arith.bitcast %[[V]] : f16 to i16
// CHECK-NEXT: affine.store %[[B]]

// A processor with arithmetic of its own rounds each operation.
// NATIVE-LABEL: llvm.func @__raddle_impl_expression(
// NATIVE: %[[P:.*]] = arith.mulf
// NATIVE-NEXT: arith.truncf %[[P]] : f32 to f16
void expression(int n, _Float16 *restrict a, _Float16 *restrict b, _Float16 alpha) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] * alpha - (_Float16)(b[i] + a[i]);
}

// The operand of a compound assignment is no end; an increment is one.
// CHECK-LABEL: llvm.func @__raddle_impl_assignments(
// CHECK: %[[M:.*]] = arith.mulf
// CHECK-NOT: truncf
// CHECK: arith.addf %{{.*}}, %[[M]]
// CHECK-NEXT: arith.truncf
// CHECK: %[[ONE:.*]] = arith.addf
// CHECK-NEXT: arith.truncf %[[ONE]]
// An int is added in float, and the sum converted from there.
// CHECK: %[[I:.*]] = arith.addf
// CHECK-NEXT: arith.fptosi %[[I]] : f32 to i32
void assignments(int n, _Float16 *restrict a, _Float16 *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++) {
    a[i] += b[i] * b[i];
    b[i]++;
    c[i] += a[i];
  }
}

// A copy is one of bits.
// CHECK-LABEL: llvm.func @__raddle_impl_copy(
// CHECK: %[[L:.*]] = affine.load
// CHECK-NEXT: %[[F:.*]] = arith.bitcast %[[L]] : i16 to f16
// CHECK-NOT: arith.truncf
// CHECK: %[[C:.*]] = arith.bitcast %[[F]] : f16 to i16
// CHECK-NEXT: affine.store %[[C]]
// From double in one step.
// CHECK: arith.truncf %{{.*}} : f64 to f16
void copy(int n, _Float16 *restrict a, _Float16 *restrict b, double *restrict d) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i];
    b[i] = d[i];
  }
}

// With contraction on, what was rounded is no product of the sum's; what was not, is.
// CONTRACT-LABEL: llvm.func @__raddle_impl_contracted(
// CONTRACT: %[[F:.*]] = math.fma
// CONTRACT-NEXT: arith.truncf %[[F]]
// CONTRACT: arith.mulf
// CONTRACT-NEXT: arith.truncf
// CONTRACT: arith.negf
// CONTRACT-NOT: math.fma
// CONTRACT: llvm.return
void contracted(int n, _Float16 *restrict a, _Float16 *restrict b) {
  for (int i = 0; i < n; i++) {
    a[i] = a[i] * b[i] + b[i];
    b[i] = -(0, a[i] * b[i]) + b[i];
  }
}
