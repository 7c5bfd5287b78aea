/* Bodies that attract each other, an array of structs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double x, y, z, vx, vy, vz, m;
} Body;
int main(void) {
  int n = 2000;
  Body *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++)
    b[i] = (Body){i % 13, i % 7, i % 11, 0, 0, 0, 1 + i % 3};
  for (int s = 0; s < 10; s++) {
    for (int i = 0; i < n; i++) {
      double fx = 0, fy = 0, fz = 0;
      for (int j = 0; j < n; j++) {
        double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
        double d2 = dx * dx + dy * dy + dz * dz + 0.01, inv = 1.0 / sqrt(d2), f = b[j].m * inv * inv * inv;
        fx += f * dx;
        fy += f * dy;
        fz += f * dz;
      }
      b[i].vx += 0.01 * fx;
      b[i].vy += 0.01 * fy;
      b[i].vz += 0.01 * fz;
    }
    for (int i = 0; i < n; i++) {
      b[i].x += 0.01 * b[i].vx;
      b[i].y += 0.01 * b[i].vy;
      b[i].z += 0.01 * b[i].vz;
    }
  }
  double e = 0;
  for (int i = 0; i < n; i++)
    e += b[i].m * (b[i].vx * b[i].vx + b[i].vy * b[i].vy + b[i].vz * b[i].vz);
  printf("%.15g\n", e);
}
