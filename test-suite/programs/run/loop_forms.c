/* Steps, directions, comparisons and lives of the index. */
#include "hash.h"

enum { N = 130 };
static int a[N], b[N], c[N], d[N], e[N], f[N], g[N];

static void down(int n) {
  for (int i = n - 1; i >= 0; i--) // raddle: device
    a[i] = n - i;
}

static void strided(int n, int from) {
  for (int i = from; i <= n - 1; i += 7) // raddle: device
    b[i] = i * 3;
  for (int i = n - 1; i > from; i -= 4) // raddle: device
    b[i] += 1;
}

static void not_equal(int n) {
  for (int i = 0; i != n; i++) // raddle: device
    c[i] = i - 9;
}

static int index_outside(int n) {
  int i;
  for (i = 0; i < n; ++i) // raddle: device
    d[i] = i ^ 3;
  return i;
}

static int index_outside_empty(int n) {
  int i = 77;
  for (i = 5; i < n; i++) // raddle: device
    d[i] = 0;
  return i;
}

static void index_modified(int n) {
  for (int i = 0; i < n; i++) { // raddle: host(loop index 'i' is modified in the loop)
    e[i] = i;
    if (i % 10 == 3)
      i++;
  }
}

static void bound_modified(int n) {
  for (int i = 0; i < n; i++) { // raddle: host('n' may change in the nest)
    f[i] = n;
    if (i == 20)
      n -= 30;
  }
}

static void no_parts(int n) {
  int i = 0;
  for (;;) { // raddle: host(loop without a condition)
    if (i >= n)
      break;
    g[i] = i + n;
    i++;
  }
}

int main(void) {
  down(N);
  strided(N, 2);
  not_equal(N);
  printf("%d %d\n", index_outside(N), index_outside_empty(3));
  index_modified(N);
  bound_modified(N);
  no_parts(N);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  PRINT_HASH(d);
  PRINT_HASH(e);
  PRINT_HASH(f);
  PRINT_HASH(g);
  return 0;
}
