#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int bodies = atoi(argv[1]), steps = atoi(argv[2]);
  double dt = 0.001, softening = 0.01;
  double *mass = malloc(bodies * sizeof(double));
  double(*R)[3] = malloc(bodies * sizeof *R), (*V)[3] = calloc(bodies, sizeof *V), (*A)[3] = malloc(bodies * sizeof *A);
  for (int i = 0; i < bodies; i++) {
    mass[i] = 1 + 0.5 * ((i + 1) % 5);
    R[i][0] = 10 * sin(1.1 * (i + 1));
    R[i][1] = 10 * cos(1.9 * (i + 1));
    R[i][2] = 10 * sin(0.9 * (i + 1) + 2);
  }
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < bodies; i++) {
      double fx = 0, fy = 0, fz = 0;
      for (int j = 0; j < bodies; j++) {
        double dx = R[j][0] - R[i][0], dy = R[j][1] - R[i][1], dz = R[j][2] - R[i][2];
        double square = dx * dx + dy * dy + dz * dz + softening;
        double pull = mass[j] / (square * sqrt(square));
        fx += pull * dx;
        fy += pull * dy;
        fz += pull * dz;
      }
      A[i][0] = fx;
      A[i][1] = fy;
      A[i][2] = fz;
    }
    for (int i = 0; i < bodies; i++)
      for (int c = 0; c < 3; c++) {
        V[i][c] += dt * A[i][c];
        R[i][c] += dt * V[i][c];
      }
  }
  double kinetic = 0, far[3] = {0, 0, 0};
  for (int i = 0; i < bodies; i++) {
    kinetic += mass[i] * (V[i][0] * V[i][0] + V[i][1] * V[i][1] + V[i][2] * V[i][2]);
    for (int c = 0; c < 3; c++)
      far[c] += fabs(R[i][c]);
  }
  printf("%.15g\n%.15g\n%.15g\n%.15g\n%.15g\n", 0.5 * kinetic, far[0], far[1], far[2], V[0][0]);
}
