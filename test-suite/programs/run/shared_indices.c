/* Indices of loops that others know: global variables, and such whose address is taken. */
#include <stdio.h>
#include <stdlib.h>

int i, j, n = 300, m = 200, row;
long far;
unsigned char small[4000];

__attribute__((noinline)) void add(int *a, const int *b, int *c) {
  for (i = 0; i < n; i++) // raddle: device
    for (j = 0; j < m; j++)
      c[i * m + j] = a[i * m + j] + b[j] + i;
}

/* The first element may be the index itself. */
__attribute__((noinline)) void step(int *a, int k) {
  for (i = 0; i < k; i++) // raddle: device
    a[3 * i] += 2;
}

__attribute__((noinline)) int sum(const int *a, int k) {
  int s = 0;
  for (i = 0; i < k; i++) // raddle: device
    s += a[0] * 2 + i;
  return s;
}

/* Only read. */
__attribute__((noinline)) void spread(int k, const int *q, int *out) {
  for (row = 0; row < k; row++) // raddle: device
    out[row] = *q;
}

__attribute__((noinline)) void spread_floats(int k, const int *q, float *out) {
  for (row = 0; row < k; row++) // raddle: device
    out[row] = *q;
}

/* Characters reach everything. */
__attribute__((noinline)) void bytes(int k, unsigned char *p) {
  for (far = 0; far < k; far++) // raddle: device
    p[far] = p[far] * 3 + 1;
}

__attribute__((noinline)) void rows(int h, int w, int **out) {
  for (row = 0; row < h; row++) // raddle: host('row' may be reached through a pointer)
    for (int x = 0; x < w; x++) // raddle: device
      out[row][x] = row * x;
}

__attribute__((noinline)) int addressed(int k, int *a, int **where) {
  int x;
  *where = &x;
  for (x = 0; x < k; x++) // raddle: device
    a[x] = **where;
  return x;
}

static int a[60000], b[60000], c[60000];
static float f[2000];

int main(void) {
  for (int k = 0; k < 60000; k++) // raddle: device
    a[k] = k % 37, b[k] = k % 11;
  add(a, b, c), printf("%d %d\n", i, j);
  step(c, 5000), printf("%d\n", i);
  step(&i, 1), printf("%d\n", i);
  step(&n, 1), printf("%d %d %d %d\n", i, j, n, m);
  n -= 2;
  printf("%d %d\n", sum(c, 5000), sum(&i, 3000));
  spread(2000, &row, b), spread(2000, a + 5, b + 3000), spread_floats(2000, &row, f);
  bytes(4000, small), bytes(4, (unsigned char *)&i), bytes(2, (unsigned char *)&far + 4);
  int *table[20], *where;
  for (int k = 0; k < 20; k++) // raddle: host(pointer 'table[k] = c + (50 * k)' is computed in the nest)
    table[k] = c + 50 * k;
  rows(20, 50, table);
  printf("%d %d %d %ld\n", addressed(3000, a, &where), i, row, far);
  unsigned long hash = 0;
  for (int k = 0; k < 60000; k++) // raddle: device | host(anti on 'hash')
    hash = hash * 31 + (unsigned)a[k] + 3ul * (unsigned)b[k] + 5ul * (unsigned)c[k] + (k < 2000 ? (unsigned)f[k] : 0) + (k < 4000 ? small[k] : 0);
  printf("%lu\n", hash);
}
