/* `while` loops that count run on devices as `for` loops do. */
#include "hash.h"

enum { N = 500 };
static double a[N], b[N];
static int c[N][8];

static int scaled(double *to, const double *from, int first, int n) {
  int i = first;
  while (i < n) { // raddle: device
    to[i] = from[i] * 1.5 + i;
    i++;
  }
  return i;
}

static void backwards(int n) {
  while (n > 0) { // raddle: device
    b[n - 1] = a[n - 1] - n;
    n--;
  }
}

static void rows(int n, int m) {
  int i = 0;
  while (i < n) { // raddle: device
    int j = 0;
    while (j < m) {
      c[i][j] = i * 3 + j;
      j += 2;
    }
    i++;
  }
}

static int length(const char *s) {
  int n = 0;
  while (s[n]) // raddle: host(before it runs)
    n++;
  return n;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = i % 17 / 3.0;
  int ends[] = {scaled(b, a, 0, N), scaled(b, a, 7, 3), scaled(a, b, N - 1, N), scaled(b, a, 2, length("many words"))};
  backwards(N - 5);
  backwards(0);
  rows(N, 7);
  for (int i = 0; i < 4; i++) // raddle: host(call to 'printf')
    printf("%d\n", ends[i]);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  return 0;
}
