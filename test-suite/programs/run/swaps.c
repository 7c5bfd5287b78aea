/* Elements that are read and then written under a condition, beside a choice of what was read. LLVM 22 reads them behind the write where it makes
   vectors of such loops (llvm/llvm-project#215453). */
// flags: -march=native
#include "hash.h"

enum { N = 4000 };
static double a[N], b[N], c[N];
static float fa[N], fb[N], fc[N];
static int m[N], ia[N], ic[N];

static void swap(double *restrict a, const double *restrict b, double *restrict c, int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    double t = b[i];
    if (i & 1) {
      double old = a[i];
      a[i] = t;
      t = old;
    }
    c[i] = t;
  }
}

static void take(float *restrict a, const float *restrict b, float *restrict c, const int *restrict m, int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    float t;
    if (m[i] > 2) {
      t = a[i];
      a[i] = b[i] * 2;
    } else
      t = 7;
    c[i] = t;
  }
}

static void count(int *restrict a, int *restrict c, const int *restrict m, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    c[i] = m[i] > 1 ? a[i]++ : m[i];
}

// Sums over rows in order, with such a choice in each.
static void sums(double *restrict a, double *restrict c, const int *restrict m, int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    double t = c[i];
    for (int k = 0; k < 40; k++)
      if (m[i] > k % 4) {
        double old = a[i];
        a[i] = t;
        t = old * 0.5;
      }
    c[i] = t;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = i;
    b[i] = -i;
    m[i] = i * 7 % 5;
    fa[i] = i;
    fb[i] = -i;
    ia[i] = i * 3;
  }
  swap(a, b, c, N);
  take(fa, fb, fc, m, N);
  count(ia, ic, m, N);
  PRINT_HASH(a);
  PRINT_HASH(c);
  PRINT_HASH(fa);
  PRINT_HASH(fc);
  PRINT_HASH(ia);
  PRINT_HASH(ic);
  sums(a, c, m, N);
  PRINT_HASH(a);
  PRINT_HASH(c);
  return 0;
}
