/* _Bool as parameter, as element and as result of a comparison that a loop takes from outside. */
#include "hash.h"
#include <stdbool.h>

enum { N = 64 };
static double a[N];
static bool q[N], r[N];

static void scale(bool p) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = a[i] * 0.5 + i + (double)p;
}

static void compare(bool p, const bool *x, bool *restrict to, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    to[i] = p != x[i] && a[i] > 3;
}

static void conditioned(int n, int m) {
  bool large = n > m;
  for (int i = 0; i < n; i++) // raddle: device
    a[i] = large ? a[i] + 1 : 0;
}

int main(void) {
  scale(true);
  scale(false);
  for (int i = 0; i < N; i++) // raddle: device
    q[i] = i % 3;
  compare(true, q, r, N);
  conditioned(N, 10);
  PRINT_HASH(a);
  PRINT_HASH(r);
  return 0;
}
