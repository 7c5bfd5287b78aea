/* Triangles, bands and trapezoids: the hull has places where nothing is to be done. Sizes are no multiples of tiles. */
// flags: -lm
#include "hash.h"
#include <math.h>

enum { N = 211, M = 137 };
static double a[N][N], b[N][M], v[N], w[N];
// Nobody has touched it before.
static double fresh[N * 8][N * 8];

static void upper(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = i + 1; j < N; j++)
      a[i][j] = a[i][j] * 0.5 + sqrt(v[i] * v[j]) / (w[i] + w[j]);
}

static void lower(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] - v[i] * w[j];
}

static void band(int width) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = i - width; j <= i + width; j++)
      if (j >= 0 && j < M)
        b[i][j] += v[i] / (1 + w[j]);
}

static void columns(void) {
  for (int j = 0; j < M; j++) // raddle: device
    for (int i = j; i < N - j; i++)
      b[i][j] = b[i][j] * 2 + j;
}

static void every_third(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = i; j < N; j += 3)
      a[i][j] += 1;
}

static void backwards(void) {
  for (int i = N - 1; i >= 0; i--) // raddle: device
    for (int j = N - 1; j > i; j--)
      a[i][j] += v[j];
}

// The loop around goes inside, and its tiles are cut by the diagonal and by the edge.
static void again_and_again(int steps) {
  for (int t = 0; t < steps; t++) // raddle: device
    for (int i = 0; i < N; i++)
      for (int j = i + 1; j < N; j++)
        a[i][j] = a[i][j] * 0.75 + sqrt(v[i] * v[j] + t);
}

static void sums(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < n; j++)
      if (j <= i) {
        double s = 0;
        for (int k = 0; k < M; k++)
          s += b[i][k] * b[j][k];
        a[i][j] = s;
      }
}

static void first_touch(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = i; j < n; j++)
      fresh[i][j] += i + 0.5 * j;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    v[i] = i * 0.25 + 1;
  for (int i = 0; i < N; i++) // raddle: device
    w[i] = 1.0 / (i + 3);
  upper();
  lower();
  band(7);
  columns();
  every_third();
  backwards();
  PRINT_HASH(a);
  again_and_again(6);
  PRINT_HASH(a);
  sums(N - 2);
  first_touch(N * 8);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(fresh);
  return 0;
}
