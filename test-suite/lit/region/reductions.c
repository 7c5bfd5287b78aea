// Loops that only reductions keep from being parallel are told apart from sequential ones.
// RUN: %raddle emit --stage nest %s -o %t.mlir
// RUN: %raddle-opt %t.mlir --canonicalize --cse --region-privatize --region-parallelize 2>/dev/null | FileCheck %s

// CHECK-LABEL: @__raddle_impl_sum(
// CHECK: region.reductions = ["+ on 's': {{.*}}reductions.c:[[#@LINE+3]]
int sum(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

// CHECK-LABEL: @__raddle_impl_difference(
// CHECK: region.reductions = ["+ on 's'
int difference(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s = s - a[i];
  return s;
}

// CHECK-LABEL: @__raddle_impl_chain(
// CHECK: region.reductions = ["+ on 's'
int chain(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s = a[i] + (3 + s) - 2 * a[i];
  return s;
}

// CHECK-LABEL: @__raddle_impl_product(
// CHECK: region.reductions = ["* on 's'
double product(int n, const double *a, double s) {
  for (int i = 0; i < n; i++)
    s = s / a[i];
  return s;
}

// CHECK-LABEL: @__raddle_impl_bits(
// CHECK: region.reductions = ["& on 'x': {{.*}}", "| on 'y': {{.*}}", "^ on 'z'
unsigned bits(int n, const unsigned *a) {
  unsigned x = -1, y = 0, z = 0;
  for (int i = 0; i < n; i++) {
    x &= a[i];
    y |= a[i];
    z = a[i] ^ z;
  }
  return x + y + z;
}

// CHECK-LABEL: @__raddle_impl_narrow(
// CHECK: region.reductions = ["+ on 's'
unsigned char narrow(int n, const unsigned char *a) {
  unsigned char s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * 3;
  return s;
}

// CHECK-LABEL: @__raddle_impl_greatest(
// CHECK: region.reductions = ["max on 'm'
int greatest(int n, const int *a) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}

// CHECK-LABEL: @__raddle_impl_least(
// CHECK: region.reductions = ["min on 'm'
float least(int n, const float *a) {
  float m = a[0];
  for (int i = 1; i < n; i++)
    m = a[i] < m ? a[i] : m;
  return m;
}

// CHECK-LABEL: @__raddle_impl_least_byte(
// CHECK: region.reductions = ["min on 'm'
unsigned char least_byte(int n, const unsigned char *a) {
  unsigned char m = 255;
  for (int i = 0; i < n; i++)
    if (m > a[i])
      m = a[i];
  return m;
}

// Updates of elements that iterations share, whichever they are.
// CHECK-LABEL: @__raddle_impl_histogram(
// CHECK: region.reductions = ["+ on 'h'
void histogram(int n, const unsigned char *a, double *h) {
  for (int i = 0; i < n; i++)
    h[a[i]]++;
}

// Other statements do not matter as long as they don't look at the sum.
// CHECK-LABEL: @__raddle_impl_beside(
// CHECK: region.reductions = ["+ on 's'
int beside(int n, const int *a, int *restrict y) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    int x = a[i] * a[i];
    s += x;
    y[i] = x;
  }
  return s;
}

// Both loops, by one statement each.
// CHECK-LABEL: @__raddle_impl_two_loops(
// CHECK: region.reductions = ["+ on 's'
// CHECK: region.reductions = ["+ on 's'
long two_loops(int n, int m, const long a[n][m]) {
  long s = 0;
  for (int i = 0; i < n; i++) {
    s += i;
    for (int j = 0; j < m; j++)
      s -= a[i][j];
  }
  return s;
}

// Par4All's example with calls: duplicates are merged.
static void sumprod(int *x, int *y, int z) {
  *x += z;
  *y *= z;
}

// CHECK-LABEL: @__raddle_impl_merged(
// CHECK: region.reductions = ["+ on 's': {{.*}}", "* on 'p'
void merged(int n, int *s, int *p) {
  for (int i = 0; i < n; i++) {
    sumprod(s, p, i);
    sumprod(s, p, 3);
  }
}

// CHECK-LABEL: @__raddle_impl_incompatible(
// CHECK-NOT: region.reductions
void incompatible(int n, int *s, int *p) {
  for (int i = 0; i < n; i++) {
    sumprod(s, p, i);
    sumprod(p, s, 3);
  }
}

// The prefix sum's loop uses each partial sum.
// CHECK-LABEL: @__raddle_impl_prefix(
// CHECK-NOT: region.reductions
void prefix(int n, const int *a, int *restrict b) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
}

// CHECK-LABEL: @__raddle_impl_doubled(
// CHECK-NOT: region.reductions
int doubled(int n, int b) {
  for (int i = 0; i < n; i++)
    b = b + b;
  return b;
}

// CHECK-LABEL: @__raddle_impl_from(
// CHECK-NOT: region.reductions
int from(int n, const int *e, int x) {
  for (int i = 0; i < n; i++)
    x = e[i] - x;
  return x;
}

// CHECK-LABEL: @__raddle_impl_over(
// CHECK-NOT: region.reductions
double over(int n, const double *e, double x) {
  for (int i = 0; i < n; i++)
    x = e[i] / x;
  return x;
}

// CHECK-LABEL: @__raddle_impl_own_term(
// CHECK-NOT: region.reductions
void own_term(int n, int *restrict s, int b) {
  for (int i = 0; i < n; i++)
    s[0] = s[0] + (b = b + 1, b);
}

// CHECK-LABEL: @__raddle_impl_place(
// CHECK-NOT: region.reductions
int place(int n, const int *a) {
  int m = a[0], k = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > m) {
      m = a[i];
      k = i;
    }
  return k;
}

// A NaN would be taken over and then forgotten.
// CHECK-LABEL: @__raddle_impl_takes_nan(
// CHECK-NOT: region.reductions
float takes_nan(int n, const float *a) {
  float m = a[0];
  for (int i = 1; i < n; i++)
    m = m < a[i] ? m : a[i];
  return m;
}

// CHECK-LABEL: @__raddle_impl_truncated(
// CHECK-NOT: region.reductions
int truncated(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s = (signed char)(s + a[i]);
  return s;
}
