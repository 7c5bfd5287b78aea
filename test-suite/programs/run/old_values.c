// Loops that overwrite what earlier iterations read: they run in parallel on a copy of the old values.
#include "hash.h"
#include <stdlib.h>

enum { N = 3000 };
static double a[N + 40], b[N + 40], c[N + 40], m[60][150];

static void fill(void) {
  for (int i = 0; i < N + 40; i++) { // raddle: device
    a[i] = (i * 37 % 101) / 7.0;
    b[i] = (i * 17 % 29) / 13.0 - 1;
    c[i] = i * 0.25;
  }
}

static void next(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    a[i] = a[i + 1] + b[i];
}

static void by_pointers(double *x, const double *y, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    x[i] = x[i + 3] * 0.5 + y[i];
}

static void downward(int n) {
  for (int i = n - 1; i >= 0; i--) // raddle: device
    a[i + 1] = a[i] + b[i];
}

static void far_ahead(int n, int k) {
  if (k > 0)
    for (int i = 0; i < n; i++) // raddle: host(anti on 'a')
      a[i] = a[i + k] + b[i] * c[i];
}

static void wide(int n) {
  for (int i = 2; i < n; i++) // raddle: device
    a[i - 2] = a[i] * 0.5 + a[i + 7] + a[i + 3];
}

/* The element of this iteration is read anew, that of the next is an old one. */
static void both(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    a[i] = b[i] * c[i];
    b[i] = a[i] * a[i + 1] * c[i];
  }
}

static void two_arrays(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    double x = a[i + 1], y = b[i + 2];
    b[i] = x - y;
    a[i] = x * y;
  }
}

static void every_second(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    a[2 * i] = a[2 * i + 2] + 1;
}

static void steps(int n) {
  for (int i = 0; i < n; i += 5) // raddle: device
    a[i] = a[i + 5] * 0.5 + i;
}

static void plane(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < n; j++)
      m[i][j] = m[i][j + 1] * 0.5 + m[i + 1][j] + m[i + 1][j + 1];
}

/* Variables that each iteration overwrites, and that are used behind the loop. */
static double variables(int n) {
  int j = -1;
  double t = 0.5;
  for (int i = 0; i < n; i++) { // raddle: device
    j = i + 1;
    t = b[i] * 0.25;
    a[i] = a[j] + t;
  }
  return t + j;
}

static double sum(int n) {
  double t = 0.5;
  for (int i = 0; i < n; i++) { // raddle: host(anti on 'a')
    a[i] = a[i + 1] + t;
    t = t * 0.5 + a[i];
  }
  return t;
}

/* No copy would do: a value is handed on. */
static void back_and_forth(int n) {
  for (int i = 1; i < n; i++) // raddle: host(anti on 'a')
    a[i] = a[i + 1] + a[i - 1] * 0.5;
}

static void from_the_middle(int n) {
  for (int i = 0; i < n; i++) // raddle: host(anti on 'a')
    a[i] = a[n / 2] + b[i];
}

/* Elements that may not be read need not be there. */
static void under_a_condition(double *x, const int *on, int n) {
  for (int i = 0; i < n; i++) // raddle: host(anti on 'a')
    if (on[i])
      x[i] = x[i + 20000000] + 1;
}

static void rows(double **r, int n) {
  for (int i = 0; i < n; i++) // raddle: threads(it follows the pointers in 'r')
    for (int j = 0; j < 150; j++)
      r[i][j] = r[i + 1][j] + 1;
}

static void within_rows(double **r, int k, int n) {
  for (int j = 0; j < n; j++) // raddle: device
    r[k][j] = r[k][j + 1] + 1;
}

int main(void) {
  static const int sizes[] = {N, 2000, 1500, 1, 0, -5};
  for (int t = 0; t < (int)(sizeof sizes / sizeof *sizes); t++) { // raddle: host(call to 'printf')
    int n = sizes[t];
    fill(); next(n); PRINT_HASH(a);
    fill(); by_pointers(a, b, n); PRINT_HASH(a);
    fill(); by_pointers(a, a, n); PRINT_HASH(a);
    fill(); by_pointers(a, a + 5, n); PRINT_HASH(a);
    fill(); by_pointers(a + 5, a, n); PRINT_HASH(a);
    fill(); by_pointers(a + 2, a + 1, n); PRINT_HASH(a);
    fill(); downward(n); PRINT_HASH(a);
    fill(); far_ahead(n, 1); far_ahead(n, 37); far_ahead(n, 0); PRINT_HASH(a);
    fill(); wide(n); PRINT_HASH(a);
    fill(); both(n); PRINT_HASH(a); PRINT_HASH(b);
    fill(); two_arrays(n); PRINT_HASH(a); PRINT_HASH(b);
    fill(); every_second(n / 2); PRINT_HASH(a);
    fill(); steps(n); PRINT_HASH(a);
    fill(); printf("%a\n", variables(n)); PRINT_HASH(a);
    fill(); printf("%a\n", sum(n)); PRINT_HASH(a);
    fill(); back_and_forth(n); PRINT_HASH(a);
    fill(); from_the_middle(n); PRINT_HASH(a);
    for (int i = 0; i < 60; i++) for (int j = 0; j < 60; j++) m[i][j] = i * 3 - j * 7; // raddle: device
    plane(n < 0 ? n : n > 1500 ? 59 : n > 1 ? 40 : n); PRINT_HASH(m);
    static int none[N];
    fill(); under_a_condition(a, none, n); PRINT_HASH(a);
    double *table[60];
    for (int i = 0; i < 60; i++) table[i] = m[59 - i]; // raddle: host(pointer 'table[i] = m[59 - i]' is computed in the nest)
    rows(table, n < 0 ? n : n > 59 ? 59 : n); PRINT_HASH(m);
    within_rows(table, 5, n < 0 ? n : n > 59 ? 59 : n); PRINT_HASH(m);
  }
}
