// Parts of expressions that may not be evaluated: their values are not taken before the loop.
#include "hash.h"

enum { N = 2000 };
static int a[N];
static double d[N];

struct limit {
  int value;
};

static void divided(int by, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    if (by > 0 && n / by > i)
      a[i] = i + 1;
}

static void remainder_or(int by, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    if (by <= 0 || n % by > i)
      a[i] += i + 1;
}

static void pointed(int has, const struct limit *limit, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    if (has > 0 && limit->value > i)
      d[i] = i;
}

int main(void) {
  struct limit limit = {N / 3};
  divided(0, N);
  divided(2, N);
  remainder_or(0, N);
  remainder_or(7, N);
  pointed(0, 0, N);
  pointed(1, &limit, N);
  PRINT_HASH(a);
  PRINT_HASH(d);
  return 0;
}
