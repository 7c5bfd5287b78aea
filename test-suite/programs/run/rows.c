// Rows behind tables of pointers: the outer loop runs in parallel if the rows lie apart, which is seen when the program runs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, M = 150 };

static void print(const char *what, double **m, int r, int c) {
  double sum = 0;
  for (int i = 0; i < r; i++) // raddle: host(anti on 'sum')
    for (int j = 0; j < c; j++) // raddle: host(anti on 'sum')
      sum = sum * 0.999 + m[i][j];
  printf("%s %a\n", what, sum);
}

static double **rows(int r, int c) {
  double **m = malloc(r * sizeof *m);
  for (int i = 0; i < r; i++) { // raddle: host(pointer 'm[i] = malloc(...)' is computed)
    m[i] = malloc(c * sizeof **m);
    for (int j = 0; j < c; j++) // raddle: device
      m[i][j] = i * 0.5 - j;
  }
  return m;
}

static void scaled(int r, int c, double **m, double **o) {
  for (int i = 0; i < r; i++) // raddle: threads(it follows the pointers in 'm')
    for (int j = 0; j < c; j++)
      o[i][j] = m[i][j] * 2 + o[i][j];
}

/* Each row is written from what it held: an order of the rows shows where two are one. */
static void folded(int r, int c, double **o) {
  for (int i = 0; i < r; i++) // raddle: threads(it follows the pointers in 'o')
    for (int j = 0; j < c; j++)
      o[i][j] = o[i][j] * 0.5 + i;
}

static void beside(int r, int c, double **o, double *x) {
  for (int i = 0; i < r; i++) // raddle: threads(it follows the pointers in 'o')
    for (int j = 0; j < c; j++)
      o[i][j] = x[j] + i;
}

static void stencil(double ***r, double ***u, int n) {
  for (int k = 1; k < n - 1; k++) // raddle: threads(it follows the pointers in 'r')
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[k][j][i] = u[k][j][i] + 0.5 * r[k][j][i] + 0.25 * (r[k][j][i - 1] + r[k][j][i + 1]) + 0.1 * (r[k - 1][j][i] + r[k + 1][j][i]) +
                     0.05 * (r[k][j - 1][i] + r[k][j + 1][i]);
}

/* A row is written from another one of the same table. */
static void carried(double **m, int r, int c) {
  for (int i = 1; i < r; i++) // raddle: threads(it follows the pointers in 'm')
    for (int j = 0; j < c; j++)
      m[i][j] += m[i - 1][j] * 0.25;
}

static void bytes(unsigned char **t, int r, int c) {
  for (int i = 0; i < r; i++) // raddle: threads(it follows the pointers in 't')
    for (int j = 0; j < c; j++)
      t[i][j] = i * 16 + j;
}

struct line {
  int length;
  double *data;
};
static void fields(struct line *lines, int r, int c) {
  for (int i = 0; i < r; i++) { // raddle: threads(it follows the pointers in 'lines')
    double *row = lines[i].data;
    for (int j = 0; j < c; j++) row[j] = row[j] * 0.5 + i;
  }
}

static void chosen(int r, int c, double **o, const int *which) {
  for (int i = 0; i < r; i++) // raddle: host(which pointers of 'o')
    if (which[i])
      for (int j = 0; j < c; j++) // raddle: threads(it follows the pointers in 'o')
        o[i][j] += 1;
}

static double *table[N];
static void global(void) {
  for (int i = 0; i < N; i++) // raddle: threads(it follows the pointers in 'table')
    for (int j = 0; j < M; j++)
      table[i][j] = table[i][j] * 0.5 + i;
}

static double ***cube(int n) {
  double ***c = malloc(n * sizeof *c);
  for (int k = 0; k < n; k++) // raddle: host('malloc(...)' is not a pointer that a nest can follow)
    c[k] = rows(n, n);
  return c;
}

int main(void) {
  double **m = rows(N, M), **o = rows(N, M);
  scaled(N, M, m, o);
  print("scaled", o, N, M);
  scaled(N, M, o, o);
  print("one table", o, N, M);
  folded(N, M, o);
  print("folded", o, N, M);
  beside(N, M, o, m[3]);
  print("beside", o, N, M);
  beside(N, M, o, o[3]);
  print("beside a row", o, N, M);
  carried(o, N, M);
  print("carried", o, N, M);

  double *kept = o[7];
  o[7] = o[3];
  folded(N, M, o);
  print("equal rows", o, N, M);
  o[7] = kept;
  double *one = malloc(N * M * sizeof *one);
  for (int i = 0; i < N * M; i++) one[i] = i; // raddle: device
  double *parts[N];
  for (int i = 0; i < N; i++) parts[i] = one + i * (M - 1); // raddle: host(parts)
  folded(N, M, parts);
  print("rows that share an end", parts, N, M);
  scaled(N, M, parts, o);
  print("shared rows that are read", o, N, M);
  for (int i = 0; i < N; i++) table[i] = o[N - 1 - i]; // raddle: host(table)
  global();
  print("global", table, N, M);
  scaled(N, M, table, o);
  print("rows of two tables", o, N, M);

  unsigned char *t[16], other[16][16];
  for (int i = 0; i < 16; i++) t[i] = other[i]; // raddle: host(t)
  bytes(t, 16, 8);
  t[15] = (unsigned char *)&t[2];
  bytes(t, 16, 8);
  unsigned char *changed = t[2];
  unsigned long long bits;
  memcpy(&bits, &changed, sizeof bits);
  printf("a row in the table %llx\n", bits);

  struct line lines[N];
  for (int i = 0; i < N; i++) lines[i].data = o[i], lines[i].length = M; // raddle: host(lines)
  fields(lines, N, M);
  print("fields", o, N, M);
  lines[5].data = lines[6].data;
  fields(lines, N, M);
  print("equal fields", o, N, M);
  int which[N];
  for (int i = 0; i < N; i++) which[i] = i % 3 == 0; // raddle: device
  double *holes[N];
  for (int i = 0; i < N; i++) holes[i] = which[i] ? o[i] : NULL; // raddle: host(holes)
  chosen(N, M, holes, which);
  print("chosen", o, N, M);

  double ***u = cube(20), ***r = cube(20);
  stencil(r, u, 20);
  print("cube", u[7], 20, 20);
  stencil(u, u, 20);
  print("cube of itself", u[7], 20, 20);
  double **plane = u[4];
  u[4] = u[9];
  stencil(r, u, 20);
  print("equal planes", u[9], 20, 20);
  u[4] = plane;
  folded(0, M, NULL);
  folded(N, 0, NULL);
  return 0;
}
