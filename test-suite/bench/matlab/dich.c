#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(a, i, j) a[(long)(j) * n + (i)]

static int relax(int n, double *u, double weight, double tolerance, int sweeps, double *last) {
  double change = 1;
  int sweep = 0;
  while (change > tolerance && sweep < sweeps) {
    change = 0;
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        double step =
            weight * (AT(u, i, j + 1) + AT(u, i, j - 1) + AT(u, i + 1, j) + AT(u, i - 1, j) - 4 * AT(u, i, j)) / 4;
        AT(u, i, j) += step;
        if (fabs(step) > change)
          change = fabs(step);
      }
    sweep++;
  }
  *last = change;
  return sweep;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int n = atoi(argv[1]), sweeps = atoi(argv[2]);
  double *u = malloc((long)n * n * sizeof(double)), change, sum = 0;
  for (long k = 0; k < (long)n * n; k++)
    u[k] = 70;
  for (int i = 0; i < n; i++) {
    double x = (double)i / (n - 1);
    AT(u, i, 0) = 20 + 160 * x;
    AT(u, i, n - 1) = 180 * (x * x);
  }
  for (int j = 0; j < n; j++) {
    AT(u, 0, j) = 20 * (1 - (double)j / (n - 1));
    AT(u, n - 1, j) = 180;
  }
  double c = 2 * cos(M_PI / (n - 1));
  int sweep = relax(n, u, 4 / (2 + sqrt(4 - c * c)), 1e-3, sweeps, &change);
  for (long k = 0; k < (long)n * n; k++)
    sum += u[k];
  printf("%d\n%.15g\n%.15g\n%.15g\n%.15g\n", sweep, change, sum, AT(u, 1, 1), AT(u, n - 2, n - 2));
}
