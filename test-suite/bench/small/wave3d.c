/* A wave equation, three arrays that take turns. */
#include <stdio.h>
#include <stdlib.h>
static double *cur, *prev, *next;
static int N = 120;
#define I(z, y, x) (((z) * N + (y)) * N + (x))
static void step(double c) {
  for (int z = 1; z < N - 1; z++)
    for (int y = 1; y < N - 1; y++)
      for (int x = 1; x < N - 1; x++)
        next[I(z, y, x)] = 2 * cur[I(z, y, x)] - prev[I(z, y, x)] +
                           c * (cur[I(z - 1, y, x)] + cur[I(z + 1, y, x)] + cur[I(z, y - 1, x)] + cur[I(z, y + 1, x)] +
                                cur[I(z, y, x - 1)] + cur[I(z, y, x + 1)] - 6 * cur[I(z, y, x)]);
}
int main(void) {
  cur = calloc(N * N * N, 8);
  prev = calloc(N * N * N, 8);
  next = calloc(N * N * N, 8);
  cur[I(N / 2, N / 2, N / 2)] = 1;
  for (int t = 0; t < 80; t++) {
    step(0.1);
    double *tmp = prev;
    prev = cur;
    cur = next;
    next = tmp;
  }
  double s = 0;
  for (int i = 0; i < N * N * N; i++)
    s += cur[i] * cur[i];
  printf("%.15g\n", s);
}
