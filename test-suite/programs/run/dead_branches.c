// Branches that are never taken keep no loop on the host: switched off by macros, by arguments, by what is known of one side.
#include "hash.h"

#include <stdlib.h>

#define TRACE 0
#define YES 1
#define NO 0

enum { N = 3000, TIMERS = NO };
static int a[N], b[N], calls;
static const int verbose = 0;

__attribute__((noinline)) static int counted(int i) {
  calls++;
  return i;
}

static void traced(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (TRACE)
      printf("%d\n", i);
    if (TIMERS == YES && i % 7)
      counted(i);
    else if (i % 3 || !TRACE)
      a[i] = i * 2;
    if (i > 5 && verbose > 1)
      abort();
    b[i] = (TRACE ? counted(i) : i) + (i & 1 || !verbose);
  }
}

static void add(int mode, int i) {
  if (mode == 1)
    a[i] += i * 3;
  else if (mode == 2)
    printf("%d\n", i);
  else
    a[i] -= b[i];
}

// Its calls have an argument that decides.
static void with_modes(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    add(1, i);
    add(0, i);
  }
}

// What has an effect stays, and what a jump leads into.
static int kept(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) // raddle: device
    if (counted(i) && NO)
      sum += 100;
  if (n > 3)
    goto inside;
  if (NO) {
  inside:
    sum += 7;
  }
  switch (n) {
    if (NO) {
    case 10:
      sum += 1000;
    }
  default:
    sum++;
  }
  while (NO) // raddle: host(how often the loop runs is not known before it runs)
    sum = -1;
  do
    sum += 3;
  while (TRACE);
  return sum + (YES ? 4 : 5) + (NO ? counted(1) : 2.5) * 2;
}

int main(void) {
  traced(N);
  with_modes(N);
  PRINT_HASH(a);
  PRINT_HASH(b);
  printf("%d", kept(10));
  printf(" %d %d\n", kept(2), calls);
  return 0;
}
