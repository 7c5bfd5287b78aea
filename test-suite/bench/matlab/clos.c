#include <stdio.h>
#include <stdlib.h>

static double count(int n, const double *a) {
  double sum = 0;
  for (long k = 0; k < (long)n * n; k++)
    sum += a[k];
  return sum;
}

static void multiply(int n, const double *restrict a, double *restrict product) {
  for (int i = 0; i < n; i++) {
    double *row = product + (long)i * n;
    for (int j = 0; j < n; j++)
      row[j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        row[j] += a[(long)i * n + k] * a[(long)k * n + j];
    for (int j = 0; j < n; j++)
      row[j] = row[j] > 0;
  }
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  int n = atoi(argv[1]), products = 0;
  double *links = calloc((long)n * n, sizeof(double)), *next = malloc((long)n * n * sizeof(double));
  for (int i = 0; i < n; i++) {
    links[(long)i * n + i] = 1;
    links[(long)i * n + 3L * (i + 1) % n] = 1;
    links[(long)i * n + (2L * (i + 1) + 1) % n] = 1;
  }
  double pairs = count(n, links), before = 0;
  while (pairs > before) {
    before = pairs;
    multiply(n, links, next);
    double *last = links;
    links = next;
    next = last;
    pairs = count(n, links);
    products++;
  }
  double to_second = 0, from_last = 0;
  for (int i = 0; i < n; i++) {
    to_second += links[(long)i * n + 1];
    from_last += links[(long)(n - 1) * n + i];
  }
  printf("%.15g\n%d\n%.15g\n%.15g\n", pairs, products, to_second, from_last);
}
