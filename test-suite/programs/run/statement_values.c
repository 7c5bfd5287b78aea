// Statement expressions, comma expressions and __auto_type in loops.
#include "hash.h"

#define MIN(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a < _b ? _a : _b; })
#define MAX(a, b) ({ __auto_type _a = (a); __auto_type _b = (b); (void)(&_a == &_b); _a > _b ? _a : _b; })
#define CLAMP(v, lo, hi) MIN(MAX(v, lo), hi)
#define SWAP(a, b) do { __typeof__(a) _t = (a); (a) = (b); (b) = _t; } while (0)
#define LIKELY(x) __builtin_expect(!!(x), 1)

enum { N = 3000 };
static int a[N], b[N], c[N];
static double x[N], y[N];
static int hits;

static int steps(int v) {
  int n = 0;
  for (int k = 0; k < 5; k++) // raddle: host(
    n += v >> k;
  return MAX(n, 3);
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = (i * 37) % 101;
    b[i] = (i * 53) % 89 - 20;
    x[i] = (i % 17) * 0.3 - 2;
  }
  for (int i = 0; i < N; i++) // raddle: device
    c[i] = MIN(a[i], b[i]) + CLAMP(b[i], 3, 50);
  PRINT_HASH(c);
  for (int i = 0; i < N; i++) // raddle: device
    y[i] = MAX(x[i], 0.0) * MIN(x[i], a[i]) + MIN(x[i] * x[i], 1.0 + x[i]);
  PRINT_HASH(y);
  // As bounds and subscripts.
  for (int i = 0; i < 60; i++) // raddle: device
    for (int j = MAX(0, i - 3); j < MIN(50, i + 3); j++)
      c[50 * i + j] += a[MIN(i, j)];
  PRINT_HASH(c);
  // With statements: loops, conditions, assignments to variables of their own.
  for (int i = 0; i < N; i++) // raddle: device
    c[i] = ({
      int s = 0;
      for (int k = 0; k < 4; k++)
        s += a[i] >> k;
      if (s & 1)
        s = -s;
      s;
    }) + (b[i] > 7 ? ({ int t = b[i]; t *= t; t; }) : MIN(a[i], 4));
  PRINT_HASH(c);
  for (int i = 0; i < N; i++) // raddle: device
    if (LIKELY(a[i] > 5) && ({ int t = b[i]; t += 3; t & 4; }))
      c[i] += steps(a[i]) - steps(MIN(a[i], b[i]));
  PRINT_HASH(c);
  // The whole value: it may assign what it likes.
  int last = 0;
  for (int i = 0; i < N; i++) // raddle: device
    c[i] = ({ b[i] += 2; last = b[i]; b[i] * 3; });
  PRINT_HASH(b);
  for (int i = 0; i < N; i++) { // raddle: device
    SWAP(a[i], b[i]);
    ({ c[i]++; });
    int t, u;
    t = (u = a[i], u + b[i]);
    c[i] += t, b[i] -= u;
  }
  PRINT_HASH(c);
  PRINT_HASH(b);
  // Beside other effects, and where control leaves it.
  int k = 0;
  for (int i = 0; i < N; i++) // raddle: host(something else in the expression has effects)
    c[k++] = a[i] + ({ int t = b[i]; t += 1; t; });
  for (int i = 0; i < N; i++) // raddle: host(it has effects inside of an expression)
    c[i] = b[i] + ({ hits++; hits; });
  for (int i = 0; i < N; i++) // raddle: host(it jumps out of the expression)
    c[i] = a[i] + ({ if (a[i] == 1000) break; 5; });
  PRINT_HASH(c);
  printf("%d %d %d\n", last, hits, k);
  return 0;
}
