/* Blocks from malloc, calloc and realloc: rows of a pointer to an array, a flat block, and blocks that move. */
#include "hash.h"
#include <stdlib.h>

int main(void) {
  enum { N = 48, M = 33 };
  float(*a)[M] = malloc(sizeof(float[N][M]));
  float *x = calloc(M, sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < M; j++)
      a[i][j] = (float)(i - j) / (i + j + 1);
  for (int j = 0; j < M; j++) // raddle: device
    x[j] = 1.0f / (j + 2);
  for (int i = 0; i < N; i++) { // raddle: device
    y[i] = 0;
    for (int j = 0; j < M; j++)
      y[i] += a[i][j] * x[j];
  }
  print_hash("y", y, N * sizeof *y);
  y = realloc(y, 4 * N * sizeof *y);
  for (int i = N; i < 4 * N; i++) // raddle: device
    y[i] = y[i % N] * 2 + i;
  print_hash("y", y, 4 * N * sizeof *y);
  free(y);
  /* A new block, perhaps where the old one was. */
  y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++) // raddle: device
    y[i] = i * 0.25f;
  print_hash("y", y, N * sizeof *y);
  free(a);
  free(x);
  free(y);
  return 0;
}
