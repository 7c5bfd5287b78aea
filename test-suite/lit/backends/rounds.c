// Loops in SPIR-V count their rounds against a specialization constant; a work item with none left writes 1 behind its
// arguments and ends. Kernels without loops, PTX and CPU code know nothing of it.
// RUN: %raddle emit --stage spirv-asm %s | FileCheck %s --check-prefix=SPIRV
// RUN: %raddle emit --stage spirv %s -o %t.spv && spirv-val --target-env vulkan1.2 %t.spv
// RUN: %raddle emit --stage spirv-asm -DFLAT %s | FileCheck %s --check-prefix=FLAT --implicit-check-not=round_limit
// RUN: %raddle emit --stage ptx %s | FileCheck %s --check-prefix=PTX --implicit-check-not=round_limit

// SPIRV-DAG: OpName [[LIMIT:%[0-9]+]] "round_limit"
// SPIRV-DAG: OpName [[ROUNDS:%[0-9]+]] "rounds"
// SPIRV-DAG: OpDecorate [[LIMIT]] SpecId 3
// SPIRV-DAG: [[LIMIT]] = OpSpecConstant {{%[0-9]+}} 0
// SPIRV: [[ROUNDS]] = OpVariable {{%[0-9]+}} Function [[LIMIT]]
// The loop over j, and the one whose end data decide.
// SPIRV-COUNT-2: OpStore [[ROUNDS]]
// SPIRV-NOT: OpStore [[ROUNDS]]
// SPIRV: OpFunctionEnd
// FLAT: OpFunctionEnd
// PTX: .visible .entry
#ifdef FLAT
void flat(int n, int *restrict a) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}
#else
void sums(int n, int *restrict a, const int *restrict b) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < n; j++)
      s = s * 3 + b[j];
    while (s > 1000)
      s /= 7;
    a[i] = s;
  }
}
#endif
