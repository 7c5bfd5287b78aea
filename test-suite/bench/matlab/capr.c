#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Columns lie one after the other. */
#define AT(a, i, j) a[(long)(j) * rows + (i)]

static void conductors(int rows, int columns, double *f, double *is_free) {
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows; i++) {
      int inner = 2 * (i + 1) <= rows && 2 * (j + 1) <= columns;
      AT(f, i, j) = inner;
      AT(is_free, i, j) = !inner && i < rows - 1 && j < columns - 1;
    }
}

static void relax(int rows, int columns, double *f, const double *is_free, double relaxation) {
  for (int j = 0; j < columns - 1; j++)
    for (int i = 0; i < rows - 1; i++) {
      double north = i == 0 ? AT(f, 1, j) : AT(f, i - 1, j);
      double west = j == 0 ? AT(f, i, 1) : AT(f, i, j - 1);
      double mean = (north + west + AT(f, i + 1, j) + AT(f, i, j + 1)) / 4;
      AT(f, i, j) += AT(is_free, i, j) * relaxation * (mean - AT(f, i, j));
    }
}

static double charge(int rows, int columns, const double *f) {
  int i = (int)round(0.75 * rows) - 1, j = (int)round(0.75 * columns) - 1;
  double q = 0;
  for (int k = 0; k <= j; k++)
    q += (AT(f, i - 1, k) - AT(f, i + 1, k)) / 2;
  for (int k = 0; k <= i; k++)
    q += (AT(f, k, j - 1) - AT(f, k, j + 1)) / 2;
  return 4 * q;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  int rows = atoi(argv[1]), columns = atoi(argv[2]), sweeps = atoi(argv[3]);
  long cells = (long)rows * columns;
  double *f = malloc(cells * sizeof(double)), *is_free = malloc(cells * sizeof(double));
  double change = 1, q = 0, sum = 0;
  conductors(rows, columns, f, is_free);
  for (int sweep = 0; sweep < sweeps; sweep++) {
    relax(rows, columns, f, is_free, 1.8);
    double old = q;
    q = charge(rows, columns, f);
    change = fabs(q - old);
  }
  for (long k = 0; k < cells; k++)
    sum += f[k];
  printf("%.15g\n%.15g\n%.15g\n%.15g\n", q, 8.854187817e-12 * q, change, sum);
}
