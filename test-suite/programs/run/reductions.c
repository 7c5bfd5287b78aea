/* Sums and extrema: integer ones may be reordered, floating-point sums may not. */
#include "hash.h"

enum { N = 500 };
static int a[N];
static double x[N], s[N];
static unsigned long long h[8];

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = i * 7919 % 1009 - 400;
    x[i] = a[i] * 0.1;
  }
  int sum = 0, most = -1000, bits = 0;
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'sum')
    sum += a[i];
  for (int i = 0; i < N; i++) // raddle: host(reduction max on 'most')
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < N; i++) // raddle: host(reduction ^ on 'bits')
    bits ^= a[i] * (i & 15);
  double total = 0;
  for (int i = 0; i < N; i++) // raddle: host(
    total += x[i];
  /* A carried dependence: each element needs the one before. */
  s[0] = x[0];
  for (int i = 1; i < N; i++) // raddle: host(
    s[i] = s[i - 1] * 0.5 + x[i];
  for (int i = 0; i < N; i++) // raddle: device
    h[a[i] & 7] += (unsigned)i;
  printf("%d %d %d %a\n", sum, most, bits, total);
  PRINT_HASH(s);
  PRINT_HASH(h);
  return 0;
}
