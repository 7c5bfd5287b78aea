/* What is stored under a condition and wanted behind the loop: flags, places found, the last of something. */
#include <stdio.h>
#include <stdlib.h>
#define N 100000
static int a[N], b[N];
static double x[N];
int main(void) {
  unsigned s = 12345;
  for (int i = 0; i < N; i++) { // raddle: device | host(anti on 's')
    s = s * 1103515245u + 12345u;
    a[i] = (s >> 16) % 1000;
    b[i] = a[i];
    x[i] = (s >> 8) * 1e-3;
  }
  for (int round = 0; round < 4; round++) { // raddle: host(call to 'printf')
    if (round == 1)
      b[77777] ^= 1;
    int ok = 1, idx = -1, last = -7;
    double lv = -1.5;
    char c = 'n';
    int cnt = 0;
    for (int i = 0; i < N; i++) // raddle: device
      if (a[i] != b[i])
        ok = 0;
    for (int i = 0; i < N; i++) // raddle: device
      if (a[i] == 500 + round * 1000)
        idx = i;
    for (int i = 0; i < N; i++) { // raddle: device
      if (a[i] > 990) {
        last = a[i] * 2 + i;
        lv = x[i];
      } else if (a[i] < 3)
        c = 'a' + i % 26;
      if (a[i] & 1)
        cnt++;
    }
    int t = 99;
    double sum = 0;
    for (int i = 0; i < N; i++) { // raddle: device
      if (a[i] % 7 == round) {
        t = a[i] + i;
        b[i] = t * 2 - i;
      } else {
        b[i] = a[i];
      }
    }
    printf("%d %d %d %g %c %d %d\n", ok, idx, last, lv, c, cnt, t);
    long h = 0;
    for (int i = 0; i < N; i++) // raddle: host(anti on 'h')
      h = h * 31 + b[i];
    printf("%ld\n", h);
    int m = round * 3, z = -5;
    for (int i = 0; i < N / 10; i++) // raddle: device
      for (int j = 0; j < m; j++)
        if (a[i * 10 + j] > 500)
          z = i * 100 + j;
    int e = -9;
    for (int i = 0; i < N; i++) { // raddle: device
      int q = a[i], k = 0;
      do {
        k += q & 1;
        q >>= 1;
      } while (q > 0 && k < 3);
      if (k == 2)
        e = i;
      if (k > 2) {
        e = -i;
      }
    }
    printf("%d %d\n", z, e);
  }
}
