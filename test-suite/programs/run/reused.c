/* Variables that are assigned in several places of an iteration, or in several loops. */
#include <stdio.h>
#include <stdlib.h>
#define M 300
#define N 120
/* One index variable for several loops: each has its own. The work array is private then. */
static void restrict_rows(int n, int m, int d, double **restrict r, double **restrict s) {
  double x1[M], y1[M];
  int i1, i2;
  for (int j2 = 1; j2 < n - 1; j2++) { // raddle: threads(it follows the pointers in 's')
    i2 = 2 * j2 - d;
    for (int j1 = 1; j1 < m; j1++) {
      i1 = 2 * j1 - d;
      x1[i1] = r[i2][i1] + r[i2 + 2][i1];
      y1[i1] = r[i2 + 1][i1] * 0.5;
    }
    for (int j1 = 1; j1 < m - 1; j1++) {
      i1 = 2 * j1 - d;
      s[j2][j1] = r[i2 + 1][i1 + 1] + x1[i1] + x1[i1 + 2] + y1[i1];
    }
  }
}
/* The variable is wanted after the second loop. */
static int last_place(int n, int *restrict a, int *restrict b) {
  int t = 0;
  for (int i = 0; i < n; i++) { // raddle: device
    t = 3 * i + 1;
    a[i] = t * t;
  }
  for (int i = 0; i < n; i++) { // raddle: device
    t = 5 * i - 2;
    b[i] = t + a[i];
  }
  return t;
}
/* The head of the loop reads what the body assigns last: it is not the loop's own. */
static void in_the_head(int n, int *restrict a, int *restrict b) {
  int t = n;
  for (int i = 0; i < t; i++) { // raddle: host('t' may change in the nest)
    t = a[i];
    b[i] = t + 1;
    t = a[i] - 2;
    b[i] += t;
  }
}
/* So does this one, which assigns it once. */
static int in_one_head(int n, int *restrict a, int *restrict b) {
  int t = n;
  for (int i = 0; i < t; i++) { // raddle: host('t' may change in the nest)
    t = a[i] - 1;
    b[i] = t;
  }
  t = 0;
  for (int i = 0; i < n; i++) // raddle: device
    t += b[i];
  return t;
}
/* An iteration reads what the one before has assigned. */
static void of_before(int n, int *restrict a, int *restrict b) {
  int t = 7;
  for (int i = 0; i < n; i++) { // raddle: device
    b[i] += t;
    t = a[i] * 2;
  }
  for (int i = 0; i < n; i++) { // raddle: device
    t = b[i] - i;
    a[i] = t;
  }
}
int main(void) {
  double **r = malloc(2 * N * sizeof *r), **s = malloc(N * sizeof *s);
  for (int i = 0; i < 2 * N; i++) { // raddle: host(pointer 'r[i] = malloc(...)' is computed in the nest)
    r[i] = malloc(M * sizeof **r);
    for (int j = 0; j < M; j++) // raddle: device
      r[i][j] = (i * 31 + j * 17) % 101 * 0.25;
  }
  for (int i = 0; i < N; i++) // raddle: host(pointer 's[i] = calloc(...)' is computed in the nest)
    s[i] = calloc(M, sizeof **s);
  restrict_rows(N - 1, 140, 1, r, s);
  restrict_rows(N - 20, 100, 0, r, s);
  double sum = 0;
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'sum')
    for (int j = 0; j < M; j++) // raddle: host(reduction + on 'sum')
      sum += s[i][j] * (i + 3 * j);
  static int a[3000], b[3000];
  int last = last_place(1500, a, b);
  for (int i = 0; i < 3000; i++) // raddle: device
    a[i] = 2000 - i % 7;
  in_the_head(2, a, b);
  last += in_one_head(3, a, b);
  of_before(2500, a, b);
  long all = 0;
  for (int i = 0; i < 3000; i++) // raddle: device
    all += (b[i] + 3 * a[i]) * (long)i;
  printf("%.17g %d %ld\n", sum, last, all);
  return 0;
}
