/* Blocks that functions of another file keep, and are reached from here. */
// with: parts/keeper.c
#include "parts/keeper.h"
#include <stdio.h>
#include <stdlib.h>
#define N 4000
static int at[N];
static double check(const double *p) {
  double s = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 's')
    s = s * 1.0001 + p[i];
  return s;
}
int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    at[i] = (i * 7) % N;
  for (int round = 0; round < 2; round++) { // raddle: host('malloc(...)' is not a pointer that a nest can follow)
    double *a = malloc((N + 1) * sizeof *a);
    for (int i = 0; i <= N; i++) // raddle: device
      a[i] = i * 0.5;
    keep(a);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      held[i + 1] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", check(a));
    free(a);
  }
  double *b = made(N + 1), *c = kept();
  for (int i = 0; i <= N; i++) // raddle: device
    b[i] = i * 0.25;
  for (int i = 0; i < N; i++) // raddle: host(the extent of 'b' that the loop reaches is not known)
    c[i + 1] = b[at[i] + (b[i] > 1e300)] + 1;
  printf("%.17g\n", check(b));
  return 0;
}
