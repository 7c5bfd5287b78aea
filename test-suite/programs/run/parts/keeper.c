/* Keeps the pointers that it is given and that it gives. */
#include "keeper.h"
#include <stdlib.h>
double *held;
void keep(double *p) {
  held = p;
}
double *kept(void) {
  return held;
}
double *made(int n) {
  held = malloc(n * sizeof *held);
  return held;
}
