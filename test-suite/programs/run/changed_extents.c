/* Arrays of variable length whose extents are assigned again. */
#include <stdio.h>
#include <stdlib.h>
struct p {
  int size[4];
};
void f(int lev, struct p p, double *a, double *b) {
  int L, x, y;
  L = p.size[lev];
  double r[L * L];
  for (x = 0; x < L; x++) // raddle: device
    for (y = 0; y < L; y++)
      r[x + y * L] = a[x + y * L] - b[x + y * L];
  for (x = 0; x < L; x++) // raddle: device
    for (y = 0; y < L; y++)
      b[x + y * L] = r[y + x * L];
}
int main(void) {
  int n;
  if (sscanf("40", "%d", &n) != 1)
    return 1;
  int q = 3, v[n + 1], w[n][q], z = sizeof v;
  for (int i = 0; i <= n; i++) // raddle: device
    v[i] = i;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < q; j++)
      w[i][j] = v[i] * j;
  n = 50;
  int *m = malloc(50 * 4);
  for (int i = 0; i < n; i++) // raddle: device
    m[i] = i + v[i % 41];
  n = 40;
  long s = 0;
  for (int i = 0; i < n; i++) // raddle: device
    s += w[i][2] * m[i];
  printf("%ld %d %zu\n", s, z, sizeof w / sizeof w[0]);
  double a[1600], b[1600];
  for (int i = 0; i < 1600; i++) { // raddle: device
    a[i] = i;
    b[i] = i % 7;
  }
  struct p p = {{40, 20, 10, 5}};
  f(0, p, a, b);
  double t = 0;
  for (int i = 0; i < 1600; i++) // raddle: host(anti on 't')
    t = t * 1.01 + b[i];
  printf("%.17g\n", t);
}
