#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int bodies = atoi(argv[1]), steps = atoi(argv[2]);
  double dt = 0.001, softening = 0.01;
  double *mass = malloc(bodies * sizeof(double));
  double *x = malloc(bodies * sizeof(double)), *y = malloc(bodies * sizeof(double)), *z = malloc(bodies * sizeof(double));
  double *vx = calloc(bodies, sizeof(double)), *vy = calloc(bodies, sizeof(double)), *vz = calloc(bodies, sizeof(double));
  double *ax = malloc(bodies * sizeof(double)), *ay = malloc(bodies * sizeof(double)), *az = malloc(bodies * sizeof(double));
  for (int i = 0; i < bodies; i++) {
    mass[i] = 1 + 0.5 * ((i + 1) % 7);
    x[i] = 10 * sin(1.3 * (i + 1));
    y[i] = 10 * cos(2.1 * (i + 1));
    z[i] = 10 * sin(0.7 * (i + 1) + 1);
  }
  for (int step = 0; step < steps; step++) {
    for (int k = 0; k < bodies; k++) {
      double fx = 0, fy = 0, fz = 0;
      for (int i = 0; i < bodies; i++) {
        double dx = x[i] - x[k], dy = y[i] - y[k], dz = z[i] - z[k];
        double square = dx * dx + dy * dy + dz * dz + softening;
        double pull = mass[i] / (square * sqrt(square));
        fx += pull * dx;
        fy += pull * dy;
        fz += pull * dz;
      }
      ax[k] = fx;
      ay[k] = fy;
      az[k] = fz;
    }
    for (int i = 0; i < bodies; i++) {
      vx[i] += dt * ax[i];
      vy[i] += dt * ay[i];
      vz[i] += dt * az[i];
      x[i] += dt * vx[i];
      y[i] += dt * vy[i];
      z[i] += dt * vz[i];
    }
  }
  double kinetic = 0, far_x = 0, far_y = 0, far_z = 0;
  for (int i = 0; i < bodies; i++) {
    kinetic += mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    far_x += fabs(x[i]);
    far_y += fabs(y[i]);
    far_z += fabs(z[i]);
  }
  printf("%.15g\n%.15g\n%.15g\n%.15g\n%.15g\n", 0.5 * kinetic, far_x, far_y, far_z, vx[0]);
}
