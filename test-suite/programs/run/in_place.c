/* Callers pass one array under two names, or arrays that overlap, or arrays that lie apart. */
// flags: -ffp-contract=off
#include "hash.h"
#include <stdlib.h>

enum { N = 1500, W = 40, H = 37 };
typedef struct {
  double re, im;
} cplx;

__attribute__((noinline)) void sum(int n, double a, const double *x, double b, const double *y, double *w) {
  for (int i = 0; i < n; i++) // raddle: device
    w[i] = a * x[i] + b * y[i];
}

/* Other elements than the iteration's own: one array is no good. */
__attribute__((noinline)) void smooth(int n, const double *x, double *w) {
  for (int i = 1; i < n - 1; i++) // raddle: device | host(anti on 'y')
    w[i] = x[i - 1] + 2 * x[i] + x[i + 1];
}

/* What an iteration reads behind its store is the new value where the arrays are one. */
__attribute__((noinline)) void twice(int n, const double *x, double *w, double *v) {
  for (int i = 0; i < n; i++) { // raddle: device
    w[i] = x[i] * 0.5 + 1;
    v[i] = x[i] - 3;
  }
}

/* The same row of another loop. */
__attribute__((noinline)) void rows(int h, int w, float (*in)[w], float (*out)[w]) {
  for (int i = 0; i < h; i++) { // raddle: device
    float line[W];
    for (int j = 0; j < w; j++)
      line[j] = in[i][j];
    for (int j = 0; j < w; j++)
      out[i][j] = line[w - 1 - j] * 2;
  }
}

__attribute__((noinline)) void product(int n, const cplx *a, const cplx *b, cplx *c) {
  for (int i = 0; i < n; i++) { // raddle: device
    double re = a[i].re * b[i].re - a[i].im * b[i].im, im = a[i].re * b[i].im + a[i].im * b[i].re;
    c[i].re = re;
    c[i].im = im;
  }
}

/* Without the variables an iteration overwrites what it reads next. */
__attribute__((noinline)) void careless(int n, const cplx *a, const cplx *b, cplx *c) {
  for (int i = 0; i < n; i++) { // raddle: device
    c[i].re = a[i].re * b[i].re - a[i].im * b[i].im;
    c[i].im = a[i].re * b[i].im + a[i].im * b[i].re;
  }
}

__attribute__((noinline)) void residual(int h, int w, double **u, double **v, double **r) {
  for (int i = 1; i < h - 1; i++) // raddle: threads(it follows the pointers in 'u')
    for (int j = 1; j < w - 1; j++)
      r[i][j] = v[i][j] - u[i - 1][j] - u[i + 1][j] + 2 * u[i][j - 1];
}

/* Types that C keeps apart, but for characters. */
__attribute__((noinline)) void bytes(int n, const unsigned char *x, signed char *w) {
  for (int i = 0; i < n; i++) // raddle: device
    w[i] = (signed char)(x[i] / 2 + 1);
}

/* Elements behind each other: what the next iteration reads was written by this one. */
__attribute__((noinline)) void shifted(int n, double *restrict y, const double *x, double *w) {
  for (int i = 0; i < n; i++) { // raddle: device
    y[i] += x[i];
    w[i] = y[i] * x[i];
  }
}

static double *numbers(int n, int seed) {
  double *it = malloc(n * sizeof *it);
  for (int i = 0; i < n; i++) // raddle: device
    it[i] = (i * 7 + seed) % 101 / 128.;
  return it;
}

static void of_vectors(void) {
  double *x = numbers(N + 8, 1), *y = numbers(N + 8, 2), *w = numbers(N + 8, 3);
  double *outs[] = {w, x, y, x + 1, y + 3};
  for (int round = 0; round < 5; round++) { // raddle: host('round % 2 ? w : x + 4' is not a pointer)
    double *out = outs[round];
    sum(N, 0.5, x, 0.25, y, out);
    sum(N, 0.5, x, 0.25, x, out);
    smooth(N, x, out);
    smooth(N, y, y);
    twice(N, x, out, w);
    twice(N, out, w, out);
    twice(N, x, x, x);
    shifted(N, y, w, w);
    shifted(N, y, x, round % 2 ? w : x + 4);
    sum(N, 0.5, out, 0.125, out, out);
    for (int i = 0; i < N; i++) // raddle: device
      x[i] /= 64, y[i] /= 64, w[i] /= 64;
  }
  print_hash("vectors", x, N * 8), print_hash("vectors", y, N * 8), print_hash("vectors", w, N * 8);
  free(x), free(y), free(w);
}

static void of_structs(void) {
  cplx *a = (cplx *)numbers(2 * N, 4), *b = (cplx *)numbers(2 * N, 5), *c = (cplx *)numbers(2 * N, 6);
  product(N, a, b, c), product(N, a, b, a), product(N, a, b, b), product(N / 2, c, c, c), product(N - 1, a, b, a + 1);
  print_hash("complex", a, N * 16), print_hash("complex", b, N * 16), print_hash("complex", c, N * 16);
  careless(N / 2, a, b, c), careless(N / 2, c, b, c), careless(N / 2, b, c, c), careless(N / 2, a, a, a);
  print_hash("careless", a, N * 16), print_hash("careless", c, N * 16);
  free(a), free(b), free(c);
}

static void of_rows(void) {
  static float in[H][W], out[H][W];
  static double cells[3][H][W];
  double *u[H], *v[H], *r[H];
  for (int i = 0; i < H; i++) {   // raddle: host(pointer 'u[i] = cells[0][i]')
    for (int j = 0; j < W; j++) // raddle: device
      in[i][j] = i * 3 + j, cells[0][i][j] = i - j, cells[1][i][j] = i * j % 17, cells[2][i][j] = 1;
    u[i] = cells[0][i], v[i] = cells[1][i], r[i] = cells[2][i];
  }
  rows(H, W, in, out), rows(H, W, out, out), rows(H - 1, W, out, out + 1), rows(H, W, in, in);
  residual(H, W, u, v, r), residual(H, W, u, r, r), residual(H, W, r, r, r);
  v[4] = r[3];
  residual(H, W, u, v, r);
  double all = 0;
  for (int i = 0; i < H; i++)   // raddle: host(anti on 'all')
    for (int j = 0; j < W; j++) // raddle: host(anti on 'all')
      all = all * 0.99 + in[i][j] + 2 * out[i][j] + cells[0][i][j] + 3 * cells[1][i][j] + 5 * cells[2][i][j];
  printf("rows %.17g\n", all);
}

int main(void) {
  of_vectors();
  of_structs();
  of_rows();
  unsigned char letters[N];
  for (int i = 0; i < N; i++) // raddle: device
    letters[i] = i * 11;
  bytes(N, letters, (signed char *)letters), bytes(N - 1, letters, (signed char *)letters + 1);
  unsigned hash = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 'hash')
    hash = hash * 31 + letters[i];
  printf("bytes %u\n", hash);
}
