/* Steps, directions, comparisons and lives of the index. */
#include "hash.h"

enum { N = 130 };
static int a[N], b[N], c[N], d[N], e[N], f[N], g[N], h[N];

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

/* Where a head steps the index or reads what it was set to, the loop starts from that. */
static int disturbed(int n) {
  int i = 3, j, k = 0;
  for (i++; i < n; i++) // raddle: host(the index is used where it is initialized)
    h[i] = 1;
  for (i = 0, i += 5; i < n; i++) // raddle: host(the index is used where it is initialized)
    h[i] += 2;
  for (j = i++; i < n + 9; i++) // raddle: host(the index is used where it is initialized)
    h[i - 9] += j;
  for (i = 3, k = i; i < n; i++) // raddle: host(the index is used where it is initialized)
    h[i] += k;
  for (int l = 4, m = l; l < n; l++) // raddle: host(the index is used where it is initialized)
    h[l] += m;
  for (k = i, i = 3; i < n; i++) // raddle: device
    h[i] += k;
  return i + j + k;
}

/* The index is read again: by a type, and not by an operand that is not evaluated. */
static size_t read_by_types(int n) {
  int i, m;
  for (i = 0; i < n; i++) // raddle: device
    h[i] += i;
  for (m = 0; m < n; m++) // raddle: device
    h[m] ^= 5;
  size_t size = sizeof(int[i]) + (size_t)((char *)((int (*)[m])h + 1) - (char *)h);
  for (i = 0; i < n; i++) // raddle: device
    h[i] += 3;
  return size + (size_t)__builtin_constant_p(i = 3) + (size_t)i;
}

/* The extent is evaluated in each iteration, though nothing uses it. */
static int stepped_by_types(int n) {
  int k = 1;
  for (int i = 0; i < n; i++) { // raddle: device
    int (*z)[k++];
    h[i] += k;
  }
  int *p = h + k % 9;
  int (*y)[k++ % 7 + 1];
  for (int i = 0; i < n - 9; i++) // raddle: device
    p[i] += (int)sizeof(*p) + k;
  return k;
}

/* The second time, the jump leaves the pointer where it was. */
static void jumped_over(int n) {
  int count = 0;
again:;
  int off = count++;
  if (off == 1)
    goto over;
  int *p = h + off;
over:
  for (int i = 0; i < n; i++) // raddle: device
    p[i] += off + 1;
  if (off == 0)
    goto again;
}

int main(void) {
  down(N);
  strided(N, 2);
  not_equal(N);
  printf("%d %d\n", index_outside(N), index_outside_empty(3));
  index_modified(N);
  bound_modified(N);
  no_parts(N);
  printf("%d %zu %d\n", disturbed(N), read_by_types(N), stepped_by_types(N));
  jumped_over(N);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  PRINT_HASH(d);
  PRINT_HASH(e);
  PRINT_HASH(f);
  PRINT_HASH(g);
  PRINT_HASH(h);
  return 0;
}
