/* Ends by SIGSEGV: a crash in the program gives its signal. */
#include "hash.h"

int main(void) {
  double a[50];
  for (int i = 0; i < 50; i++)
    a[i] = i / 7.0;
  PRINT_HASH(a);
  fflush(stdout);
  volatile int *volatile nowhere = 0;
  return *nowhere;
}
