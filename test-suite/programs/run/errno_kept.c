/* Loops leave errno as it is, whatever the system answers while they run on a device. */
#include "hash.h"
#include <errno.h>
#include <stdlib.h>

enum { N = 3000 };
static int a[N];

static void fill(int z) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = a[i] / 3 + i * z;
}

int main(void) {
  errno = 0;
  int z = (int)strtol("123", NULL, 10);
  fill(z);
  printf("%d\n", errno);
  errno = EDOM;
  fill(z);
  printf("%d\n", errno == EDOM);
  PRINT_HASH(a);
  return 0;
}
