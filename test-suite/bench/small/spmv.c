/* Power iteration with a sparse matrix in rows. */
#include <stdio.h>
#include <stdlib.h>
struct csr {
  int n;
  int *ptr, *col;
  double *val;
};
static void spmv(const struct csr *m, const double *x, double *y) {
  for (int i = 0; i < m->n; i++) {
    double s = 0;
    for (int k = m->ptr[i]; k < m->ptr[i + 1]; k++)
      s += m->val[k] * x[m->col[k]];
    y[i] = s;
  }
}
int main(void) {
  int n = 200000;
  struct csr m = {n, malloc((n + 1) * 4), malloc(n * 8 * 4), malloc(n * 8 * 8)};
  int nz = 0;
  for (int i = 0; i < n; i++) {
    m.ptr[i] = nz;
    for (int d = -3; d <= 3; d++) {
      int j = i + d * (i % 17 + 1);
      if (j >= 0 && j < n) {
        m.col[nz] = j;
        m.val[nz++] = 1.0 / (1 + abs(d));
      }
    }
  }
  m.ptr[n] = nz;
  double *x = malloc(n * 8), *y = malloc(n * 8);
  for (int i = 0; i < n; i++)
    x[i] = 1;
  for (int t = 0; t < 40; t++) {
    spmv(&m, x, y);
    double mx = 0;
    for (int i = 0; i < n; i++)
      if (y[i] > mx)
        mx = y[i];
    for (int i = 0; i < n; i++)
      x[i] = y[i] / mx;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  printf("%.15g\n", s);
}
