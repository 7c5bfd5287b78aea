/* A handler of the program's own, called between nests. */
#include "hash.h"
#include <signal.h>

enum { N = 66 };
static int a[N];
static volatile sig_atomic_t caught;

static void handler(int number) { caught += number; }

int main(void) {
  signal(SIGUSR1, handler);
  signal(SIGINT, handler);
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = i * i;
  raise(SIGUSR1);
  for (int i = 0; i < N; i++) // raddle: device
    a[i] -= i;
  raise(SIGINT);
  PRINT_HASH(a);
  return caught == SIGUSR1 + SIGINT ? 0 : 1;
}
