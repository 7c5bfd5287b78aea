/* Work arrays with subscripts that no analysis follows: what one iteration does with them is looked at before the loop. */
// flags: -ffp-contract=off
#include "hash.h"
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, M = 40 };
typedef struct {
  double re, im;
} cplx;

static double wr[N], wi[N], re[M][N], im[M][N];
static double br[N], bi[N];

/* In place, with an exchange of elements whose order is reversed in bits. */
static void fft(double *xr, double *xi, int n) {
  int j = 0;
  for (int i = 0; i < n - 1; i++) { // raddle: host(anti on 'j')
    if (i < j) {
      double t = xr[i];
      xr[i] = xr[j], xr[j] = t;
      t = xi[i];
      xi[i] = xi[j], xi[j] = t;
    }
    int k = n / 2;
    while (k <= j) // raddle: host(trip count is not affine)
      j -= k, k /= 2;
    j += k;
  }
  for (int len = 2; len <= n; len *= 2) // raddle: host(step 'len *= 2' is not constant)
    for (int i = 0; i < n; i += len) // raddle: device
      for (int k = 0; k < len / 2; k++) {
        int a = i + k, b = a + len / 2, w = k * (n / len);
        double vr = xr[b] * wr[w] - xi[b] * wi[w], vi = xr[b] * wi[w] + xi[b] * wr[w];
        double ur = xr[a], ui = xi[a];
        xr[a] = ur + vr, xi[a] = ui + vi;
        xr[b] = ur - vr, xi[b] = ui - vi;
      }
}

/* Arrays that others read afterwards: they get what the last row leaves. */
__attribute__((noinline)) void rows(int m) {
  for (int r = 0; r < m; r++) { // raddle: device
    for (int c = 0; c < N; c++)
      br[c] = re[r][c], bi[c] = im[r][c];
    fft(br, bi, N);
    for (int c = 0; c < N; c++)
      re[r][c] = br[c] * 0.125, im[r][c] = bi[c] * 0.125;
  }
}

/* Arrays whose extents are what a row reaches. */
__attribute__((noinline)) void measured(double *x, double *y, int m, int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int r = 0; r < m; r++) { // raddle: device
    for (int c = 0; c < n; c++)
      a[c] = x[r * n + c], b[c] = y[r * n + c];
    fft(a, b, n);
    for (int c = 0; c < n; c++)
      x[r * n + c] = a[c] + 1, y[r * n + c] = b[c] - 1;
  }
  free(a), free(b);
}

/* Columns, side by side: all accesses go through the last dimension alike. The error check is about values that do not change. */
static void pass(int sign, int l, int m, int n, int width, cplx x[N][18], cplx y[N][18]) {
  if ((sign != 1 && sign != -1) || m < 1) {
    puts("no such transform");
    exit(1);
  }
  int lk = 1 << l, li = 1 << (m - l - 1), half = n / 2;
  for (int i = 0; i < li; i++) { // raddle: device
    double ur = wr[li + i], ui = sign > 0 ? wi[li + i] : -wi[li + i];
    for (int k = 0; k < lk; k++)
      for (int j = 0; j < width; j++) {
        cplx a = x[i * lk + k][j], b = x[i * lk + half + k][j];
        y[2 * i * lk + k][j].re = a.re + b.re;
        y[2 * i * lk + k][j].im = a.im + b.im;
        y[2 * i * lk + lk + k][j].re = ur * (a.re - b.re) - ui * (a.im - b.im);
        y[2 * i * lk + lk + k][j].im = ur * (a.im - b.im) + ui * (a.re - b.re);
      }
  }
}

__attribute__((noinline)) void columns(int sign, int m, int n, int planes, int *d, cplx (*x)[N][N], cplx (*out)[N][N]) {
  cplx a[N][18], b[N][18];
  for (int k = 0; k < planes; k++) // raddle: threads(iterations have large work arrays)
    for (int jj = 0; jj <= d[1] - d[0]; jj += d[0]) {
      for (int j = 0; j < d[0]; j++)
        for (int i = 0; i < n; i++)
          a[i][j] = x[k][j + jj][i];
      for (int l = 0; l < m; l += 2) {
        pass(sign, l, m, n, d[0], a, b);
        if (l + 1 == m)
          break;
        pass(sign, l + 1, m, n, d[0], b, a);
      }
      for (int j = 0; j < d[0]; j++)
        for (int i = 0; i < n; i++)
          out[k][j + jj][i] = m % 2 ? b[i][j] : a[i][j];
    }
}

/* Tables say what is written and read: the second one reads what nobody has written, or an iteration before. */
static int t[64];
__attribute__((noinline)) void tables(int m, int n, const int *to, const int *from, const int *x, int *y) {
  for (int r = 0; r < m; r++) { // raddle: device
    for (int i = 0; i < n; i++)
      t[to[i]] = x[r] + i;
    for (int i = 0; i < n; i++)
      y[r * n + i] = t[from[i]] * 3;
  }
}

