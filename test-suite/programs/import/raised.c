// Loops that become nests only after a step of their own: walked pointers, calls put in place, recovered subscripts, values
// read before the nest, checks that hold for some calls and not for others.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 48

struct grid {
  int rows, cols;
  double *cells;
  float border[4];
};

static unsigned long h = 5381;
static int ints[4 * N], other[4 * N];
static double data[N * N];

static void hash(const void *p, size_t n) {
  const unsigned char *bytes = p;
  while (n--) h = h * 33 ^ *bytes++;
}

static int at(int i, int j, int n) { return i * n + j; }
static int clamp(int x, int low, int high) {
  if (x < low) return low;
  return x > high ? high : x;
}
static double weighted(const double *row, int n) {
  double sum = 0;
  for (int j = 0; j < n; j++) sum += row[j] * (j + 1);
  return sum;
}
static void put(int *a, int i, int value) {
  if (value % 3) a[i] = value;
}

static void walks(int n, double *a, double *end) {
  for (double *p = a; p < a + n; p++) *p = *p * 0.5 + (double)n;
  for (double *p = a + n - 1; p >= a + 2; p -= 2) p[-1] += p[0];
  for (; a != end; ++a) *a -= 1;
}

static void calls(int n, int m, double *a, int *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[at(i, j, m)] += clamp(i - j, -3, 5);
  for (int i = 0; i < n; i++) {
    double s = weighted(a + i * m, m);
    a[at(i, 0, m)] = s;
    put(b, clamp(i, 0, n), i);
  }
}

static void fill(struct grid *g) {
  for (int i = 0; i < g->rows; i++)
    for (int j = 0; j < g->cols; j++) g->cells[i * g->cols + j] = g->border[(i + j) % 4] + g->cells[i * g->cols + (g->cols - 1 - j)];
}

static unsigned differences(unsigned n, int *a) {
  unsigned i;
  for (i = 1; i < n - 1; i++) a[i] = a[i - 1] - a[i + 1] + (int)i;
  return i;
}

static void linear(size_t n, size_t m, size_t pitch, double *a) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) a[i * pitch + j] = a[i * pitch + j] * 3 - (double)(i + 2 * j);
}

static int old_style(int n, int *a) {
  int i, j = 7, k, *row;
  for (i = 0; i < n; i++) {
    row = a + i;
    k = 2 * i + 1;
    for (j = 0; j < i; j++) row[j] += a[k % N];
    a[k] = j;
  }
  return i * 100 + j;
}

static void skip(int n, int *a, const unsigned char *kind) {
  for (int i = 0; i < n; i++) {
    if (kind[i] == 2) continue;
    a[i] += 1;
    if (kind[i] > 4) {
      a[i] *= 2;
      continue;
    }
    a[i + 1] -= i;
  }
}

int main(void) {
  unsigned char kind[N];
  struct grid g = {6, 7, data + 20, {1, 2, 3, 4}};
  for (int i = 0; i < 4 * N; i++) ints[i] = i * 31 % 57, other[i] = i;
  for (int i = 0; i < N * N; i++) data[i] = i % 23;
  for (int i = 0; i < N; i++) kind[i] = i * 5 % 7;
  walks(30, data, data + 25);
  walks(0, data, data);
  calls(12, 9, data, other);
  calls(0, 9, data, other);
  fill(&g);
  printf("%u\n", differences(N, ints));
  printf("%u\n", differences(1, ints));
  linear(8, 10, 10, data);
  linear(8, 12, 5, data);
  linear(0, 1ul << 63, 0, data);
  printf("%d %d\n", old_style(N, ints), old_style(0, other));
  skip(N - 1, other, kind);
  hash(data, sizeof data);
  hash(ints, sizeof ints);
  hash(other, sizeof other);
  printf("%lx\n", h);
  return 0;
}
