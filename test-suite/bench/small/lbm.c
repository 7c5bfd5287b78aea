/* A lattice Boltzmann fluid, its directions in tables. */
#include <stdio.h>
#include <stdlib.h>
#define NX 256
#define NY 256
static double f[9][NY][NX], fn[9][NY][NX];
static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double w[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
int main(void) {
  for (int q = 0; q < 9; q++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        f[q][y][x] = w[q] * (1 + 0.01 * ((x * y) % 7));
  for (int t = 0; t < 60; t++) {
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        double rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < 9; q++) {
          rho += f[q][y][x];
          ux += cx[q] * f[q][y][x];
          uy += cy[q] * f[q][y][x];
        }
        ux /= rho;
        uy /= rho;
        for (int q = 0; q < 9; q++) {
          double cu = 3 * (cx[q] * ux + cy[q] * uy);
          double feq = w[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
          f[q][y][x] += (feq - f[q][y][x]) * 0.6;
        }
      }
    for (int q = 0; q < 9; q++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
          int sx = (x - cx[q] + NX) % NX, sy = (y - cy[q] + NY) % NY;
          fn[q][y][x] = f[q][sy][sx];
        }
    for (int q = 0; q < 9; q++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
          f[q][y][x] = fn[q][y][x];
  }
  double s = 0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      s += f[3][y][x] * (x + 1);
  printf("%.15g\n", s);
}
