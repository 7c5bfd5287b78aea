#include "../hash.h"

enum { N = 50 };
static double a[N];
static int count = 100;

static void bump(int by) {
  static int calls = -3;
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += by * 0.5 + calls;
  calls++;
  count++;
}

void other_unit(int by) {
  bump(by);
  PRINT_HASH(a);
  printf("%d\n", count);
}
