/* Grids whose edges meet: neighbours by remainders and by choices. */
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
typedef struct {
  double speed[3];
  int wall;
} cell;
static double seed = 0.5;
static double next(void) {
  seed = seed * 3.7 * (1 - seed);
  return seed;
}
static void ring(int n, const double *a, double *b) {
  for (int i = 0; i < n; i++) // raddle: device
    b[i] = a[(i + 1) % n] - a[(i + n - 1) % n] + a[i == 0 ? n - 1 : i - 1];
}
static void torus(int n, int m, const double *a, double *b) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      int up = (i + 1) % n, down = i == 0 ? n - 1 : i - 1;
      int left = (j - 1 + m) % m, right = j == m - 1 ? 0 : j + 1;
      b[i * m + j] = a[up * m + j] + a[down * m + j] - a[i * m + left] * 0.5 - a[i * m + right] + a[up * m + left];
    }
}
static void columns(int L, const double *a, double *b) {
  for (int x = 0; x < L; x++) // raddle: device
    for (int y = 0; y < L; y++)
      b[x + y * L] = a[(x + 1) % L + y * L] + a[x + ((y + 1) % L) * L] + a[(x - 1 + L) % L + ((y - 1 + L) % L) * L];
}
static void cells(size_t n, size_t m, const cell *a, cell *b) {
  for (size_t i = 0; i < n; i++) // raddle: device
    for (size_t j = 0; j < m; j++) {
      size_t e = (j + 1) % m, w = j == 0 ? m - 1 : j - 1, s = (i + 1) % n;
      if (a[i * m + j].wall)
        b[i * m + j].speed[0] = a[i * m + e].speed[1];
      else {
        b[i * m + j].speed[0] = a[i * m + w].speed[0];
        b[i * m + j].speed[1] = a[s * m + e].speed[2];
      }
      b[i * m + j].speed[2] = a[i * m + j].speed[2] * 2;
    }
}
static void clamped(int n, int m, const double *a, double *b) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      int y = i + 2 < 0 ? 0 : i + 2 > n - 1 ? n - 1 : i + 2, x = j - 3 < 0 ? 0 : j - 3;
      b[i * m + j] = a[y * m + x] + a[(i & 7) * m + (j & 3)];
    }
}
static void in_place(int n, int m, double *a) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      a[i * m + j] = a[((i + 1) % n) * m + j] + 1;
}
static void shifted(int n, double *a) {
  for (int i = 0; i < n; i++) // raddle: host(anti on 'a')
    a[i] = a[n + (i + 1) % n] * 2;
}
static double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) // raddle: host(anti on 's')
    s = s * 1.0001 + a[i];
  return s;
}
int main(void) {
  int sizes[][2] = {{1, 1}, {1, 9}, {8, 4}, {33, 47}, {64, 64}, {0, 5}};
  for (int k = 0; k < 6; k++) { // raddle: host('malloc(...)' is not a pointer that a nest can follow)
    int n = sizes[k][0], m = sizes[k][1], all = n * m, some = all < 64 ? 64 : all;
    double *a = malloc((2 * some + 8) * sizeof *a), *b = malloc((2 * some + 8) * sizeof *b);
    cell *c = calloc(all + 1, sizeof *c), *d = calloc(all + 1, sizeof *d);
    for (int i = 0; i < 2 * some; i++) { // raddle: host(anti on 'seed')
      a[i] = next();
      b[i] = next();
    }
    for (int i = 0; i < all; i++) { // raddle: device | host(anti on 'seed')
      for (int v = 0; v < 3; v++) // raddle: host(anti on 'seed')
        c[i].speed[v] = next();
      c[i].wall = i % 5 == 0;
    }
    ring(all, a, b);
    printf("%.17g ", sum(b, all));
    torus(n, m, a, b);
    printf("%.17g ", sum(b, all));
    if (n == m) {
      columns(n, a, b);
      printf("%.17g ", sum(b, all));
    }
    cells(n, m, c, d);
    printf("%.17g ", all ? d[all / 2].speed[0] + d[all - 1].speed[1] + d[0].speed[2] : 0.0);
    if (n >= 8 && m >= 4) {
      clamped(n, m, a, b);
      printf("%.17g ", sum(b, all));
    }
    torus(n, m, a, a + 1);
    printf("%.17g ", sum(a, all + 1));
    in_place(n, m, a);
    printf("%.17g ", sum(a, all));
    shifted(all, a);
    printf("%.17g\n", sum(a, all));
    free(a);
    free(b);
    free(c);
    free(d);
  }
}
