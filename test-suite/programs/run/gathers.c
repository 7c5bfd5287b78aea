// Reads whose place data decide, through pointers of unknown extent: CPU threads need no extent where what is read is another
// object than all that is written.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 900 };

static void print(const char *what, const float *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) // raddle: host(reduction + on 'sum')
    sum += a[i] * (1 + i % 7);
  printf("%s %a %a %a\n", what, sum, a[0], a[n - 1]);
}

static void gather(int n, const float *restrict in, float *restrict out, const int *restrict idx) {
  for (int i = 0; i < n; i++) // raddle: device | threads(extent of)
    out[i] = in[idx[i]];
}

/* Twice indirect, beside a plain read of the same array. */
static void twice(int n, const float *restrict in, float *restrict out, const int *restrict idx) {
  for (int i = 0; i < n; i++) // raddle: threads(the extent of 'idx')
    out[i] = in[idx[idx[i]]] - in[i];
}

static void clamped(float *restrict o, const float *restrict in, int nx, int ny) {
  for (int y = 0; y < ny; y++) // raddle: device | threads(extent of)
    for (int x = 0; x < nx; x++) {
      int c = x + y * nx;
      int w = x == 0 ? c : c - 1;
      int e = x == nx - 1 ? c : c + 1;
      o[y * nx + x] = in[w] * 2 - in[e];
    }
}

static void masked(int n, float *restrict o, const float *restrict in, int salt) {
  for (int i = 0; i < n; i++) // raddle: device
    o[i] = in[(i * salt) & 511] + in[(unsigned)(i + salt) % 300];
}

/* What is written through may be what is read: the source's order counts. */
static void overlapping(int n, float *in, float *out, int *idx) {
  for (int i = 0; i < n; i++) // raddle: device
    out[i] = in[idx[i]] + 1;
}

/* The written array is read at places that data decide. */
static void itself(int n, float *restrict a, const int *restrict idx) {
  for (int i = 0; i < n; i++) // raddle: host(anti on 'a')
    a[i] = a[idx[i]] + 1;
}

int main(void) {
  float *in = malloc(2 * N * sizeof *in), *out = malloc(2 * N * sizeof *out);
  int *idx = malloc(N * sizeof *idx);
  for (int i = 0; i < N; i++) // raddle: device
    idx[i] = (i * 37 + 5) % N;
  for (int i = 0; i < 2 * N; i++) // raddle: device
    in[i] = i * 0.25f - 3;
  memset(out, 0, 2 * N * sizeof *out);
  gather(N, in, out, idx);
  print("gather", out, N);
  twice(N, in, out, idx);
  print("twice", out, N);
  clamped(out, in, 30, 29);
  print("clamped", out, 30 * 29);
  masked(N, out, in, 11);
  print("masked", out, N);
  overlapping(N, in, out, idx);
  print("apart", out, N);
  overlapping(N, in, in + 3, idx);
  print("overlapping", in, N);
  itself(N, in, idx);
  print("itself", in, N);
  gather(0, NULL, NULL, NULL);
  free(in), free(out), free(idx);
  return 0;
}
