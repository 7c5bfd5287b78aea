/* Long arrays in structs that are copied, in initializers, and in memset and memcpy. */
// flags: -lm
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#define D 115
#define P 64
typedef struct {
  double c[D];
  int id;
} point;
static double dist(point a, point b) {
  double s = 0;
  for (int i = 0; i < D; i++) // raddle: host(reduction + on 's')
    s = s + (a.c[i] - b.c[i]) * (a.c[i] - b.c[i]);
  return sqrt(s);
}
static int nearest(point p, point *k, int n) {
  double m = dist(p, k[0]);
  int id = k[0].id;
  for (int i = 1; i < n; i++) { // raddle: device
    double d = dist(p, k[i]);
    if (d < m) {
      m = d;
      id = k[i].id;
    }
  }
  return id;
}
static double seed = 0.3;
static double next(void) {
  seed = seed * 3.7 * (1 - seed);
  return seed;
}
int main(void) {
  int n = 1200, m = 7;
  point *p = malloc(n * sizeof *p), *k = malloc(m * sizeof *k);
  for (int i = 0; i < n; i++) { // raddle: device | host(anti on 'seed')
    for (int j = 0; j < D; j++) // raddle: host(anti on 'seed')
      p[i].c[j] = next();
    p[i].id = -1;
  }
  for (int i = 0; i < m; i++) { // raddle: device
    k[i] = p[i * 31];
    k[i].id = i;
  }
  for (int i = 0; i < n; i++) // raddle: device
    p[i].id = nearest(p[i], k, m);
  long h = 0;
  for (int i = 0; i < n; i++) // raddle: host(anti on 'h')
    h = h * 7 + p[i].id;
  printf("%ld\n", h);
  double *out = malloc(n * sizeof *out), *all = malloc((size_t)n * P * sizeof *all);
  for (int i = 0; i < n; i++) { // raddle: device
    float q[P] = {0};
    int w[100] = {1, 2, [50] = 7};
    for (int j = 0; j < i % P; j++)
      q[j * 5 % P] += j;
    double s = w[50] + w[i % 100];
    for (int j = 0; j < P; j++)
      s = s * 1.01 + q[j];
    out[i] = s;
  }
  for (int i = 0; i < n; i++) { // raddle: device
    memset(all + i * P, 0, P * sizeof *all);
    all[i * P + i % P] = out[i];
  }
  for (int i = 1; i < n; i++) { // raddle: device
    double row[P];
    memcpy(row, &all[i * P], sizeof row);
    for (int j = 0; j < P; j++)
      row[j] += 1;
    memcpy(&all[i * P], row, P * sizeof *row);
  }
  int c = m;
  double *part = malloc((size_t)n * c * sizeof *part);
  for (int i = 0; i < n; i++) { // raddle: device
    memset(&part[i * c], 0, c * sizeof(double));
    part[i * c + i % c] = i;
  }
  size_t half = c / 2;
  for (int i = 0; i < n; i++) { // raddle: host(call to 'memset')
    memset(&part[i * c], 0, half * sizeof *part);
    part[i * c + i % c] += i;
  }
  double s = 0;
  for (int i = 0; i < n * P; i++) // raddle: host(anti on 's')
    s = s * 1.0001 + all[i];
  for (int i = 0; i < n * c; i++) // raddle: host(anti on 's')
    s = s * 1.0001 + part[i];
  printf("%.17g\n", s);
}
