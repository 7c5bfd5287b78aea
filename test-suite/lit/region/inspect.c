// Where data are subscripts of an array of unknown extent, a loop for devices of their own comes behind one that looks how far they reach.
// RUN: %raddle emit --stage nest --offload-min 0 %s | %raddle-opt --pass-pipeline='builtin.module(region-single,canonicalize,cse,region-privatize,region-atomics,region-inspect,canonicalize,cse)' | FileCheck %s

// CHECK-LABEL: @__raddle_impl_gather
// CHECK-DAG: %[[IN:.*]] = region.view {{.*}} sizes[%c-1] strides[%c4] : !llvm.ptr -> memref<?xf32>
// CHECK-DAG: %[[REACH:.*]] = memref.alloca() : memref<i64>
// CHECK: region.may_pay
// CHECK: %[[THREADS:.*]] = region.may_pay {{.*}} {threads}
// CHECK: scf.if %[[TAKES:.*]] {
// CHECK: %[[KNOWN:.*]], %[[VALUE:.*]] = region.recall 0 bases(%{{.*}}) from(%{{.*}}) to(%{{.*}}) keys(%{{.*}}) values(i64)
// CHECK: scf.if %[[KNOWN]] {
// CHECK: memref.store %[[VALUE]], %[[REACH]][]
// CHECK: } else {
// CHECK: affine.for
// CHECK: affine.load
// CHECK-NOT: store {{.*}} memref<?xf32>
// CHECK: arith.maxui
// CHECK: memref.store %{{.*}}, %[[REACH]][] : memref<i64>
// CHECK: } {region.fallback
// CHECK: region.keep 0
// CHECK: arith.cmpi ule
// CHECK: scf.if %{{.*}} {
// CHECK: %[[SIZE:.*]] = memref.load %[[REACH]]
// CHECK: region.view {{.*}} {region.inspected}
// CHECK: affine.for
// CHECK: } {region.inspected
// CHECK: } else {
// CHECK: affine.for
void gather(int n, float *restrict in, float *restrict out, int *restrict at) {
  for (int i = 0; i < n; i++) out[i] = in[at[i]];
}

// Updates of indirect elements are parallel where they are atomic.
// CHECK-LABEL: @__raddle_impl_histogram
// CHECK: region.inspected
void histogram(int n, const int *restrict cell, int *restrict count) {
  for (int i = 0; i < n; i++) count[cell[i]]++;
}

// The second list is looked at where the first one ends: two inspectors.
// CHECK-LABEL: @__raddle_impl_twice
// CHECK: affine.for
// CHECK: } {region.fallback
// CHECK: region.view {{.*}} {region.inspected}
// CHECK: affine.for
// CHECK: } {region.fallback
// CHECK: } {region.inspected
void twice(int n, const int *restrict first, const int *restrict second, const float *restrict in, float *restrict out) {
  for (int i = 0; i < n; i++) out[i] = in[second[first[i]]];
}

// Extents are known, iterations are not apart, a row leads to the next one, and what the subscripts are is written.
// CHECK-NOT: region.inspected
float known[1000];
void of_known_extent(int n, int *restrict at, float *restrict out) {
  for (int i = 0; i < n; i++) out[i] = known[at[i]];
}
void sequential(int n, int *restrict at, float *restrict out) {
  for (int i = 0; i < n; i++) out[at[i]] = i;
}
void chain(int n, const int *restrict next, const int *restrict start, int *restrict end) {
  for (int i = 0; i < n; i++) {
    int at = start[i];
    while (at > 7) at = next[at];
    end[i] = at;
  }
}
void written(int n, int *restrict at, float *restrict in, float *restrict out) {
  for (int i = 0; i < n; i++) {
    at[i] = i * 3 % n;
    out[i] = in[at[i]];
  }
}
