// Loops whose iterations only update elements of an array run in parallel, by atomic updates; in kernels alone.
// RUN: %raddle emit --stage gpu %s --remarks -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=GPU --input-file %t.mlir
// RUN: %raddle emit --stage llvm %s | FileCheck %s --check-prefix=LLVM
// RUN: %raddle emit --stage ptx %s | FileCheck %s --check-prefix=PTX
// RUN: %raddle emit --stage spirv-asm %s | FileCheck %s --check-prefix=SPIRV

// SPIRV: OpCapability Int64Atomics

// Sites with atomic updates say so (2), which loops that need none do not.
// LLVM: @__raddle_site_0 = internal global {{.*}} i32 13, i32 261,
// LLVM: @__raddle_site_1 = internal global {{.*}} i32 13, i32 263,
int plain[1000];
void simple(void) {
  for (int i = 0; i < 1000; i++)
    plain[i] = i * 3;
}

// Particles in a grid, counted by the cell that they are in: all three loops are parallel.
// REMARK: atomics.c:[[#@LINE+11]]{{.*}} 'histogram' runs on the device
// GPU: region.launch @histogram_atomics_[[#@LINE+10]]::{{.*}} extents(%c32, %c32, %c32)
// LLVM-LABEL: define {{.*}}@histogram()
// LLVM-NOT: atomicrmw
// LLVM: define {{.*}}@histogram_atomics_[[#@LINE+7]].items
// LLVM: atomicrmw add ptr %{{.*}}, i32 1 monotonic, align 4
// PTX: .visible .entry histogram_atomics_[[#@LINE+5]](
// PTX: atom.global.add.u32
// SPIRV: OpAtomicIAdd
int cell[32][32][32][3], count[32][32][32];
void histogram(void) {
  for (int x = 0; x < 32; x++)
    for (int y = 0; y < 32; y++)
      for (int z = 0; z < 32; z++)
        ++count[cell[x][y][z][0]][cell[x][y][z][1]][cell[x][y][z][2]];
}

// Every operator and width. What a minimum by comparison becomes holds no condition.
// GPU-LABEL: gpu.func @operators
// GPU-NOT: scf.if %{{.*}} ->
// GPU: memref.atomic_rmw addi
// GPU: memref.atomic_rmw andi
// GPU: memref.atomic_rmw ori
// GPU: memref.atomic_rmw xori
// GPU: memref.atomic_rmw mins
// GPU: memref.atomic_rmw maxs
// GPU: memref.atomic_rmw minu
// GPU: memref.atomic_rmw maxu
// LLVM-LABEL: define {{.*}}@operators_{{.*}}.items
// LLVM: atomicrmw add ptr {{.*}} monotonic, align 8
// LLVM: cmpxchg ptr {{.*}} monotonic monotonic, align 8
// PTX-LABEL: .visible .entry operators
// PTX: atom.global.add.u64
// PTX: atom.global.and.b32
// PTX: atom.global.or.b64
// PTX: atom.global.xor.b32
// PTX: atom.global.min.s32
// PTX: atom.global.max.s64
// PTX: atom.global.min.u32
// PTX: atom.global.max.u64
// SPIRV: OpAtomicIAdd
// SPIRV: OpAtomicAnd
// SPIRV: OpAtomicOr
// SPIRV: OpAtomicXor
// SPIRV: OpAtomicSMin
// SPIRV: OpAtomicSMax
// SPIRV: OpAtomicUMin
// SPIRV: OpAtomicUMax
int key[1000], value[1000], ands[64], xors[64], least[64];
unsigned lowest[64];
long sums[64], ors[64], most[64];
unsigned long highest[64];
void operators(void) {
  for (int i = 0; i < 1000; i++) {
    int k = key[i] & 63;
    unsigned long u = value[i];
    sums[k] -= value[i] * 3L;
    ands[k] &= value[i];
    ors[k] |= value[i];
    xors[k] = ~value[i] ^ xors[k];
    if (value[i] < least[key[i] & 63])
      least[key[i] & 63] = value[i];
    most[k] = most[k] < (long)u ? (long)u : most[k];
    lowest[k] = lowest[k] > (unsigned)value[i] ? (unsigned)value[i] : lowest[k];
    if (u > highest[k])
      highest[k] = u;
  }
}

// A term of another width: the sum is the same modulo 2^32.
// REMARK: 'widths' runs on the device
// GPU-LABEL: gpu.func @widths
// GPU: memref.atomic_rmw addi %{{.*}} : (i32, memref<64xi32>) -> i32
void widths(void) {
  for (int i = 0; i < 1000; i++)
    ands[key[i]] = ands[key[i]] + sums[i & 63] * 5;
}

// REMARK: 'shorts' stays on the host: reduction + on 'h': {{.*}}; no atomic add on i16
short h[64];
void shorts(void) {
  for (int i = 0; i < 1000; i++)
    h[key[i]]++;
}

// REMARK: 'reals' stays on the host: reduction + on 'r': {{.*}}; no atomic add on f32
float r[64];
void reals(void) {
  for (int i = 0; i < 1000; i++)
    r[key[i]] += value[i];
}

// REMARK: 'products' stays on the host: reduction * on 'ands': {{.*}}; no atomic mul on i32
void products(void) {
  for (int i = 0; i < 1000; i++)
    ands[key[i]] *= value[i];
}

// Somebody looks: at a counter, at an element, at the value of an update.
// REMARK: 'counter' stays on the host: {{.*}} on 'b'
int counter(int b) {
  for (int i = 0; i < 1000; i++)
    ands[key[i]] = ands[key[i]] + (b ^= 3);
  return b;
}

// REMARK: 'element' stays on the host: {{.*}} on 'ands'
void element(void) {
  for (int i = 0; i < 1000; i++)
    ands[key[i]] += ands[5];
}

// REMARK: 'update' stays on the host: {{.*}} on 'ands'
int tickets[1000];
void update(void) {
  for (int i = 0; i < 1000; i++)
    tickets[i] = ++ands[key[i]];
}

// REMARK: 'two_operators' stays on the host: {{.*}} on 'ands'
void two_operators(void) {
  for (int i = 0; i < 1000; i++) {
    ands[key[i]] += value[i];
    ands[value[i]] |= i;
  }
}

// Another array ties the iterations together.
// REMARK: 'another' stays on the host: {{.*}} on 'value'
void another(void) {
  for (int i = 1; i < 1000; i++) {
    value[i] = value[i - 1] * 3 + ands[0];
    sums[key[i]] += value[i];
  }
}
