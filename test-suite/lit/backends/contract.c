// A contracted product is one operation on every target: fma.rn in PTX, a call or an instruction on CPUs; SPIR-V has it written out.
// RUN: %raddle emit --stage ptx --fp contract %s | FileCheck %s --check-prefix=PTX --implicit-check-not=.approx --implicit-check-not=.ftz --implicit-check-not=mul.rn --implicit-check-not=add.rn
// RUN: %raddle emit --stage llvm --fp contract -O1 %s | FileCheck %s --check-prefix=LLVM --implicit-check-not=fmul
// RUN: %raddle emit --stage spirv-asm --fp contract %s | FileCheck %s --check-prefix=SPIRV
// RUN: %raddle emit --stage spirv --fp contract %s -o %t.spv && spirv-val --target-env vulkan1.2 %t.spv
// RUN: %raddle emit --stage ptx --fp strict %s | FileCheck %s --check-prefix=STRICT --implicit-check-not=fma.rn
// RUN: %raddle emit --stage ptx %s -ffp-contract=fast | FileCheck %s --check-prefix=PTX
// RUN: %raddle emit --stage ptx %s -ffp-contract=fast --fp strict | FileCheck %s --check-prefix=STRICT --implicit-check-not=fma.rn

// PTX: .visible .entry
// PTX: fma.rn.f32
// PTX: .visible .entry
// PTX: fma.rn.f64
// STRICT: mul.rn.f32
// STRICT: add.rn.f32
// STRICT: mul.rn.f64
// STRICT: add.rn.f64
// The other branch and the kernel.
// LLVM: define void @single(
// LLVM: call {{.*}}float @llvm.fma.f32
// LLVM: define void @twice(
// LLVM: call {{.*}}double @llvm.fma.f64
// LLVM: define internal {{.*}}void @single_contract{{.*}}.items
// LLVM: @llvm.fma.v4f32
// SPIRV: NoContraction
// SPIRV-NOT: Fma
// SPIRV: OpFMul
// SPIRV-NOT: Fma
// SPIRV: OpFunctionEnd
void single(int n, float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i] + 1;
}

void twice(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i] + 1;
}
