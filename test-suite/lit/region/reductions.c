// Loops that only reductions keep from being parallel are told apart from sequential ones.
// RUN: %raddle emit --stage nest --locations %s -o %t.mlir
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

// Each partial sum is used.
// CHECK-LABEL: @__raddle_impl_prefix(
// CHECK-NOT: region.reductions
// CHECK: region.sequential = "prefix sum on 's': {{.*}}reductions.c:[[#@LINE+4]]:{{.*}}; the loop needs each partial value (a scan)"
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

// Where the greatest number is: kept with it.
// CHECK-LABEL: @__raddle_impl_place(
// CHECK: region.reductions = ["max on 'm' with 'k': {{.*}}reductions.c:[[#@LINE+5]]
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

// C computes small integers as ints; chosen from are small ones.
// CHECK-LABEL: @__raddle_impl_narrow_least(
// CHECK: region.reductions = ["min on 'm'
signed char narrow_least(int n, const signed char *a) {
  signed char m = 127;
  for (int i = 0; i < n; i++)
    m = m < a[i] ? m : a[i];
  return m;
}

// CHECK-LABEL: @__raddle_impl_narrow_greatest(
// CHECK: region.reductions = ["max on 'm'
unsigned short narrow_greatest(int n, const unsigned short *a) {
  unsigned short m = 0;
  for (int i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

// A trap: the int is compared, and a part of it stored.
// CHECK-LABEL: @__raddle_impl_narrow_of_wide(
// CHECK-NOT: region.reductions
unsigned char narrow_of_wide(int n, const int *a) {
  unsigned char m = 0;
  for (int i = 0; i < n; i++)
    m = m < a[i] ? a[i] : m;
  return m;
}

// CHECK-LABEL: @__raddle_impl_narrow_of_short(
// CHECK-NOT: region.reductions
signed char narrow_of_short(int n, const short *a) {
  signed char m = 0;
  for (int i = 0; i < n; i++)
    m = m < a[i] ? a[i] : m;
  return m;
}

// A trap: chars compared as unsigned ints have another order than themselves.
// CHECK-LABEL: @__raddle_impl_narrow_as_unsigned(
// CHECK-NOT: region.reductions
signed char narrow_as_unsigned(int n, const signed char *a) {
  signed char m = 0;
  for (int i = 0; i < n; i++)
    m = (unsigned)m < (unsigned)a[i] ? a[i] : m;
  return m;
}

// CHECK-LABEL: @__raddle_impl_prefix_in_place(
// CHECK: region.sequential = "prefix sum on 'b': {{.*}}; the loop needs each partial value (a scan)"
void prefix_in_place(int n, const int *a, int *restrict b) {
  for (int i = 1; i < n; i++)
    b[i] = b[i - 1] + a[i];
}

// CHECK-LABEL: @__raddle_impl_prefix_of_step(
// CHECK: region.sequential = "prefix product on 'b': {{.*}}; the loop needs each partial value (a scan)"
void prefix_of_step(int n, const double *a, double *restrict b) {
  for (int i = 2; i < n; i += 2)
    b[i] = a[i] * b[i - 2];
}

// CHECK-LABEL: @__raddle_impl_prefix_value(
// CHECK: region.sequential = "prefix ^ on 's': {{.*}}; the loop needs each partial value (a scan)"
void prefix_value(int n, const int *a, int *restrict b, int s) {
  for (int i = 0; i < n; i++)
    b[i] = s ^= a[i];
}

// The terms are of the step before.
// CHECK-LABEL: @__raddle_impl_steps(
// CHECK-NOT: prefix
void steps(int n, double *restrict x, double *restrict v) {
  for (int t = 0; t < n; t++) {
    *x += *v;
    *v = *x * -0.1;
  }
}

// Recurrences of other kinds.
// CHECK-LABEL: @__raddle_impl_fibonacci(
// CHECK-NOT: prefix
void fibonacci(int n, unsigned *b) {
  for (int i = 2; i < n; i++)
    b[i] = b[i - 1] + b[i - 2];
}

// CHECK-LABEL: @__raddle_impl_alternating(
// CHECK-NOT: prefix
void alternating(int n, const int *a, int *restrict b) {
  for (int i = 1; i < n; i++)
    b[i] = a[i] - b[i - 1];
}

// CHECK-LABEL: @__raddle_impl_far(
// CHECK-NOT: prefix
void far(int n, const int *a, int *restrict b) {
  for (int i = 5; i < n; i++)
    b[i] = b[i - 5] + a[i];
}
