// --fp fast on targets: drivers may contract in SPIR-V, PTX may approximate and says so first; nothing of it in other modes.
// RUN: %raddle emit --stage ptx --fp fast %s | FileCheck %s --check-prefix=PTX
// RUN: %raddle emit --stage ptx --fp contract %s | FileCheck %s --check-prefix=EXACT --implicit-check-not=.approx --implicit-check-not='// approximate'
// RUN: %raddle emit --stage spirv-asm --fp fast %s | FileCheck %s --check-prefix=SPIRV --implicit-check-not=NoContraction
// RUN: %raddle emit --stage spirv-asm --fp contract %s | FileCheck %s --check-prefix=NOT-FAST
// A contracted product may be what the driver makes of it.
// RUN: %raddle emit --stage spirv-asm --fp fast -ffp-contract=on %s | FileCheck %s --check-prefix=NATIVE
// RUN: %raddle emit --stage spirv --fp fast -ffp-contract=on %s -o %t.spv && spirv-val --target-env vulkan1.2 %t.spv
// RUN: %raddle emit --stage spirv --fp fast %s -o %t.spv && spirv-val --target-env vulkan1.2 %t.spv
// RUN: %raddle emit --stage llvm --fp fast -O1 %s | FileCheck %s --check-prefix=LLVM

// PTX: {{^}}// approximate
// PTX: div.approx.f32
// PTX: fma.rn.f32
// EXACT: div.rn.f32
// SPIRV: OpFDiv
// SPIRV: OpFMul
// NOT-FAST: NoContraction
// NATIVE: OpExtInst %{{.*}} %{{.*}} Fma
// LLVM: define internal {{.*}}.items
// LLVM: fdiv fast
void f(int n, float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] / b[i] + a[i] * b[i];
}
