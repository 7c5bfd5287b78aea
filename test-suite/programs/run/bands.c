// Inner loops that move with the outer ones: tiles and bands, whose hulls are far larger than what runs.
#include <stdio.h>
#include <stdlib.h>

#include "hash.h"

#define N 300000

static int strip[N], band[N][5], every[N][3];
static double grid[300][300], lower[400][400];

static void tiled_line(int n) {
  for (int from = 0; from < n; from += 64) // raddle: device
    for (int i = from; i < from + 64 && i < n; i++)
      strip[i] = strip[i] * 3 + i;
}

static void diagonals(int n, const int *restrict x) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = i - 2; j <= i + 2; j++)
      if (j >= 0 && j < n)
        band[i][j - i + 2] = x[j] - i;
}

static void clipped(int n, const int *restrict x) {
  for (int i = 0; i < n; i++) // raddle: device | threads(extent of)
    for (int j = i > 2 ? i - 2 : 0; j < i + 2 && j < n; j++)
      band[i][j - i + 2] += x[j];
}

static void steps(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 2 * i; j < 2 * i + 5; j += 2)
      every[i][(j - 2 * i) / 2] = i - j;
}

static void tiles(int n) {
  for (int r = 0; r < n; r += 32) // raddle: device
    for (int c = 0; c < n; c += 16)
      for (int i = r; i < r + 32 && i < n; i++)
        for (int j = c; j < c + 16 && j < n; j++)
          grid[i][j] = grid[i][j] * 0.5 + i * j;
}

// The hull is reached, by the first or the last row; none at all for n of 0.
static void triangles(int n, int step) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = i + step; j < n; j++)
      lower[i][j] = i - j;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = i; j >= 0; j--)
      lower[i][j] += i + j;
}

int main(void) {
  int *x = malloc(N * sizeof *x);
  for (int i = 0; i < N; i++) // raddle: device
    x[i] = i % 17 * 1000;
  for (int i = 0; i < 300; i++) // raddle: device
    for (int j = 0; j < 300; j++)
      grid[i][j] = i - j;
  tiled_line(N);
  tiled_line(N - 37);
  tiled_line(0);
  PRINT_HASH(strip);
  diagonals(N, x);
  clipped(N, x);
  clipped(1, x);
  PRINT_HASH(band);
  steps(N);
  PRINT_HASH(every);
  tiles(300);
  tiles(9);
  PRINT_HASH(grid);
  triangles(400, 3);
  triangles(100, -3 + 4);
  triangles(0, 1);
  PRINT_HASH(lower);
  free(x);
  return 0;
}
