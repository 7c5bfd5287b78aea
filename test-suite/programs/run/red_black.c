/* Every second element, of both colours, and other remainders. */
// flags: -ffp-contract=off
#include <stdio.h>
#include <stdlib.h>
#define M 300
#define N 257
static double g[M][N];
static int a[N * M];
int main(void) {
  int n = N, m = M;
  for (int j = 0; j < m; j++) // raddle: device
    for (int i = 0; i < n; i++)
      g[j][i] = (j * 37 + i * 11) % 101;
  for (int t = 0; t < 10; t++) { // raddle: host(anti on 'g')
    for (int j = 1; j < m - 1; j++) // raddle: device
      for (int i = 1; i < n - 1; i++)
        if ((i + j) % 2 == 0)
          g[j][i] = 0.25 * (g[j - 1][i] + g[j + 1][i] + g[j][i - 1] + g[j][i + 1]);
    for (int j = 1; j < m - 1; j++) // raddle: device
      for (int i = 1; i < n - 1; i++)
        if ((i + j) % 2 == 1)
          g[j][i] = 0.25 * (g[j - 1][i] + g[j + 1][i] + g[j][i - 1] + g[j][i + 1]);
    for (int j = 1; j < m - 1; j++) // raddle: device
      for (int i = 1; i < n - 1; i++)
        if ((i - j) & 1)
          g[j][i] = 0.25 * (g[j - 1][i] + g[j + 1][i] + g[j][i - 1] + g[j][i + 1]);
  }
  for (int i = 0; i < n * m; i++) // raddle: device
    a[i] = i;
  for (int i = 0; i < n * m - 2; i++) // raddle: device
    if (i % 3 == 1)
      a[i] = a[i + 1] + a[i + 2];
  for (int i = -500; i < 500; i++) // raddle: host(anti on 'a')
    if (i % 3 == -1)
      a[i + 500] = a[i + 501] + 7;
  for (int i = -500; i < 500; i++) // raddle: host(anti on 'a')
    if (i % 3 == 1)
      a[i + 500] = a[i + 501] + 5;
  for (int i = -500; i < 500; i++) // raddle: device
    if (!(i % 3))
      a[i + 500] = a[i + 501] + 3;
  double s = 0;
  for (int j = 0; j < m; j++) // raddle: host(anti on 's')
    for (int i = 0; i < n; i++) // raddle: host(anti on 's')
      s = s * 1.0001 + g[j][i];
  long h = 0;
  for (int i = 0; i < n * m; i++) // raddle: host(anti on 'h')
    h = h * 31 + a[i];
  printf("%.17g %ld\n", s, h);
}
