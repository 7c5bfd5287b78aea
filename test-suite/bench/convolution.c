/* Convolutions and products in batches, as plain C has them: clang -O3 -march=native -ffp-contract=off [-DT=double] [-DW=24] against raddle build with
   the same words. Prints the times of three calls each, and a number that depends on all results. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef T
#define T float
#endif
#ifndef W
#define W 56
#endif
enum { N = 4, IC = 32, OC = 64, H = 56, K = 3 };
static T in[N][IC][H + 2][W + 2], w[OC][IC][K][K], out[N][OC][H][W], bias[OC];
static T a[64][96][96], b[64][96][96], c[64][96][96];
void conv(void) {
  for (int n = 0; n < N; n++)
    for (int o = 0; o < OC; o++)
      for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
          T s = bias[o];
          for (int i = 0; i < IC; i++)
            for (int ky = 0; ky < K; ky++)
              for (int kx = 0; kx < K; kx++) s += in[n][i][y + ky][x + kx] * w[o][i][ky][kx];
          out[n][o][y][x] = s;
        }
}
void batched(void) {
  for (int n = 0; n < 64; n++)
    for (int i = 0; i < 96; i++)
      for (int j = 0; j < 96; j++) {
        T s = 0;
        for (int k = 0; k < 96; k++) s += a[n][i][k] * b[n][k][j];
        c[n][i][j] = s;
      }
}
/* As libraries have it: sizes are parameters, padding by conditions. */
__attribute__((noinline)) void convlib(const float *x, const float *w, float *y, int n, int c, int h, int wd, int oc, int k, int pad) {
  for (int o = 0; o < oc; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < wd; j++) {
        float s = 0;
        for (int q = 0; q < c; q++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              int yy = i + u - pad, xx = j + v - pad;
              if (yy >= 0 && yy < h && xx >= 0 && xx < wd) s += x[(q * h + yy) * wd + xx] * w[((o * c + q) * k + u) * k + v];
            }
        y[(o * h + i) * wd + j] = s;
      }
}
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static float X[32 * 56 * 56], Y[64 * 56 * 56], Wt[64 * 32 * 9];
int main(void) {
  T *p = &in[0][0][0][0];
  for (long i = 0; i < (long)sizeof in / sizeof(T); i++) p[i] = (i * 7 % 31) / 31.0;
  p = &w[0][0][0][0];
  for (long i = 0; i < (long)sizeof w / sizeof(T); i++) p[i] = (i * 5 % 17) / 17.0;
  p = &a[0][0][0];
  for (long i = 0; i < (long)sizeof a / sizeof(T); i++) p[i] = (i * 7 % 31) / 31.0;
  p = &b[0][0][0];
  for (long i = 0; i < (long)sizeof b / sizeof(T); i++) p[i] = (i * 3 % 37) / 31.0;
  for (int i = 0; i < 32 * 56 * 56; i++) X[i] = i % 13;
  for (int i = 0; i < 64 * 32 * 9; i++) Wt[i] = i % 7;
  for (int r = 0; r < 3; r++) {
    double t0 = now(); conv(); double t1 = now(); batched(); double t2 = now(); convlib(X, Wt, Y, 1, 32, 56, 56, 64, 3, 1); double t3 = now();
    fprintf(stderr, "conv %.1f ms batched %.1f ms lib %.1f ms\n", (t1 - t0) * 1e3, (t2 - t1) * 1e3, (t3 - t2) * 1e3);
  }
  double h = 0;
  p = &out[0][0][0][0];
  for (long i = 0; i < (long)sizeof out / sizeof(T); i++) h = h * 0.999 + p[i];
  p = &c[0][0][0];
  for (long i = 0; i < (long)sizeof c / sizeof(T); i++) h = h * 0.999 + p[i];
  for (int i = 0; i < 64 * 56 * 56; i++) h = h * 0.99 + Y[i];
  printf("%.17g\n", h);
}
