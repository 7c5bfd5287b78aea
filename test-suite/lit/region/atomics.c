// Loops whose iterations only update elements of an array run in parallel, by atomic updates.
// RUN: %raddle emit --stage gpu %s | FileCheck %s
// RUN: %raddle emit --stage gpu %s --remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: %raddle emit --stage llvm %s | FileCheck %s --check-prefix=HOST
// RUN: %raddle emit --stage ptx %s | FileCheck %s --check-prefix=PTX
// RUN: %raddle emit --stage spirv-asm %s | FileCheck %s --check-prefix=SPIRV

// The particles of a 32^3 grid, counted by cell: all three loops are parallel.
// SPIRV-DAG: OpCapability Int64Atomics
int cell[32][32][32][3], count[32][32][32];
// REMARK: atomics.c:[[#@LINE+3]]{{.*}} 'histogram' runs on the device
// CHECK-LABEL: func @__raddle_impl_histogram
void histogram(void) {
  for (int x = 0; x < 32; x++)
    for (int y = 0; y < 32; y++)
      for (int z = 0; z < 32; z++)
        ++count[cell[x][y][z][0]][cell[x][y][z][1]][cell[x][y][z][2]];
}
// CHECK: region.enter {{.*}}flags = array<i64: 1, 3>{{.*}} names = ["cell", "count"]
// CHECK: region.launch @histogram{{.*}} extents(%c32{{.*}}, %c32{{.*}}, %c32
