// What loops leave in variables, where statement expressions may assign others.
#include "hash.h"

enum { N = 2000 };
static int a[N];

// What `i` has behind the loop is read where the statement expression is not evaluated.
static int skipped(int n, int c) {
  int i;
  for (i = 0; i < n; i++) // raddle: device
    a[i] += i;
  int r = c ? ({ i = 5; 0; }) : 1;
  return r + i;
}

static int behind_and(int n, int c) {
  int last = 0;
  for (int i = 0; i < n; i++) { // raddle: device
    last = i * 2;
    a[i] += last;
  }
  if (c && ({ last = 5; 1; }))
    a[0]++;
  return last;
}

static int read_before(int n) {
  int i, y;
  for (i = 0; i < n; i++) // raddle: device
    a[i] += 2 * i;
  y = (a[1] += i, ({ i = 5; 1; }));
  return a[1] + y;
}

int main(void) {
  printf("%d %d %d\n", skipped(N, 0), behind_and(N, 0), read_before(N));
  printf("%d %d\n", skipped(N, 1), behind_and(N, 1));
  PRINT_HASH(a);
  return 0;
}
