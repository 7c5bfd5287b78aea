/* K-means of points with 16 coordinates. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#define D 16
#define K 32
int main(void) {
  int n = 50000;
  float (*p)[D] = malloc(sizeof(float[D]) * n);
  int *label = calloc(n, sizeof(int));
  float c[K][D], sum[K][D];
  int cnt[K];
  unsigned s = 7;
  for (int i = 0; i < n; i++)
    for (int d = 0; d < D; d++) {
      s = s * 1664525u + 1013904223u;
      p[i][d] = (s >> 8) / 16777216.0f;
    }
  for (int k = 0; k < K; k++)
    for (int d = 0; d < D; d++)
      c[k][d] = p[k * 100][d];
  for (int it = 0; it < 15; it++) {
    for (int i = 0; i < n; i++) {
      float best = FLT_MAX;
      int bk = 0;
      for (int k = 0; k < K; k++) {
        float dist = 0;
        for (int d = 0; d < D; d++) {
          float t = p[i][d] - c[k][d];
          dist += t * t;
        }
        if (dist < best) {
          best = dist;
          bk = k;
        }
      }
      label[i] = bk;
    }
    for (int k = 0; k < K; k++) {
      cnt[k] = 0;
      for (int d = 0; d < D; d++)
        sum[k][d] = 0;
    }
    for (int i = 0; i < n; i++) {
      cnt[label[i]]++;
      for (int d = 0; d < D; d++)
        sum[label[i]][d] += p[i][d];
    }
    for (int k = 0; k < K; k++)
      if (cnt[k])
        for (int d = 0; d < D; d++)
          c[k][d] = sum[k][d] / cnt[k];
  }
  double t = 0;
  for (int i = 0; i < n; i++)
    t += label[i];
  printf("%g %g\n", t, c[3][4]);
}
