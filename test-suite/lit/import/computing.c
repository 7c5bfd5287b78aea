// Functions that only compute a value are called where they stand; what they read is on the host before the nest.
// RUN: %raddle emit --stage nest %s | FileCheck %s

static double table[16];
static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }
static double series(const double *p, signed char n) { return n ? table[n & 15] + series(p + 1, n - 1) : *p; }

// CHECK-LABEL: llvm.func @__raddle_impl_f
// CHECK-NOT: region.flush
// CHECK: %[[P:.*]] = llvm.mlir.addressof @gcd
// CHECK: %[[A:.*]] = llvm.ptrtoint %[[P]]
// CHECK: region.nest({{.*}}%[[A]] : {{.*}}i64) {{.*}}"gcd"
// CHECK: affine.for
// CHECK: region.call "gcd" at %{{.*}}(%{{.*}}, %{{.*}}) {{.*}} : (i64, i64) -> i64
void f(long *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = gcd(a[i], i);
}

// CHECK-LABEL: llvm.func @__raddle_impl_g
// CHECK: region.flush
// CHECK: region.nest
// CHECK: region.call "series" at %{{.*}}(%{{.*}}, %{{.*}}) pointers [0] {arg_attrs = [{{{.*}}}, {llvm.signext{{.*}}}]{{.*}} : (i64, i8) -> f64
static int all[1000];
void g(const double *p, int n) {
  for (int i = 0; i < n; i++)
    all[i] = series(p, (signed char)(i & 63)) > 1;
}
