/* Conjugate gradients on vectors behind structs, a stencil with boundary tests. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int n;
  double *data;
} Vec;
static Vec vec(int n) {
  Vec v = {n, calloc(n, sizeof(double))};
  return v;
}
static double dot(const Vec *a, const Vec *b) {
  double s = 0;
  for (int i = 0; i < a->n; i++)
    s += a->data[i] * b->data[i];
  return s;
}
static void axpy(double a, const Vec *x, Vec *y) {
  for (int i = 0; i < x->n; i++)
    y->data[i] += a * x->data[i];
}
static void apply(int m, const Vec *x, Vec *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      int k = i * m + j;
      double s = 4 * x->data[k];
      if (i > 0)
        s -= x->data[k - m];
      if (i < m - 1)
        s -= x->data[k + m];
      if (j > 0)
        s -= x->data[k - 1];
      if (j < m - 1)
        s -= x->data[k + 1];
      y->data[k] = s;
    }
}
int main(void) {
  int m = 1000, n = m * m;
  Vec b = vec(n), x = vec(n), r = vec(n), p = vec(n), q = vec(n);
  for (int i = 0; i < n; i++)
    b.data[i] = 1, r.data[i] = 1, p.data[i] = 1;
  double rr = dot(&r, &r);
  int it;
  for (it = 0; it < 60 && rr > 1e-10; it++) {
    apply(m, &p, &q);
    double alpha = rr / dot(&p, &q);
    axpy(alpha, &p, &x);
    axpy(-alpha, &q, &r);
    double rn = dot(&r, &r), beta = rn / rr;
    rr = rn;
    for (int i = 0; i < n; i++)
      p.data[i] = r.data[i] + beta * p.data[i];
  }
  printf("%d %.15g %.15g\n", it, rr, x.data[n / 2]);
}
