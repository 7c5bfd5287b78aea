/* Functions without a prototype, with a nest in them and without: their callers pass promoted values. */
#include "hash.h"

enum { N = 90 };
static double a[N];
static int n_calls;

/* Without a nest it stays clang's, whose type for it has parameters. */
static double scaled(x, by) float x; int by; {
  n_calls++;
  return x * by;
}

static int filled(n, from) int n; double from; {
  for (int i = 0; i < n; i++) // raddle: device
    a[i] = from + i;
  return n;
}

/* Defined behind the call, declared without parameters. */
short later();

int main(void) {
  int n = filled(N, 0.25);
  a[0] = scaled(1.5f, later('a'));
  for (int i = 1; i < n; i++) // raddle: device
    a[i] *= a[0];
  PRINT_HASH(a);
  printf("%d %d\n", n_calls, later(7));
}

short later(c) char c; { return c + 1; }
