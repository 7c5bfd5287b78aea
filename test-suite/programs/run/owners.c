/* Pointers that own their blocks, and others that seem to; addresses that somebody keeps, or nobody. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 4000
static double *global;
struct holder {
  double *p;
  int *n;
} holder;
static void keep(double *p) {
  global = p;
}
static double *same(double *p) {
  return p + 1;
}
static void indirectly(double *p, int depth) {
  if (depth)
    indirectly(p, depth - 1);
  else
    keep(p);
}
static void fill(double *p, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    p[i] = i * 0.5;
}
static void through(double **pp, double *v) {
  *pp = v;
}
static double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) // raddle: host(reduction + on 's')
    s += p[i];
  return s;
}
static int *where;
static void note(int *n) {
  where = n;
}
int main(void) {
  int *at = malloc(N * sizeof *at);
  for (int i = 0; i < N; i++) // raddle: device
    at[i] = (i * 7) % N;
  {
    double *a = malloc((N + 1) * sizeof *a), *b;
    fill(a, N + 1);
    keep(a);
    b = global + 1;
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *b = same(a);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    indirectly(a, 3);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      global[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    holder.p = a;
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      holder.p[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *c[2] = {a, a + 1};
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      c[1][i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a), *b = malloc(8);
    fill(a, N + 1);
    free(b);
    through(&b, a);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a), *b = malloc((N + 1) * sizeof *b);
    fill(a, N + 1);
    fill(b, N + 1);
    double *t = a;
    a = b;
    b = t;
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + t[at[i]];
    printf("%.17g %.17g\n", sum(a, N), sum(b, N));
    free(a);
    free(b);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *b;
    memcpy(&b, &a, sizeof b);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *b = (double *)((size_t)a + 8);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *b = memset(a, 0, 8);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *b = N > 3 ? a : 0;
    for (int i = 0; i < N; i++) // raddle: host(anti on 'a')
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *b;
    b = (fill(a, 2), a);
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a), *b;
    fill(a, N + 1);
    double *c = b = a;
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      c[i] = a[at[i] + (a[i] > 1e300)] + b[i];
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    double *a = malloc((N + 1) * sizeof *a), *b;
    fill(a, N + 1);
    b = realloc(a, (N + 1) * sizeof *a);
    for (int i = 0; i < N; i++) // raddle: host(anti on 'b')
      b[i] = b[at[i]] + 1;
    printf("%.17g\n", sum(b, N));
    free(b);
  }
  {
    double *a = malloc((N + 1) * sizeof *a), *b = malloc((N + 1) * sizeof *b);
    fill(a, N + 1);
    fill(b, N + 1);
    for (int i = 0; i < N; i++) // raddle: threads(the extent of 'a' that the loop reaches is not known)
      b[i] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(b, N));
    free(a);
    free(b);
  }
  {
    double *a = malloc((N + 1) * sizeof *a);
    fill(a, N + 1);
    double *end = a;
    for (int i = 0; i < 5; i++) // raddle: device
      *end++ = i;
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'a' that the loop reaches is not known)
      end[i - 5] = a[at[i] + (a[i] > 1e300)] + 1;
    printf("%.17g\n", sum(a, N));
    free(a);
  }
  {
    char *c = malloc(N + 1);
    FILE *f = tmpfile();
    fputs("of three words\n", f);
    rewind(f);
    memset(c, 'x', N + 1);
    char *d = fgets(c, N, f) + 1;
    for (int i = 0; i < N; i++) // raddle: host(the extent of 'c' that the loop reaches is not known)
      d[i] = c[at[i] + (c[i] > 126)] + 1;
    int h = 0;
    for (int i = 0; i < N; i++) // raddle: host(anti on 'h')
      h = h * 31 + c[i];
    printf("%d\n", h);
    free(c);
    fclose(f);
  }
  {
    int n = N;
    sscanf("3000", "%d", &n);
    int *m = malloc(N * sizeof *m);
    for (int i = 0; i < n; i++) // raddle: device
      m[i] = i ^ 5;
    long h = 0;
    for (int i = 0; i < n; i++) // raddle: host(anti on 'h')
      h = h * 31 + m[i];
    printf("%d %ld\n", n, h);
    free(m);
  }
  {
    int n = N;
    note(&n);
    int *m = where - 100, h = 0;
    (void)m;
    for (int i = 0; i < n; i++) { // raddle: device
      if (i == 2000)
        *where = 2500;
      at[i] = i;
    }
    for (int i = 0; i < N; i++) // raddle: host(anti on 'h')
      h = h * 31 + at[i];
    printf("%d %d\n", n, h);
  }
  {
    int i;
    sscanf("77", "%d", &i);
    printf("%d\n", i);
    for (i = 0; i < N; i++) // raddle: device
      at[i] = i * 3;
    printf("%d %d\n", i, at[N - 1]);
  }
  {
    int s[8];
    note(s);
    int *q = where;
    for (int i = 0; i < 8; i++) // raddle: device
      s[i] = i;
    for (int i = 0; i < 7; i++) // raddle: device
      q[i + 1] = s[i] + 1;
    printf("%d\n", s[7]);
  }
  return 0;
}
