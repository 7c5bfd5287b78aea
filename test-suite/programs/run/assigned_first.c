/* Variables that each iteration writes before it reads them, whichever way it goes, and some that only seem to be such. */
#include <stdio.h>
#include <stdlib.h>
#define N 3000
static int a[N];
static double u[N], v[N], f[N];
static int row, col;
static double g[60][70];
static void odd_even(int n) {
  int i, tmp, phase;
  for (phase = 0; phase < 20; phase++) // raddle: host(anti on 'a')
    if (phase % 2 == 0) {
      for (i = 1; i < n; i += 2) // raddle: device
        if (a[i - 1] > a[i]) {
          tmp = a[i - 1];
          a[i - 1] = a[i];
          a[i] = tmp;
        }
    } else {
      for (i = 1; i < n - 1; i += 2) // raddle: device
        if (a[i] > a[i + 1]) {
          tmp = a[i + 1];
          a[i + 1] = a[i];
          a[i] = tmp;
        }
    }
}
static double boundary(int n) {
  double e;
  for (int i = 0; i < n; i++) { // raddle: device
    if (i == 0 || i == n - 1)
      e = f[i];
    else
      e = f[i - 1] + f[i + 1];
    u[i] = e * 0.5;
  }
  return e;
}
static int digits(int n) {
  int count = 0, d, q, r;
  for (int i = 0; i < n; i++) { // raddle: device
    int number = 2 * i + 3;
    d = 1;
    do {
      d += 2;
      q = number / d;
      r = number % d;
    } while (r && d <= q);
    if (r || d == number)
      count++;
  }
  return count * 10 + r;
}
static int chosen(int n) {
  int k = 0, last = 0;
  for (int i = 0; i < n; i++) { // raddle: device
    switch (a[i] & 3) {
    case 0:
      k = a[i] + 1;
      break;
    case 1:
      k = a[i] - 1;
      break;
    default:
      k = a[i];
    }
    v[i] = k;
    if (a[i] == 77)
      last = k;
  }
  return k + last;
}
static double maybe(int n) {
  double e = 1;
  for (int i = 0; i < n; i++) { // raddle: host(output on 'e')
    if (a[i] & 1)
      e = f[i];
    u[i] = u[i] + e;
  }
  return e;
}
static double not_in_all(int n) {
  double e = 1;
  for (int i = 0; i < n; i++) { // raddle: host(output on 'e')
    for (int j = 0; j < (i & 3); j++) // raddle: host(trip count is not affine)
      e = f[i] + j;
    u[i] = u[i] - e;
  }
  return e;
}
static void known_to_others(void) {
  for (row = 0; row < 60; row++) // raddle: device
    for (col = 0; col < 70; col++)
      g[row][col] = row * 2 + col;
}
static int many(int *x) {
  int n = 0;
  for (row = 0; row < 90; row++) { // raddle: host(reduction + on 'x')
    *x += 1;
    n++;
  }
  return n;
}
int main(void) {
  unsigned s = 7;
  for (int i = 0; i < N; i++) { // raddle: device | host(anti on 's')
    s = s * 1103515245u + 12345u;
    a[i] = (s >> 16) % 5000;
    f[i] = a[i] * 0.25;
  }
  odd_even(N);
  double b = boundary(N);
  int d = digits(N), c = chosen(N);
  double m = maybe(N), o = not_in_all(N);
  known_to_others();
  int w = many(&row);
  double t = 0;
  long h = 0;
  for (int i = 0; i < N; i++) { // raddle: host(anti on 't')
    t = t * 1.001 + u[i] + v[i];
    h = h * 31 + a[i];
  }
  for (int i = 0; i < 60; i++) // raddle: host(reduction + on 't')
    t += g[i][i + 7];
  printf("%.17g %d %d %.17g %.17g %.17g %ld %d %d %d\n", b, d, c, m, o, t, h, row, col, w);
  return 0;
}
