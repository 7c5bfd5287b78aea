#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int nx, ny, nz;

/* The first subscript is the one of neighbours in memory. */
#define EX(i, j, k) Ex[((long)(k) * (ny + 1) + (j)) * nx + (i)]
#define EY(i, j, k) Ey[((long)(k) * ny + (j)) * (nx + 1) + (i)]
#define EZ(i, j, k) Ez[((long)(k) * (ny + 1) + (j)) * (nx + 1) + (i)]
#define HX(i, j, k) Hx[((long)(k) * ny + (j)) * (nx + 1) + (i)]
#define HY(i, j, k) Hy[((long)(k) * (ny + 1) + (j)) * nx + (i)]
#define HZ(i, j, k) Hz[((long)(k) * ny + (j)) * nx + (i)]

static void magnetic_step(const double *restrict Ex, const double *restrict Ey, const double *restrict Ez,
                          double *restrict Hx, double *restrict Hy, double *restrict Hz, double hx, double hy,
                          double hz) {
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx + 1; i++)
        HX(i, j, k) = HX(i, j, k) + hz * (EY(i, j, k + 1) - EY(i, j, k)) - hy * (EZ(i, j + 1, k) - EZ(i, j, k));
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny + 1; j++)
      for (int i = 0; i < nx; i++)
        HY(i, j, k) = HY(i, j, k) + hx * (EZ(i + 1, j, k) - EZ(i, j, k)) - hz * (EX(i, j, k + 1) - EX(i, j, k));
  for (int k = 0; k < nz + 1; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        HZ(i, j, k) = HZ(i, j, k) + hy * (EX(i, j + 1, k) - EX(i, j, k)) - hx * (EY(i + 1, j, k) - EY(i, j, k));
}

static void electric_step(double *restrict Ex, double *restrict Ey, double *restrict Ez, const double *restrict Hx,
                          const double *restrict Hy, const double *restrict Hz, double ex, double ey, double ez) {
  for (int k = 1; k < nz; k++)
    for (int j = 1; j < ny; j++)
      for (int i = 0; i < nx; i++)
        EX(i, j, k) = EX(i, j, k) + ey * (HZ(i, j, k) - HZ(i, j - 1, k)) - ez * (HY(i, j, k) - HY(i, j, k - 1));
  for (int k = 1; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx; i++)
        EY(i, j, k) = EY(i, j, k) + ez * (HX(i, j, k) - HX(i, j, k - 1)) - ex * (HZ(i, j, k) - HZ(i - 1, j, k));
  for (int k = 0; k < nz; k++)
    for (int j = 1; j < ny; j++)
      for (int i = 1; i < nx; i++)
        EZ(i, j, k) = EZ(i, j, k) + ex * (HY(i, j, k) - HY(i - 1, j, k)) - ey * (HX(i, j, k) - HX(i, j - 1, k));
}

static double energy(const double *a, long count) {
  double sum = 0;
  for (long k = 0; k < count; k++)
    sum += a[k] * a[k];
  return sum;
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
  int steps = atoi(argv[4]);
  double light = 299792458, permeability = 4e-7 * M_PI, permittivity = 1 / (light * light * permeability);
  double dx = 0.05 / nx, dy = 0.04 / ny, dz = 0.02 / nz;
  double dt = 0.5 / (light * sqrt(1 / (dx * dx) + 1 / (dy * dy) + 1 / (dz * dz)));
  long ex_count = (long)nx * (ny + 1) * (nz + 1), ey_count = (long)(nx + 1) * ny * (nz + 1);
  long ez_count = (long)(nx + 1) * (ny + 1) * nz, hx_count = (long)(nx + 1) * ny * nz;
  long hy_count = (long)nx * (ny + 1) * nz, hz_count = (long)nx * ny * (nz + 1);
  double *Ex = calloc(ex_count, sizeof(double)), *Ey = calloc(ey_count, sizeof(double));
  double *Ez = calloc(ez_count, sizeof(double)), *Hx = calloc(hx_count, sizeof(double));
  double *Hy = calloc(hy_count, sizeof(double)), *Hz = calloc(hz_count, sizeof(double));
  double *in_x = malloc((nx + 1) * sizeof(double)), *in_y = malloc((ny + 1) * sizeof(double));
  double *wave_x = malloc((nx + 1) * sizeof(double)), *wave_y = malloc((ny + 1) * sizeof(double));
  double *twice_y = malloc((ny + 1) * sizeof(double));
  for (int i = 0; i <= nx; i++) {
    in_x[i] = sin(M_PI * i / nx);
    wave_x[i] = cos(0.2 * (i + 1));
  }
  for (int j = 0; j <= ny; j++) {
    in_y[j] = sin(M_PI * j / ny);
    twice_y[j] = sin(2 * M_PI * j / ny);
    wave_y[j] = cos(0.1 * j);
  }
  for (int k = 1; k < nz; k++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i <= nx; i++)
        EY(i, j, k) = in_x[i] * wave_y[j] * (k + 1);
    for (int j = 1; j < ny; j++)
      for (int i = 0; i < nx; i++)
        EX(i, j, k) = wave_x[i] * in_y[j];
  }
  for (int k = 0; k < nz; k++)
    for (int j = 1; j < ny; j++)
      for (int i = 1; i < nx; i++)
        EZ(i, j, k) = in_x[i] * twice_y[j];

  for (int step = 0; step < steps; step++) {
    magnetic_step(Ex, Ey, Ez, Hx, Hy, Hz, dt / (permeability * dx), dt / (permeability * dy), dt / (permeability * dz));
    electric_step(Ex, Ey, Ez, Hx, Hy, Hz, dt / (permittivity * dx), dt / (permittivity * dy), dt / (permittivity * dz));
  }
  double electric = energy(Ex, ex_count) + energy(Ey, ey_count) + energy(Ez, ez_count);
  double magnetic = energy(Hx, hx_count) + energy(Hy, hy_count) + energy(Hz, hz_count), most = 0;
  for (long k = 0; k < hz_count; k++)
    most = fabs(Hz[k]) > most ? fabs(Hz[k]) : most;
  printf("%.15g\n%.15g\n%.15g\n%.15g\n%.15g\n", electric, magnetic, EX(1, 2, 1), HY(2, 2, 2), most);
}
