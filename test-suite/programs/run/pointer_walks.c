/* Loops that walk pointers instead of indices. */
#include "hash.h"

enum { N = 110 };
static double a[N], b[N], c[N];
static char text[N];

static void fill(double *p, double *end, double value) {
  for (; p < end; p++) // raddle: device
    *p = value;
}

static void copy(double *to, const double *from, int n) {
  while (n-- > 0) // raddle: device
    *to++ = *from++ * 2;
}

static size_t length(const char *s) {
  const char *p = s;
  while (*p) // raddle: host(before it runs)
    p++;
  return (size_t)(p - s);
}

int main(void) {
  for (double *p = a; p != a + N; ++p) // raddle: host(pointer 'p' is computed in the nest)
    *p = (double)(p - a) * 0.5;
  fill(b, b + N, 1.25);
  copy(c, a, N);
  for (int i = 0; i < N - 1; i++) // raddle: device
    text[i] = (char)('a' + i % 26);
  printf("%zu\n", length(text));
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  return 0;
}
