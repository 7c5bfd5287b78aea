#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double lesser(double a, double b) { return a < b ? a : b; }

static void distances(int n, const char *s, int m, const char *t, double *d) {
  long rows = n + 1;
  for (int i = 0; i <= n; i++)
    d[i] = i;
  for (int j = 0; j < m; j++) {
    const double *left = d + j * rows;
    double *column = d + (j + 1) * rows;
    column[0] = j + 1;
    for (int i = 0; i < n; i++)
      column[i + 1] = lesser(lesser(left[i + 1] + 1, column[i] + 1), left[i] + (s[i] != t[j]));
  }
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  int n = atoi(argv[1]);
  char *s = malloc(n), *t = malloc(n);
  double *d = malloc((n + 1L) * (n + 1L) * sizeof(double)), last = 0, sum = 0;
  for (long k = 1; k <= n; k++) {
    s[k - 1] = 'a' + k * k / 7 % 26;
    t[k - 1] = 'a' + k * (k + 5) / 9 % 26;
  }
  distances(n, s, n, t, d);
  for (long k = 0; k < (n + 1L) * (n + 1L); k++)
    sum += d[k];
  for (long j = 0; j <= n; j++)
    last += d[j * (n + 1) + n];
  printf("%.15g\n%.15g\n", d[(n + 1L) * (n + 1L) - 1], d[(lround(n / 3.0) - 1) * (n + 1L) + lround(n / 2.0) - 1]);
  printf("%.15g\n%.15g\n", last, sum);
}
