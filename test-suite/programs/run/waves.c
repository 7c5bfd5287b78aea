/* Loops whose iterations need those before them: stencils over time, sweeps in place, dynamic programming. With extents for which tiles in
   waves pay, and others. */
#include "hash.h"

#include <stdlib.h>

#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

static void over_time(int steps, int n, int m, double a[n][m], double b[n][m]) {
  for (int t = 0; t < steps; t++) { // raddle: host(output on 'b')
    for (int i = 1; i < n - 1; i++) // raddle: device
      for (int j = 1; j < m - 1; j++)
        b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
    for (int i = 1; i < n - 1; i++) // raddle: device
      for (int j = 1; j < m - 1; j++)
        a[i][j] = 0.25 * (b[i][j] + b[i][j - 1] + b[i + 1][j] + b[i - 1][j + 1]);
  }
}

static void on_a_line(int steps, int n, float *restrict a, float *restrict b) {
  for (int t = 0; t < steps; t++) { // raddle: host(anti on 'a')
    for (int i = 2; i < n - 2; i++) // raddle: device
      b[i] = (a[i - 2] + a[i] + a[i + 1]) / 3;
    for (int i = 2; i < n - 2; i++) // raddle: device
      a[i] = b[i];
  }
}

static void in_space(int steps, int n, float a[n][n][n], float b[n][n][n]) {
  for (int t = 1; t <= steps; t++) { // raddle: host(output on 'b')
    for (int i = 1; i < n - 1; i++) // raddle: device
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          b[i][j][k] = 0.5f * a[i][j][k] + 0.125f * (a[i + 1][j][k] - a[i - 1][j][k] + a[i][j + 1][k] - a[i][j][k - 1]);
    for (int i = 1; i < n - 1; i++) // raddle: device
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          a[i][j][k] = b[i][j][k] - 0.125f * b[i][j - 1][k + 1];
  }
}

