/* Sums along rows, in GB/s of the matrix, from memory and from the second-level cache: docs/performance.md. -DT=float for floats. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef T
#define T double
#endif

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

__attribute__((noinline)) static void matvec(T *restrict y, const T *restrict x, const T *restrict a, int n, int rows) {
  for (int i = 0; i < rows; i++) {
    T sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[(long)i * n + k] * x[k];
    y[i] = sum;
  }
}

static void measure(int n, long bytes, int runs, const char *from) {
  int rows = bytes / sizeof(T) / n;
  T *a = malloc(sizeof(T) * n * rows), *x = malloc(sizeof(T) * n), *y = malloc(sizeof(T) * rows), sum = 0;
  for (long i = 0; i < (long)n * rows; i++)
    a[i] = i * 37 % 101 * .01;
  for (int k = 0; k < n; k++)
    x[k] = k * .1;
  double best = 1e9;
  for (int r = 0; r < runs; r++) {
    double start = now();
    matvec(y, x, a, n, rows);
    double time = now() - start;
    best = time < best ? time : best;
  }
  for (int i = 0; i < rows; i++)
    sum += y[i] * (i % 7);
  printf("%4d elements a row, from %s: %5.1f GB/s (%g)\n", n, from, sizeof(T) * (double)n * rows / best * 1e-9, (double)sum);
  free(a), free(x), free(y);
}

int main(void) {
  int lengths[] = {3, 7, 20, 40, 64, 128, 288, 771, 2000};
  for (int i = 0; i < 9; i++) {
    measure(lengths[i], 40 << 20, 9, "memory");
    measure(lengths[i], 512 << 10, 300, "cache");
  }
  return 0;
}
