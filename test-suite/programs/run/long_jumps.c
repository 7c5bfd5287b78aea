/* setjmp and longjmp over functions with nests. */
#include "hash.h"
#include <setjmp.h>

enum { N = 80 };
static jmp_buf back;
static double a[N];

static void work(int round) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += round + i * 0.5;
  if (round < 4)
    longjmp(back, round + 1);
}

int main(void) {
  volatile int rounds = 0;
  int round = setjmp(back);
  rounds++;
  work(round);
  printf("%d %d\n", round, rounds);
  PRINT_HASH(a);
  return 0;
}
