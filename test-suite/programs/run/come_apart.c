/* Updates of one body that get loops of their own, and such that must not; arrays that may overlap. */
#include "hash.h"

enum { N = 130, M = 90 };
static double a[N][M], more[N][M], s[M], q[N], p[M], r[N], buffer[N + M];

static void fill(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    r[i] = i * 0.25 - 3;
    q[i] = 1. / (i + 1);
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 - 4.5;
      more[i][j] = (i + j * 5) % 13 * 0.125;
    }
  }
  for (int j = 0; j < M; j++) { // raddle: device
    s[j] = j * 0.5;
    p[j] = 2 - j * 0.01;
  }
}

__attribute__((noinline)) static void both(int n, int m, double (*x)[m], double *to, double *sums, double *by, double *with) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      to[j] = to[j] + with[i] * x[i][j];
      sums[i] = sums[i] + x[i][j] * by[j];
    }
}

__attribute__((noinline)) static void three(int n, int m, double (*restrict x)[m], double (*restrict y)[m], double *restrict to, double *restrict sums, double *restrict others) {
  for (int i = 0; i < n; i++) { // raddle: device
    sums[i] = 0.5;
    for (int j = 0; j < m; j++) {
      double scaled = x[i][j] * 1.5;
      to[j] += scaled;
      sums[i] += scaled * y[i][j];
      others[i] -= y[i][j];
    }
  }
}

/* What both need is in a variable. */
__attribute__((noinline)) static void held(int n, int m, double (*restrict x)[m], double *restrict to, double *restrict sums) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      double element = x[i][j] * 0.25;
      to[j] -= element;
      sums[i] += element * to[m] + 1;
    }
}

/* The second one needs what the first one has summed up so far: they run in waves. */
__attribute__((noinline)) static void chained(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < M; j++) {
      q[i] += a[i][j] * p[j];
      s[j] += q[i] * 0.001;
    }
}

/* The first one reads what an earlier iteration of the second one has stored: waves, too. */
__attribute__((noinline)) static void feeds_back(void) {
  for (int i = 1; i < N; i++) // raddle: device
    for (int j = 0; j < M; j++) { // raddle: device
      q[i] += a[i][j] * s[j] * 0.001;
      s[j] = s[j] * 0.5 + a[i][j];
    }
}

/* Rows that may be empty, and a condition around one of the updates. */
__attribute__((noinline)) static void sometimes(int n, int m) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = i; j < m; j++) { // raddle: device
      s[j] += a[i][j];
      if (j > 2 * i)
        q[i] += a[i][j] * more[i][j];
    }
}

int main(void) {
  fill();
  both(N, M, a, s, q, p, r);
  PRINT_HASH(s);
  PRINT_HASH(q);
  both(0, M, a, s, q, p, r);

  /* What is summed up is what is read, and sums lie in each other's way. */
  both(N, M, a, s, q, s, q);
  both(M, M, (double (*)[M])a, buffer, buffer + 1, p, r);
  both(40, 40, (double (*)[40])a, a[1], q, a[0], r);
  PRINT_HASH(s);
  PRINT_HASH(q);
  PRINT_HASH(a);
  PRINT_HASH(buffer);
  three(N, M, a, more, s, q, r);
  PRINT_HASH(s);
  PRINT_HASH(q);
  PRINT_HASH(r);
  held(N, M - 1, (double (*)[M - 1])a, s, q);
  PRINT_HASH(s);
  PRINT_HASH(q);
  chained();
  feeds_back();
  sometimes(M, M);
  sometimes(5, 0);
  PRINT_HASH(s);
  PRINT_HASH(q);
  return 0;
}
