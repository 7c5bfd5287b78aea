// Loops that begin at the index of a loop around, whose step is a variable, and run so many times: transforms by halves.
#include "hash.h"
#include <string.h>

enum { N = 4096, MORE = 8192 };
static double x[MORE], y[MORE];
static int k[MORE], last[64];
static unsigned u[MORE];

static void hadamard(double *x, int n, int s) {
  for (int i = 0; i < n; i += 2 * s) // raddle: device
    for (int j = i; j < i + s; j++) {
      double a = x[j], b = x[j + s];
      x[j] = a + b;
      x[j + s] = a - b;
    }
}

static void up_to(int *k, long n, long s) {
  for (long i = 0; i < n; i += 2 * s) // raddle: device
    for (long j = i; j <= i + s - 1; j += 1)
      k[j + s] += k[j];
}

static void unsigned_ones(unsigned *u, unsigned n, unsigned s) {
  for (unsigned i = 0; i < n; i += 2 * s) // raddle: host(u)
    for (unsigned j = i; j < s + i; ++j) { // raddle: host(not affine)
      unsigned t = u[j];
      u[j] = u[j + s];
      u[j + s] = t * 3;
    }
}

/* The index is wanted afterwards, and the ends are not a multiple of the step. */
static int wanted(double *restrict y, const double *restrict x, int n, int s) {
  int i, j = 7;
  for (i = 0; i < n; i += s) { // raddle: host(j)
    for (j = i; j < i + s; j++) // raddle: device
      y[j] = 2 * x[j];
  }
  return i * 1000 + j;
}

/* Blocks that overlap: from one to the next it goes by s, and each has two times s. */
static void overlapping(double *x, int n, int s) {
  for (int i = 0; i < n; i += s) // raddle: host(x)
    for (int j = i; j < i + 2 * s; j++) // raddle: host(x)
      x[j] = 0.5 * x[j] + 1;
}

/* The end has nothing to do with the start. */
static void others(double *restrict y, int n, int s, int e) {
  for (int i = 0; i < n; i += s) // raddle: host(y)
    for (int j = i; j < e; j++) // raddle: host(not affine)
      y[j] += i;
}

/* Sorts: in each round, elements so far apart are exchanged. */
static void bitonic(int *k, int n, int s) {
  for (int i = 0; i < n; i += s + s) // raddle: device
    for (int j = i; j < i + s; j++)
      if (k[j] > k[j + s]) {
        int t = k[j];
        k[j] = k[j + s];
        k[j + s] = t;
      }
}

int main(void) {
  for (int i = 0; i < MORE; i++) { // raddle: device
    x[i] = i % 13 - 6;
    k[i] = (i * 37) % 101;
    u[i] = 4000000000u + i;
  }
  for (int s = 1; s < N; s *= 2) // raddle: host(is not constant)
    hadamard(x, N, s);
  PRINT_HASH(x);
  hadamard(x, 1000, 96);
  hadamard(x, 0, 5);
  hadamard(x, -7, 5);
  hadamard(x, 3, 2048);
  PRINT_HASH(x);
  up_to(k, N, 64);
  up_to(k, N, 1);
  PRINT_HASH(k);
  unsigned_ones(u, N, 128);
  unsigned_ones(u, 5, 1000);
  PRINT_HASH(u);
  last[0] = wanted(y, x, 4000, 100);
  last[1] = wanted(y, x, 4001, 77);
  last[2] = wanted(y, x, 0, 3);
  PRINT_HASH(last);
  PRINT_HASH(y);
  overlapping(x, 3000, 50);
  others(y, 500, 9, 2000);
  PRINT_HASH(x);
  PRINT_HASH(y);
  for (int s = 1024; s > 0; s /= 4) // raddle: host(is not constant)
    bitonic(k, N, s);
  PRINT_HASH(k);
}
