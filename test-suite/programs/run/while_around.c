/* Nests inside while and do loops that end when the data says so. */
#include "hash.h"

enum { N = 40 };
static double u[N][N], v[N][N];

static double step(void) {
  for (int i = 1; i < N - 1; i++) // raddle: device
    for (int j = 1; j < N - 1; j++)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
  double most = 0;
  for (int i = 1; i < N - 1; i++) // raddle: device
    for (int j = 1; j < N - 1; j++) {
      double change = v[i][j] - u[i][j];
      if (change < 0)
        change = -change;
      if (change > most)
        most = change;
    }
  for (int i = 1; i < N - 1; i++) // raddle: device
    for (int j = 1; j < N - 1; j++)
      u[i][j] = v[i][j];
  return most;
}

int main(void) {
  for (int j = 0; j < N; j++) // raddle: device
    u[0][j] = 100;
  int n_steps = 0;
  while (step() > 0.5) // raddle: host(before it runs)
    n_steps++;
  int scale = 1;
  do { // raddle: host(before it runs)
    for (int i = 0; i < N; i++) // raddle: device
      for (int j = 0; j < N; j++)
        v[i][j] = u[i][j] * scale;
    scale *= 2;
  } while (scale < 10);
  printf("%d %d\n", n_steps, scale);
  PRINT_HASH(u);
  PRINT_HASH(v);
  return 0;
}
