/* Heat in a plate until it changes little. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int nx = 1000, ny = 1000;
  double *u = calloc(nx * ny, 8), *un = calloc(nx * ny, 8), diff = 1;
  int it = 0;
  for (int j = 0; j < ny; j++)
    u[j] = un[j] = 100;
  while (diff > 1e-3 && it < 150) {
    diff = 0;
    for (int i = 1; i < nx - 1; i++)
      for (int j = 1; j < ny - 1; j++) {
        un[i * ny + j] = 0.25 * (u[(i - 1) * ny + j] + u[(i + 1) * ny + j] + u[i * ny + j - 1] + u[i * ny + j + 1]);
        double d = fabs(un[i * ny + j] - u[i * ny + j]);
        if (d > diff)
          diff = d;
      }
    double *t = u;
    u = un;
    un = t;
    it++;
  }
  double s = 0;
  for (int i = 0; i < nx * ny; i++)
    s += u[i];
  printf("%d %.15g\n", it, s);
}
