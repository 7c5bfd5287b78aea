#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[(long)i * n + j] += a[(long)i * n + k] * b[(long)k * n + j];
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  int n = atoi(argv[1]);
  double *a = malloc((long)n * n * sizeof(double)), *b = malloc((long)n * n * sizeof(double));
  double *c = calloc((long)n * n, sizeof(double)), sum = 0, trace = 0, most = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int r = (7 * (i + 1) - 2 * (j + 1)) % 13;
      a[(long)i * n + j] = (3 * (i + 1) + 5 * (j + 1)) % 17 / 16.0 - 0.5;
      b[(long)i * n + j] = (r < 0 ? r + 13 : r) / 12.0 - 0.4;
    }
  multiply(n, a, b, c);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      double element = c[(long)i * n + j];
      sum += element;
      most = fabs(element) > most ? fabs(element) : most;
    }
  for (int i = 0; i < n; i++)
    trace += c[(long)i * n + i];
  printf("%.15g\n%.15g\n%.15g\n%.15g\n", sum, trace, c[2L * n - 1], most);
}
