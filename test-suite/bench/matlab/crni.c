#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* work has room for the changed diagonal and the changed right side. */
static void tridiagonal(int n, const double *lower, const double *middle, const double *upper, const double *right,
                        double *restrict x, double *restrict work) {
  double *m = work, *b = work + n;
  m[0] = middle[0];
  b[0] = right[0];
  for (int k = 1; k < n; k++) {
    double factor = lower[k - 1] / m[k - 1];
    m[k] = middle[k] - factor * upper[k - 1];
    b[k] = right[k] - factor * b[k - 1];
  }
  x[n - 1] = b[n - 1] / m[n - 1];
  for (int k = n - 2; k >= 0; k--)
    x[k] = (b[k] - upper[k] * x[k + 1]) / m[k];
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int points = atoi(argv[1]), steps = atoi(argv[2]);
  double dx = 1.0 / (points - 1), dt = 0.1 / (steps - 1);
  double r = dt / (dx * dx), s1 = 2 + 2 / r, s2 = 2 / r - 2;
  double *u = malloc((long)points * steps * sizeof(double));
  double *lower = malloc(points * sizeof(double)), *middle = malloc(points * sizeof(double));
  double *upper = malloc(points * sizeof(double)), *b = malloc(points * sizeof(double));
  double *work = malloc(2L * points * sizeof(double));
  for (int i = 0; i < points; i++) {
    double x = (double)i / (points - 1);
    u[i] = sin(M_PI * x) + sin(3 * M_PI * x);
    lower[i] = upper[i] = -1;
    middle[i] = s1;
  }
  middle[0] = middle[points - 1] = 1;
  lower[points - 2] = upper[0] = 0;
  u[0] = u[points - 1] = b[0] = b[points - 1] = 0;
  for (int j = 1; j < steps; j++) {
    const double *old = u + (long)(j - 1) * points;
    for (int i = 1; i < points - 1; i++)
      b[i] = old[i - 1] + old[i + 1] + s2 * old[i];
    tridiagonal(points, lower, middle, upper, b, u + (long)j * points, work);
  }
  const double *last = u + (long)(steps - 1) * points;
  double sum = 0, sum_last = 0, most = u[points];
  for (long k = 0; k < (long)points * steps; k++)
    sum += u[k];
  for (int i = 0; i < points; i++) {
    sum_last += last[i];
    most = u[points + i] > most ? u[points + i] : most;
  }
  printf("%.15g\n%.15g\n%.15g\n%.15g\n", sum, sum_last, last[(int)round(points / 2.0) - 1], most);
}