// One loop has no dimension that the others have, and sees time itself.
static void fields(int steps, int n, int m, double ex[n][m], double ey[n][m], double hz[n][m], const double source[steps]) {
  for (int t = 0; t < steps; t++) { // raddle: host(output on 'ey')
    for (int j = 0; j < m; j++) // raddle: device
      ey[0][j] = source[t];
    for (int i = 1; i < n; i++) // raddle: device
      for (int j = 0; j < m; j++)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 1; j < m; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; i++) // raddle: device
      for (int j = 0; j < m - 1; j++)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

static void in_place(int steps, int n, double a[n][n]) {
  for (int t = 0; t < steps; t++) // raddle: device
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                   a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

static int distance(int n, int m, const char *a, const char *b, int d[n + 1][m + 1]) {
  for (int i = 0; i <= n; i++) // raddle: device
    d[i][0] = i;
  for (int j = 0; j <= m; j++) // raddle: device
    d[0][j] = j;
  for (int i = 1; i <= n; i++) // raddle: device
    for (int j = 1; j <= m; j++) {
      int change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      int gap = SMALLER(d[i - 1][j], d[i][j - 1]) + 1;
      d[i][j] = SMALLER(change, gap);
    }
  return d[n][m];
}

// Three tables that need each other.
static void gaps(int n, int m, const int score[n][m], int x[n][m], int y[n][m], int z[n][m]) {
  for (int i = 1; i < n; i++) // raddle: device
    for (int j = 1; j < m; j++) { // raddle: device
      x[i][j] = LARGER(x[i - 1][j] - 1, z[i - 1][j] - 3);
      y[i][j] = LARGER(y[i][j - 1] - 1, z[i][j - 1] - 3);
      int both = LARGER(x[i][j], y[i][j]);
      z[i][j] = LARGER(z[i - 1][j - 1] + score[i][j], both);
    }
}

static void spans(int n, int table[n][n]) {
  for (int i = n - 1; i >= 0; i--) // raddle: device
    for (int j = i + 1; j < n; j++) {
      if (i + 1 < n)
        table[i][j] = LARGER(table[i][j], table[i + 1][j]);
      for (int k = i + 1; k < j; k++) // raddle: device
        table[i][j] = LARGER(table[i][j], table[i][k] + table[k + 1][j]);
    }
}

// The variable goes from one iteration of the inner loop to the next.
static void carried(int steps, int n, double *restrict a) {
  for (int t = 0; t < steps; t++) { // raddle: host(anti on 'a')
    double x = t;
    for (int i = 1; i < n; i++) { // raddle: host(flow on 'a')
      a[i] = 0.5 * a[i] + 0.25 * x + 0.25 * a[i - 1];
      x = 0.5 * a[i];
    }
  }
}

// Each iteration of the outer loop has a maximum and a minimum of its own. Zeros of either sign and numbers that are none count as they do in order.
static void relaxed(int n, double u[n][n], double start, double *restrict largest, long *restrict least) {
  double most = start;
  long low = 1000000;
  for (int i = 1; i < n - 1; i++) // raddle: device
    for (int j = 1; j < n - 1; j++) {
      double step = 0.4 * (u[i - 1][j] + u[i][j - 1] + u[i + 1][j] + u[i][j + 1] - 4 * u[i][j]);
      u[i][j] += step;
      if (step > most)
        most = step;
      long whole = (long)(16 * u[i][j]) % 4096;
      low = whole < low ? whole : low;
    }
  *largest = most;
  *least = low;
}

// The maximum may be an element of the array.
static void within(int n, double u[n][n], double *most) {
  for (int i = 1; i < n - 1; i++) // raddle: device
    for (int j = 1; j < n - 1; j++) {
      u[i][j] = 0.5 * u[i - 1][j] + 0.25 * u[i][j - 1] + 0.25 * u[i + 1][j];
      if (u[i][j] > *most)
        *most = u[i][j];
    }
}

// Of equal values the last one stays, which shows in the sign of zero.
static double last_of_equals(int n, double u[n][n]) {
  double most = -1;
  for (int i = 1; i < n - 1; i++) // raddle: device
    for (int j = 1; j < n - 1; j++) {
      u[i][j] = 0.5 * u[i - 1][j] + 0.25 * u[i][j - 1];
      if (-u[i][j] >= most)
        most = -u[i][j];
    }
  return most;
}

// What a row needs at its edges is set in the same loop, from some row on.
static void edges(int from, int first, int last, int n, int m, double u[last + 1][m]) {
  for (int t = first; t <= last; t++) { // raddle: host(flow on 'u') | device
    if (t > from) {
      u[t][0] = t + from;
      for (int i = n - 1; i < m; i++)
        u[t][i] = 0.5 * i;
    }
    for (int i = 1; i < n - 1; i++) // raddle: device
      u[t][i] = 0.9 * u[t - 1][i] + 0.25 * (u[t - 1][i - 1] + u[t - 1][i + 1]) - 0.4 * u[t - 2][i];
  }
}

// Distances that no constant skew makes up for: stays as it is.
static void mirrored(int steps, int n, double *restrict a) {
  for (int t = 0; t < steps; t++) // raddle: host(anti on 'a')
    for (int i = 0; i < n; i++) // raddle: host(anti on 'a')
      a[i] = 0.5 * a[i] + 0.25 * a[n - 1 - i];
}

static unsigned state = 1;

static int number(int limit) {
  state = state * 1103515245 + 12345;
  return (int)(state >> 16) % limit;
}

static void *filled(size_t count, size_t size) {
  unsigned char *bytes = malloc(count * size);
  for (size_t i = 0; i < count; i++) // raddle: host('bytes' is accessed in shapes that may overlap)
    if (size == sizeof(double))
      ((double *)bytes)[i] = number(1000) / 16.0;
    else
      ((float *)bytes)[i] = (float)number(1000) / 16;
  return bytes;
}

static int *integers(size_t count, int limit) {
  int *all = malloc(count * sizeof *all);
  for (size_t i = 0; i < count; i++) // raddle: host(anti on 'state')
    all[i] = number(limit);
  return all;
}

static void floats(int steps, int n, int m) {
  size_t count = (size_t)n * m;
  double *a = filled(count, sizeof *a), *b = filled(count, sizeof *b), *c = filled(count, sizeof *c);
  double *source = filled(steps + 1, sizeof *source);
  float *x = filled(count, sizeof *x), *y = filled(count, sizeof *y);
  over_time(steps, n, m, (double (*)[m])a, (double (*)[m])b);
  print_hash("over time", a, count * sizeof *a);
  on_a_line(steps, (int)count, x, y);
  print_hash("on a line", x, count * sizeof *x);
  // What one loop writes, the other one reads rows further on, in the same iteration.
  int rows = n / 2;
  over_time(steps, rows, m, (double (*)[m])a, (double (*)[m])(a + 3 * (size_t)m));
  print_hash("overlapping", a, count * sizeof *a);
  fields(steps, n, m, (double (*)[m])a, (double (*)[m])b, (double (*)[m])c, source);
  print_hash("fields", c, count * sizeof *c);
  int least = SMALLER(n, m);
  in_place(steps, least, (double (*)[least])a);
  print_hash("in place", a, count * sizeof *a);
  for (int sweep = 0; sweep < 3; sweep++) { // raddle: host(call to 'relaxed')
    double largest = 0;
    long low = 0;
    // No number, the least one, and zeros.
    double start = sweep == 0 ? __builtin_nan("") : sweep == 1 ? -1e300 : -0.0;
    if (sweep == 2)
      for (size_t i = 0; i < count; i++) // raddle: device
        b[i] = i % 3 ? 0.0 : -0.0;
    relaxed(least, (double (*)[least])(sweep == 2 ? b : a), start, &largest, &low);
    printf("relaxed %a %ld\n", largest, low);
    print_hash("relaxed", a, count * sizeof *a);
  }
  double apart = 0;
  within(least, (double (*)[least])a, &apart);
  printf("apart %a\n", apart);
  print_hash("apart", a, count * sizeof *a);
  within(least, (double (*)[least])a, &a[(size_t)least * (least / 2) + least / 3]);
  print_hash("within", a, count * sizeof *a);
  printf("last %a\n", last_of_equals(least, (double (*)[least])b));
  double *wide = filled(4 * count, sizeof *b);
  for (int from = 0; from < n; from += n / 2 + 1) { // raddle: host(step)
    edges(from, 2, n - 1, 4 * m - 3, 4 * m, (double (*)[4 * m])wide);
    print_hash("edges", wide, 4 * count * sizeof *b);
  }
  free(wide);
  carried(steps * 4, (int)count, a);
  print_hash("carried", a, count * sizeof *a);
  mirrored(steps, n, a);
  print_hash("mirrored", a, count * sizeof *a);
  free(a), free(b), free(c), free(source), free(x), free(y);
}

/* What an iteration around has for itself is out of a kernel's reach. */
static void with_a_table(int n, int m, float *restrict a, float *restrict sums) {
  for (int k = 0; k < 6; k++) { // raddle: host(anti on 'sums')
    float table[3];
    for (int i = 0; i < 3; i++) // raddle: host(it uses a variable local to a loop around it)
      table[i] = i * 0.5f + k + sums[k % 4];
    for (int t = 0; t < n; t++) // raddle: host(anti on 'a') | host(it uses a variable local to a loop around it)
      for (int i = 1; i < m - 1; i++) // raddle: host(anti on 'a')
        a[i] = 0.5f * (a[i - 1] + a[i + 1]) + table[2] + table[SMALLER(i, 2)];
    sums[k % 4] += a[m / 2];
  }
}

static void space(int steps, int n) {
  size_t count = (size_t)n * n * n;
  float *a = filled(count, sizeof *a), *b = filled(count, sizeof *b);
  in_space(steps, n, (float (*)[n][n])a, (float (*)[n][n])b);
  print_hash("in space", a, count * sizeof *a);
  free(a), free(b);
}

static void tables(int n, int m) {
  size_t count = (size_t)(n + 1) * (m + 1);
  char *a = malloc(n + 1), *b = malloc(m + 1);
  for (int i = 0; i <= n; i++) // raddle: host(anti on 'state')
    a[i] = (char)number(4);
  for (int j = 0; j <= m; j++) // raddle: host(anti on 'state')
    b[j] = (char)number(4);
  int *d = integers(count, 50), *x = integers(count, 50), *y = integers(count, 50), *z = integers(count, 50);
  printf("distance %d\n", distance(n, m, a, b, (int (*)[m + 1])d));
  print_hash("distances", d, count * sizeof *d);
  gaps(n, m, (int (*)[m])d, (int (*)[m])x, (int (*)[m])y, (int (*)[m])z);
  print_hash("gaps", z, count * sizeof *z);
  int least = SMALLER(n, m);
  spans(least, (int (*)[least])x);
  print_hash("spans", x, count * sizeof *x);
  free(a), free(b), free(d), free(x), free(y), free(z);
}

int main(void) {
  floats(40, 200, 150);
  floats(35, 61, 333);
  floats(5, 20, 20);
  floats(1, 3, 3);
  floats(0, 40, 40);
  space(20, 70);
  space(17, 9);
  tables(300, 2100);
  tables(140, 2300);
  tables(1, 7);
  float *a = filled(900, sizeof *a), *sums = filled(4, sizeof *sums);
  with_a_table(12, 900, a, sums);
  print_hash("with a table", a, 900 * sizeof *a);
  free(a), free(sums);
  return 0;
}
