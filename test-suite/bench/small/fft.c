/* A fast Fourier transform with twiddles by recurrence. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static void fft(double *re, double *im, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int b = n >> 1;
    for (; j & b; b >>= 1)
      j ^= b;
    j ^= b;
    if (i < j) {
      double t = re[i];
      re[i] = re[j];
      re[j] = t;
      t = im[i];
      im[i] = im[j];
      im[j] = t;
    }
  }
  for (int len = 2; len <= n; len <<= 1) {
    double ang = -2 * M_PI / len, wr = cos(ang), wi = sin(ang);
    for (int i = 0; i < n; i += len) {
      double cr = 1, ci = 0;
      for (int k = 0; k < len / 2; k++) {
        double ur = re[i + k], ui = im[i + k], vr = re[i + k + len / 2] * cr - im[i + k + len / 2] * ci,
               vi = re[i + k + len / 2] * ci + im[i + k + len / 2] * cr;
        re[i + k] = ur + vr;
        im[i + k] = ui + vi;
        re[i + k + len / 2] = ur - vr;
        im[i + k + len / 2] = ui - vi;
        double t = cr * wr - ci * wi;
        ci = cr * wi + ci * wr;
        cr = t;
      }
    }
  }
}
int main(void) {
  int n = 1 << 20;
  double *re = malloc(n * 8), *im = calloc(n, 8);
  for (int i = 0; i < n; i++)
    re[i] = sin(i * 0.01) + i % 7;
  fft(re, im, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += re[i] * re[i] + im[i] * im[i];
  printf("%.12g\n", s);
}
