/* Ends by SIGABRT after a nest. */
#include "hash.h"
#include <stdlib.h>

int main(void) {
  double a[50];
  for (int i = 0; i < 50; i++)
    a[i] = i / 3.0;
  PRINT_HASH(a);
  fflush(stdout);
  abort();
}
