/* Functions whose value is a new block, and others. */
#include <stdio.h>
#include <stdlib.h>
static double *last;
static double *fresh(int n) {
  double *v = malloc((n + 1) * sizeof *v);
  if (!v)
    exit(1);
  for (int i = 0; i <= n; i++) // raddle: device
    v[i] = i;
  return v;
}
static double *from_one(int n) {
  double *v = malloc((n + 1) * sizeof *v);
  for (int i = 0; i <= n; i++) // raddle: device
    v[i] = i;
  return v - 1 + 1;
}
static double *remembered(int n) {
  double *v = malloc((n + 1) * sizeof *v);
  last = v;
  for (int i = 0; i <= n; i++) // raddle: device
    v[i] = i;
  return v;
}
static double *pool(int n) {
  static double memory[100000];
  static int used;
  double *v = memory + used;
  used += n / 2;
  for (int i = 0; i <= n; i++) // raddle: device
    v[i] = i;
  return v;
}
static double *again(double *p) {
  return p;
}
static double *twice(int n) {
  double *v = fresh(n);
  return n ? v : fresh(n);
}
static double *chained(int n) {
  return fresh(n);
}
#define TRY(A, B)                                                                                                    \
  {                                                                                                                  \
    double *a = A, *b = B;                                                                                           \
    for (int i = 0; i < n; i++)                                                                                      \
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;                                                                          \
    double s = 0;                                                                                                    \
    for (int i = 0; i < n; i++)                                                                                      \
      s = s * 1.001 + a[i] + 3 * b[i];                                                                               \
    printf("%.17g\n", s);                                                                                            \
  }
int main(void) {
  int n = 3000, *at = malloc(n * sizeof *at);
  for (int i = 0; i < n; i++) // raddle: device
    at[i] = (i * 7) % n;
  TRY(fresh(n), fresh(n)) // raddle: threads(the extent of 'a' that the loop reaches is not known) | host(anti on 's')
  TRY(from_one(n), fresh(n)) TRY(remembered(n), last) TRY(pool(n), pool(n)) TRY(twice(n), chained(n)) // raddle: threads(the extent of 'a' that the loop reaches is not known) | host(anti on 's') | host(the extent of 'a' that the loop reaches is not known)
      TRY(fresh(n), again(a + 1)) return 0; // raddle: host(the extent of 'a' that the loop reaches is not known) | host(anti on 's')
}
