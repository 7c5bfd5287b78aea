/* The exit status is the program's, with output that is flushed at exit and handlers that run. */
#include "hash.h"
#include <stdlib.h>

enum { N = 60 };
static double a[N];

static void at_exit(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] *= 2;
  PRINT_HASH(a);
}

int main(void) {
  atexit(at_exit);
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = i * 0.75;
  printf("no newline at the end");
  exit(43);
}
