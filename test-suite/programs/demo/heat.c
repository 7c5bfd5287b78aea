// Heat spreads over a square plate: explicit finite differences, double precision, no directive anywhere.
// Usage: heat [points per side] [time steps]
#include <stdio.h>
#include <stdlib.h>

static void start(int n, double now[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      now[i][j] = (i == 0 || j == 0) ? 100.0 : 20.0;
}

static void step(int n, double now[n][n], double next[n][n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      next[i][j] = now[i][j] + 0.2 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1] - 4.0 * now[i][j]);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      now[i][j] = next[i][j];
}

static double mean(int n, double now[n][n]) {
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += now[i][j];
  return sum / n / n;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 512;
  int steps = argc > 2 ? atoi(argv[2]) : 50;
  double(*now)[n] = malloc(sizeof(double[n][n]));
  double(*next)[n] = malloc(sizeof(double[n][n]));
  if (n < 3 || !now || !next) {
    fprintf(stderr, "heat: cannot use %d points per side\n", n);
    return 1;
  }
  start(n, now);
  for (int t = 0; t < steps; t++)
    step(n, now, next);
  printf("after %d steps: corner %.17g, mean %.17g\n", steps, now[1][1], mean(n, now));
  free(next);
  free(now);
  return 0;
}
