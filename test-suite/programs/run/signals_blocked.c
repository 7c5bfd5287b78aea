/* A signal that the program blocks after a driver was opened waits: no thread of the driver takes it. */
#include "hash.h"
#include <signal.h>
#include <unistd.h>

enum { N = 3000 };
static int a[N];
static volatile sig_atomic_t caught;

static void handler(int number) { caught += number; }

static void fill(int z) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = a[i] / 3 + i * z;
}

int main(void) {
  signal(SIGUSR1, handler);
  fill(1);
  sigset_t usr1, before;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  sigprocmask(SIG_BLOCK, &usr1, &before);
  kill(getpid(), SIGUSR1);
  fill(2);
  usleep(50000);
  printf("%d\n", (int)caught);
  sigprocmask(SIG_SETMASK, &before, NULL);
  printf("%d\n", caught == SIGUSR1);
  PRINT_HASH(a);
  return 0;
}
