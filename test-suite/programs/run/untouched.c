// What the program names and never touches, or never writes, may not be there, or not be writable.
#include <stdio.h>

#include "hash.h"

#define N 3000

static int a[N + 100], squares[N][4];
static double d[N];
static const int least_int = -500000, ints[N];
static const double least_double = -1e300;

// An inner loop may have no iteration.
static void sums(int n, int m, int *s) {
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < m; j++)
      *s += a[i + j];
    for (int k = 0; k < 4; k++)
      squares[i][k] = i * k;
  }
}

static void positive(int n, int *s) {
  for (int i = 0; i < n; i++) // raddle: device
    if (a[i] > 100000)
      *s += a[i];
}

static void twice(int n, unsigned *s) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (a[i] > 100000)
      *s ^= a[i];
    else if (a[i] < -100000)
      *s ^= 1;
  }
}

static void least(int n, int *s) {
  for (int i = 0; i < n; i++) // raddle: device
    if (a[i] < *s)
      *s = a[i];
}

static void least_of_floats(int n, double *s) {
  for (int i = 0; i < n; i++) // raddle: device
    *s = d[i] < *s ? d[i] : *s;
}

static void place(int n, int *m, int *p) {
  for (int i = 0; i < n; i++) // raddle: device
    if (d[i] > 10)
      if (a[i] < *m) {
        *m = a[i];
        *p = i;
      }
}

// The array's size is known, but not that it may be written.
static void fill(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    if (a[i] > 100000)
      ((int *)ints)[i] = i;
}

// All of it is read, and nothing is written.
static void clamp(int n, int *p, int most) {
  for (int i = 0; i < n; i++) // raddle: device
    if (p[i] > most)
      p[i] = most;
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = i % 1001 - 500;
    d[i] = i % 101 * 0.01;
  }
  sums(N, 0, NULL);
  positive(N, NULL);
  twice(N, NULL);
  least(N, (int *)&least_int);
  place(N, NULL, NULL);
  fill(N);
  clamp(N, (int *)ints, 10);
  int s = 7, p = -1, m = 100;
  unsigned x = 5;
  sums(N, 3, &s);
  a[N / 2] = 200000, a[N - 1] = 100001, a[3] = -100003, d[3] = d[N / 2] = 11;
  positive(N, &s);
  twice(N, &x);
  place(N, &m, &p);
  least(N, &s);
  clamp(N, a, 30);
  PRINT_HASH(a);
  PRINT_HASH(squares);
  printf("%d %u %d %d\n", s, x, m, p);
  double smallest = 0.5;
  least_of_floats(N, &smallest);
  printf("%g %g %d\n", smallest, least_double, least_int);
  return 0;
}
