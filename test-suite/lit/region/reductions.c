// Loops that only reductions keep from being parallel are told apart from sequential ones.
// RUN: %raddle emit --stage gpu %s --remarks -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file %t.mlir
// IR: region.reductions = ["+ on 's': {{.*}}reductions.c

// CHECK: reductions.c:[[#@LINE+2]]:{{.*}} 'sum' {{.*}} reduction + on 's': {{.*}}reductions.c:[[#@LINE+3]]
int sum(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

// CHECK: 'difference' {{.*}} reduction + on 's'
int difference(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s = s - a[i];
  return s;
}

// CHECK: 'chain' {{.*}} reduction + on 's'
int chain(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s = a[i] + (3 + s) - 2 * a[i];
  return s;
}

// CHECK: 'product' {{.*}} reduction * on 's'
double product(int n, const double *a, double s) {
  for (int i = 0; i < n; i++)
    s = s / a[i];
  return s;
}

// CHECK: 'bits' {{.*}} reduction & on 'x': {{.*}}, | on 'y': {{.*}}, ^ on 'z'
unsigned bits(int n, const unsigned *a) {
  unsigned x = -1, y = 0, z = 0;
  for (int i = 0; i < n; i++) {
    x &= a[i];
    y |= a[i];
    z = a[i] ^ z;
  }
  return x + y + z;
}

// CHECK: 'narrow' {{.*}} reduction + on 's'
unsigned char narrow(int n, const unsigned char *a) {
  unsigned char s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * 3;
  return s;
}

// CHECK: 'greatest' {{.*}} reduction max on 'm'
int greatest(int n, const int *a) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}

// CHECK: 'least' {{.*}} reduction min on 'm'
float least(int n, const float *a) {
  float m = a[0];
  for (int i = 1; i < n; i++)
    m = a[i] < m ? a[i] : m;
  return m;
}

// CHECK: 'least_byte' {{.*}} reduction min on 'm'
unsigned char least_byte(int n, const unsigned char *a) {
  unsigned char m = 255;
  for (int i = 0; i < n; i++)
    if (m > a[i])
      m = a[i];
  return m;
}

// Updates of elements that iterations share, whichever they are.
// CHECK: 'histogram' {{.*}} reduction + on 'h'
void histogram(int n, const unsigned char *a, double *h) {
  for (int i = 0; i < n; i++)
    h[a[i]]++;
}

// Other statements do not matter as long as they don't look at the sum.
// CHECK: 'beside' {{.*}} reduction + on 's'
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
// CHECK: 'two_loops' {{.*}} reduction + on 's'
// CHECK: 'two_loops' {{.*}} reduction + on 's'
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

// CHECK: 'merged' {{.*}} reduction + on 's': {{.*}}, * on 'p'
void merged(int n, int *s, int *p) {
  for (int i = 0; i < n; i++) {
    sumprod(s, p, i);
    sumprod(s, p, 3);
  }
}

// CHECK: 'incompatible' {{.*}} on 's'
// CHECK-NOT: host: reduction
void incompatible(int n, int *s, int *p) {
  for (int i = 0; i < n; i++) {
    sumprod(s, p, i);
    sumprod(p, s, 3);
  }
}

// The prefix sum's loop uses each partial sum.
// CHECK: 'prefix' {{.*}} on 's'
// CHECK-NOT: host: reduction
void prefix(int n, const int *a, int *restrict b) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
}

// CHECK: 'doubled' {{.*}} on 'b'
// CHECK-NOT: host: reduction
int doubled(int n, int b) {
  for (int i = 0; i < n; i++)
    b = b + b;
  return b;
}

// CHECK: 'from' {{.*}} on 'x'
// CHECK-NOT: host: reduction
int from(int n, const int *e, int x) {
  for (int i = 0; i < n; i++)
    x = e[i] - x;
  return x;
}

// CHECK: 'over' {{.*}} on 'x'
// CHECK-NOT: host: reduction
double over(int n, const double *e, double x) {
  for (int i = 0; i < n; i++)
    x = e[i] / x;
  return x;
}

// CHECK: 'own_term' {{.*}} on 's'
// CHECK-NOT: host: reduction
void own_term(int n, int *restrict s, int b) {
  for (int i = 0; i < n; i++)
    s[0] = s[0] + (b = b + 1, b);
}

// CHECK: 'place' {{.*}} on
// CHECK-NOT: host: reduction
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
// CHECK: 'takes_nan' {{.*}} on 'm'
// CHECK-NOT: host: reduction
float takes_nan(int n, const float *a) {
  float m = a[0];
  for (int i = 1; i < n; i++)
    m = m < a[i] ? m : a[i];
  return m;
}

// CHECK: 'truncated' {{.*}} on 's'
// CHECK-NOT: host: reduction
int truncated(int n, const int *a, int s) {
  for (int i = 0; i < n; i++)
    s = (signed char)(s + a[i]);
  return s;
}