/* A part of the array is written; the rest keeps what it has. */
static int part[300];
__attribute__((noinline)) void parts(int m, int step, const int *x, int *y) {
  for (int r = 0; r < m; r++) { // raddle: device
    int s = 0;
    for (int i = 3; i < 300; i = i * step + 1)
      part[i] = x[r % 64] * i + r;
    for (int i = 3; i < 300; i = i * step + 1)
      s += part[i];
    y[r] = s;
  }
}

/* Subscripts that differ from one iteration to the next. */
__attribute__((noinline)) void differ(int m, const int *x, int *y) {
  int t[32];
  for (int r = 0; r < m; r++) { // raddle: host(output on 't')
    for (int i = 1; i < 32; i *= 2) // raddle: host(trip count is not affine)
      t[(i + r) % 32] = x[r] - i;
    for (int i = 1; i < 32; i *= 2) // raddle: host(trip count is not affine)
      y[r * 32 + i] = t[(i + r) % 32];
  }
}

/* And those that the iteration before has left. */
__attribute__((noinline)) void left(int m, const int *x, int *y) {
  int t[32] = {0}, at = 1;
  for (int r = 0; r < m; r++) { // raddle: host(anti on 'at')
    for (int i = 1; i < 32; i *= 2) // raddle: host(trip count is not affine)
      t[(i + at) % 32] = x[r] - i;
    for (int i = 1; i < 32; i *= 2) // raddle: host(trip count is not affine)
      y[r * 32 + i] = t[(i + at) % 32] + t[i];
    at = (at * 5 + 1) % 32;
  }
}

/* What an iteration has computed decides about the next subscript. */
__attribute__((noinline)) void decided(int m, int n, int *t, const int *x, int *y) {
  for (int r = 0; r < m; r++) { // raddle: host(output on 't')
    t[0] = x[r] & 7;
    for (int i = 1; i < n; i++) // raddle: host(anti on 't')
      t[(i * 3 + t[0]) % n] = i;
    y[r] = t[n / 2] + t[0];
  }
}

int main(void) {
  int x[64], to[24], from[24], *y = malloc(64 * 32 * sizeof *y), *u = calloc(64, sizeof *u);
  cplx(*in)[N][N] = malloc(20 * sizeof *in), (*out)[N][N] = calloc(20, sizeof *out);
  for (int i = 0; i < N; i++) // raddle: device
    wr[i] = 1.0 / (1 + i), wi[i] = 0.5 - i * 0.01, x[i] = i * i % 23;
  for (int r = 0; r < M; r++) // raddle: device
    for (int c = 0; c < N; c++)
      re[r][c] = (r * 31 + c * 17) % 101 * 0.25, im[r][c] = (r * 7 + c * 3) % 53 * 0.5;
  for (int m = M; m > 0; m -= 25) { // raddle: host('...' is not memory that a nest can describe)
    rows(m);
    PRINT_HASH(br), PRINT_HASH(bi);
  }
  measured(&re[0][0], &im[0][0], M, N);
  measured(&re[0][0], &im[0][0], M * 2, N / 2);
  PRINT_HASH(re), PRINT_HASH(im);
  for (int k = 0; k < 20; k++) // raddle: device
    for (int i = 0; i < N * N; i++)
      in[k][i / N][i % N].re = (k + i) % 37, in[k][i / N][i % N].im = i % 41 * 0.5;
  int d[] = {16, N}, odd[] = {12, N};
  columns(1, 6, N, 20, d, in, out), columns(-1, 6, N, 17, odd, out, in), columns(-1, 5, N / 2, 20, d, in, in), columns(1, 6, N, 0, 0, in, out);
  print_hash("in", in, 20 * sizeof *in), print_hash("out", out, 20 * sizeof *out);
  for (int wrong = 0; wrong < 3; wrong++) { // raddle: host('...' is not memory that a nest can describe)
    for (int i = 0; i < 24; i++) // raddle: device
      to[i] = i * 7 % 24, from[i] = i * 11 % 24;
    from[5] = wrong ? 30 : 0;
    to[9] = wrong == 2 ? 31 : to[9];
    tables(60, 24, to, from, x, y);
    print_hash("y", y, 60 * 24 * sizeof *y), PRINT_HASH(t);
  }
  parts(2000, 2, x, y), parts(16, 3, x, y + 2000);
  PRINT_HASH(part), print_hash("y", y, 2016 * sizeof *y);
  for (int i = 0; i < 64 * 32; i++) // raddle: device
    y[i] = i;
  differ(16, x, y), left(40, x, y), decided(40, 50, u, x, y + 32 * 40);
  print_hash("y", y, 64 * 32 * sizeof *y);
  free(y), free(u), free(in), free(out);
}
