// What only code names that clang folds away: it has no such variables and functions, nor need there be any.
// flags: -O0
#include "hash.h"

#define N 2000

static int a[N];
static long unused_limit = 7;
static int unused_table[10];
int nowhere(void);

static void never(int *p) {
  *p = 3;
}

__attribute__((noinline)) static int kept(int n) {
  int c = 0;
  if (0.25 < 0.25)
    for (long k = unused_limit; k < unused_limit + 3; k++)
      never(&c);
  if (!0.5 || &a[0] == &a[1])
    c += unused_table[n];
  if (n > 0 && 0.5 > 1)
    never(&c);
  c += 0.5 - 0.25 < 0.125 ? nowhere() : 1;
  for (int i = 0; i < n; i++) { // raddle: device
    if (0.25f >= 0.5f)
      for (int k = unused_limit; k < 3; k++)
        a[i] += unused_table[k];
    a[i] += i * c;
  }
  return c;
}

int main(void) {
  printf("%d\n", kept(N));
  PRINT_HASH(a);
  return 0;
}
