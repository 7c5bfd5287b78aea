/* Sums along rows: CPU threads read eight rows in blocks and fetch the next ones. Rows of any length, rows that are parts of longer ones, rows
   that the loop writes itself, two rows at once, values next to what cannot be read. */
#define _GNU_SOURCE
#include "hash.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROWS = 1003, LONGEST = 77 };
static float f[ROWS * LONGEST], fx[LONGEST], fy[ROWS];
static double d[ROWS * LONGEST], dx[LONGEST], dy[ROWS], g[ROWS][LONGEST];
static int q[ROWS * LONGEST];

static void floats(float *restrict y, const float *restrict a, const float *restrict x, int n, int pitch) {
  for (int i = 0; i < ROWS; i++) { // raddle: device
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * pitch + k] * x[k];
    y[i] = sum;
  }
}

static void doubles(double *restrict y, const double *restrict a, const double *restrict x, int n, int pitch) {
  for (int i = 0; i < ROWS; i++) // raddle: device
    for (int k = 0; k < n; k++)
      y[i] += a[i * pitch + k] * x[k];
}

// Two recurrences, the second over what the first has so far, from 1 on.
static void both(double *restrict y, const double *restrict a, int n) {
  for (int i = 0; i < ROWS; i++) { // raddle: device
    double sum = 0, last = 1;
    for (int k = 1; k < n; k++) {
      sum += a[i * n + k];
      last = last * 0.5 + sum;
    }
    y[i] = last;
  }
}

static void products(double *restrict y, const double *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < ROWS; i++) { // raddle: device
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * n + k] * b[i * n + k];
    y[i] = sum;
  }
}

static void integers(float *restrict y, const int *restrict a, int n) {
  for (int i = 0; i < ROWS; i++) { // raddle: device
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * n + k] * 0.5f;
    y[i] = sum;
  }
}

// The element that an iteration reads is what the one before wrote.
static void running(int n) {
  for (int i = 0; i < ROWS; i++) { // raddle: device
    double sum = dy[i];
    for (int k = 0; k < n - 1; k++) {
      sum = sum * 0.5 + g[i][k];
      g[i][k + 1] = sum;
    }
    dy[i] = sum;
  }
}

// Behind the last row lies a page that nobody may read.
static void at_the_end(int n) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (ROWS * (size_t)n * sizeof(float) + page - 1) / page * page;
  char *memory = mmap(0, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + bytes, page, PROT_NONE))
    exit(1);
  float *a = (float *)(memory + bytes) - ROWS * n;
  memcpy(a, f, ROWS * n * sizeof(float));
  floats(fy, a, fx, n, n);
  munmap(memory, bytes + page);
}

// The address of a row behind the last one would divide by zero; so would that of a row in a table without rows.
static void divided(int m, int n) {
  for (int i = 0; i < 1000; i++) { // raddle: device
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += g[1000 / (1000 - i) % ROWS][k];
    dy[i] = sum;
  }
  for (int i = 0; i < ROWS; i++) { // raddle: device
    double sum = 1;
    for (int k = 0; k < m; k++)
      sum += g[i % m][k];
    for (int k = 0; k < n; k++)
      sum = sum * 0.5 + g[i][k];
    dy[i] = sum;
  }
}

static void show(void) {
  PRINT_HASH(fy);
  PRINT_HASH(dy);
}

int main(void) {
  for (int i = 0; i < ROWS * LONGEST; i++) { // raddle: device
    f[i] = (i * 37 % 1013 - 500) / 64.0f;
    d[i] = (i * 53 % 1019 - 400) / 48.0;
    q[i] = i * 29 % 611 - 300;
  }
  for (int k = 0; k < LONGEST; k++) { // raddle: device
    fx[k] = (k * 7 % 11 - 5) / 4.0f;
    dx[k] = (k * 5 % 13 - 6) / 8.0;
  }
  for (int i = 0; i < ROWS; i++) // raddle: device
    for (int k = 0; k < LONGEST; k++)
      g[i][k] = d[i * LONGEST + k];
  int lengths[] = {0, 1, 7, 8, 17, 20, 32, 63, 77};
  for (int i = 0; i < 9; i++) { // raddle: host(call to)
    int n = lengths[i];
    floats(fy, f, fx, n, n);
    doubles(dy, d, dx, n, n);
    show();
    floats(fy, f, fx, n, LONGEST);
    doubles(dy, d, dx, n, LONGEST);
    show();
    both(dy, d, n);
    integers(fy, q, n);
    show();
    products(dy, d, f, n);
    running(n);
    show();
    at_the_end(n);
    show();
    divided(i % 2 ? 0 : 3, n);
    show();
  }
  PRINT_HASH(g);
  return 0;
}
