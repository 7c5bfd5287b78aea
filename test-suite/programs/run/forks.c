/* A child process runs nests too, after its parent has used the device. */
#include "hash.h"
#include <sys/wait.h>
#include <unistd.h>

enum { N = 150 };
static double a[N];

static void step(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = a[i] * 0.75 + i;
}

int main(void) {
  step();
  fflush(stdout);
  pid_t child = fork();
  if (child < 0)
    return 1;
  step();
  if (child == 0) {
    print_hash("child", a, sizeof a);
    fflush(stdout);
    _exit(9);
  }
  int status;
  waitpid(child, &status, 0);
  step();
  print_hash("parent", a, sizeof a);
  return WEXITSTATUS(status);
}
