/* Arguments that may overlap, and do in some calls: only those must run in order. */
#include "hash.h"

enum { N = 100 };
static double a[2 * N], b[2 * N];

static void shift(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    to[i] = from[i] * 0.5 + 1;
}

static void saxpy(float *y, const float *x, const float *factor, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    y[i] += *factor * x[i];
}

/* The qualifier is the program's promise. */
static void promised(double *restrict to, const double *restrict from, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    to[i] = from[i] - 1;
}

int main(void) {
  float f[N];
  for (int i = 0; i < 2 * N; i++) // raddle: device
    a[i] = b[i] = i * 0.1;
  for (int i = 0; i < N; i++) // raddle: device
    f[i] = 1 + i * 0.01f;
  shift(b, a, N);
  shift(a + 1, a, N);
  shift(a, a + 3, N);
  shift(b, b, N);
  saxpy(f, f, f + 10, N / 2);
  saxpy(f + 5, f, f + 50, N / 2);
  promised(a + N, a, N);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(f);
  return 0;
}
