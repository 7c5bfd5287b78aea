/* Loops left early: return, break, goto, continue. Only continue keeps every iteration. */
#include "hash.h"

enum { N = 120 };
static int a[N], b[N], c[N], d[N];

static int find(const int *x, int n, int what) {
  for (int i = 0; i < n; i++) // raddle: host('return' in the loop)
    if (x[i] == what)
      return i;
  return -1;
}

static int scale(int *x, int n, int by) {
  if (by == 0)
    return 0;
  for (int i = 0; i < n; i++) // raddle: device
    x[i] *= by;
  return n;
}

static void until_negative(int *x, const int *y, int n) {
  for (int i = 0; i < n; i++) { // raddle: host('break' in the loop)
    if (y[i] < 0)
      break;
    x[i] = y[i] + 1;
  }
}

static int jump_out(int *x, int n) {
  for (int i = 0; i < n; i++) // raddle: host('goto' in the loop)
    for (int j = 0; j < 4; j++) { // raddle: host('goto' in the loop)
      if (i * j > 100)
        goto out;
      x[i] += j;
    }
  return 0;
out:
  return 1;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = i * 37 % 101 - 3;
  for (int i = 0; i < N; i++) { // raddle: device
    if (a[i] % 3 == 0)
      continue;
    d[i] = a[i] * 2;
  }
  printf("%d %d %d\n", find(a, N, 50), find(a, N, 1000), scale(a, N, 0));
  printf("%d\n", scale(b, N, 3));
  until_negative(c, a, N);
  printf("%d\n", jump_out(c, N));
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  PRINT_HASH(d);
  return 0;
}
