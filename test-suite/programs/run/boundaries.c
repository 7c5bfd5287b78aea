/* Boundaries told by equations, subscripts that carry, and conditions that are tested twice. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#define N 4000
static int x[N];
static double y[N], z[N];
static double greatest(int n) {
  double m = -1;
  for (int i = 0; i < n; i++) // raddle: device
    if (y[i] > m) {
      if (y[i] > m)
        m = y[i];
    }
  return m;
}
static int where(int n) {
  double m = 1e300;
  int at = -1;
  for (int i = 0; i < n; i++) { // raddle: device
    if (y[i] < m) {
      if (y[i] < m) {
        m = y[i];
        at = i;
      }
    }
  }
  return at;
}
static void distances(int n, double e) {
  for (int i = 0; i < n; i++) // raddle: device
    z[i] = abs((int)e - x[i]) + labs(x[i] - 7L) * 0.5;
}
static void edges(int n, int m, const double *a, double *b) {
  for (int j = 0; j < n; j++) // raddle: device
    for (int i = 0; i < m; i++)
      if (i == 0 || i == m - 1 || j == 0 || j == n - 1)
        b[i + j * m] = a[i + j * m];
      else
        b[i + j * m] = a[i - 1 + j * m] + a[i + 1 + j * m] + a[i + (j - 1) * m] + a[i + (j + 1) * m];
}
static void weights(int n, int m, const double *w, const double *in, double *s) {
  for (int i = 0; i < n; i++) { // raddle: device
    s[i] = w[i * m + m - 1];
    for (int j = 0; j < m - 1; j++)
      s[i] = s[i] + in[j] * w[i * m + j];
  }
}
int main(void) {
  unsigned s = 3;
  for (int i = 0; i < N; i++) { // raddle: host(anti on 's')
    s = s * 1103515245u + 12345u;
    x[i] = (int)(s >> 8) % 9000 - 4000;
    y[i] = (s >> 4) * 0.001;
  }
  printf("%.17g %d\n", greatest(N), where(N));
  distances(N, 12.7);
  double *a = malloc(N * sizeof *a), *b = calloc(N, sizeof *b), *c = calloc(N, sizeof *c);
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = y[i] + z[i];
  edges(50, 80, a, b);
  weights(50, 80, a, b, c);
  edges(1, 1, a, c + 100);
  weights(3, 0, a + 1, b, c + 200);
  double t = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 't')
    t = t * 1.001 + z[i] + b[i] + c[i];
  printf("%.17g\n", t);
  return 0;
}
