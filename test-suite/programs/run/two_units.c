/* Two units with static functions, static variables and static locals of the same names. */
// with: parts/two_units.c
#include "hash.h"

enum { N = 70 };
static int a[N], count;
void other_unit(int by);

static void bump(int by) {
  static int calls = 10;
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += by * i + calls;
  calls++;
  count++;
}

int main(void) {
  bump(1);
  other_unit(5);
  bump(2);
  other_unit(7);
  PRINT_HASH(a);
  printf("%d\n", count);
  return 0;
}
