// Loops over rows that are split in parts or get private copies where a launch pays: rows that are one memory keep the loop as it is.
#include <stdio.h>
#include <stdlib.h>

enum { R = 64, C = 96, MORE = 256 };

static void print(const char *what, double **m, const double *sums) {
  double sum = 0;
  for (int i = 0; i < R; i++) // raddle: host(anti on 'sum')
    for (int j = 0; j < C; j++) // raddle: host(anti on 'sum')
      sum = sum * 0.999 + m[i][j];
  for (int i = 0; i < R; i++) // raddle: host(anti on 'sum')
    sum = sum * 0.99 + sums[i];
  printf("%s %a\n", what, sum);
}

static void fill(double *all) {
  for (int i = 0; i < R * C + MORE; i++) // raddle: device
    all[i] = i % 97 - 40;
}

static void split(double **a, double **b, double *sums, int n) {
  for (int i = 1; i < n; i++) { // raddle: threads(it follows the pointers in 'b') | host(flow on 'sums')
    for (int j = 0; j < C; j++)
      a[i][j] = b[i - 1][j] * 0.5 + j;
    sums[i] = sums[i - 1] * 0.25 + b[i][3];
  }
}

static void order(double **a, double **b, double *sums, int n) {
  for (int i = 1; i < n; i++) { // raddle: host(flow on 'sums') | threads(it follows the pointers in 'a')
    sums[i] = sums[i - 1] * 0.25 + b[i][3];
    for (int j = 0; j < C; j++)
      a[i][j] = b[i - 1][j] * 0.5 + j;
  }
}

static double t[C];
static void shared(double **a, double **b, int n) {
  for (int i = 0; i < n; i++) { // raddle: host(output on 't')
    for (int j = 0; j < C; j++) // raddle: threads(it follows the pointers in 'b')
      t[j] = b[i][j] * 0.5;
    for (int j = 0; j < C; j++) // raddle: threads(it follows the pointers in 'a')
      a[i][j] = t[C - 1 - j] + t[j];
  }
}

static void passed(double **a, double **b, double *work, int n) {
  for (int i = 0; i < n; i++) { // raddle: host(output on 'work')
    for (int j = 0; j < C; j++) // raddle: threads(it follows the pointers in 'b')
      work[j] = b[i][j] * 0.5;
    for (int j = 0; j < C; j++) // raddle: threads(it follows the pointers in 'a')
      a[i][j] = work[C - 1 - j] + work[j];
  }
}

static double free_row[C];
static void all(const char *what, double **a, double **b, double *all_a, double *all_b) {
  static double sums[R];
  printf("%s\n", what);
  fill(all_a); fill(all_b); sums[0] = 1;
  split(a, b, sums, R);
  print("split", a, sums);
  fill(all_a); fill(all_b); sums[0] = 2;
  order(a, b, sums, R);
  print("order", a, sums);
  fill(all_a); fill(all_b);
  split(a, b, b[5], R);
  print("sums in b", a, sums);
  fill(all_a); fill(all_b);
  order(a, b, a[9], R);
  print("sums in a", a, sums);
  fill(all_a); fill(all_b);
  shared(a, b, R);
  print("shared", a, sums);
  fill(all_a); fill(all_b);
  passed(a, b, free_row, R);
  print("passed", a, free_row);
  fill(all_a); fill(all_b);
  passed(a, b, b[7], R);
  print("passed a row of b", a, sums);
  fill(all_a); fill(all_b);
  passed(a, b, a[7], R);
  print("passed a row of a", a, sums);
}

static void point(double **m, double *at, int stride) {
  for (int i = 0; i < R; i++) // raddle: host(pointer 'm[i] = at +)
    m[i] = at + i * stride;
}

int main(void) {
  double *x = malloc((R * C + MORE) * sizeof *x), *y = malloc((R * C + MORE) * sizeof *y);
  double *a[R], *b[R];
  point(a, x, C);
  point(b, y, C);
  all("apart", a, b, x, y);
  all("one table", a, a, x, x);
  point(b, x, C);
  all("equal rows", a, b, x, x);
  point(b, x + 3, C);
  all("shifted by three", a, b, x, x);
  point(b, x + C, C);
  all("shifted by a row", a, b, x, x);
  point(b, y, C);
  b[9] = a[4];
  all("one row in both", a, b, x, y);
  b[9] = a[10] + 1;
  all("parts of a row in both", a, b, x, y);
  b[9] = b[8];
  all("a row read twice", a, b, x, y);
  a[9] = a[8];
  all("a row written twice", a, b, x, y);
  point(a, x, C / 2);
  all("rows that overlap each other", a, b, x, y);
  point(a, x + R * C - C, -C);
  all("backwards", a, b, x, y);
  point(a, x, 1);
  point(b, x + 40, 1);
  all("one apart", a, b, x, x);
}
