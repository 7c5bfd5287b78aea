/* Longest common subsequence, knapsack, all shortest paths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int lcs(const char *a, const char *b, int n, int m) {
  int **t = malloc((n + 1) * sizeof *t);
  for (int i = 0; i <= n; i++)
    t[i] = calloc(m + 1, sizeof **t);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : MAX(t[i - 1][j], t[i][j - 1]);
  int r = t[n][m];
  for (int i = 0; i <= n; i++)
    free(t[i]);
  free(t);
  return r;
}
static int knap(int n, int W, const int *w, const int *v) {
  int *d = calloc(W + 1, sizeof *d);
  for (int i = 0; i < n; i++)
    for (int j = W; j >= w[i]; j--)
      d[j] = MAX(d[j], d[j - w[i]] + v[i]);
  int r = d[W];
  free(d);
  return r;
}
static void apsp(int n, int *d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i * n + j] = MIN(d[i * n + j], d[i * n + k] + d[k * n + j]);
}
int main(void) {
  int n = 3000;
  char *a = malloc(n), *b = malloc(n);
  for (int i = 0; i < n; i++)
    a[i] = 'a' + i * 7 % 13 % 4, b[i] = 'a' + i * 5 % 17 % 4;
  printf("%d\n", lcs(a, b, n, n));
  int w[200], v[200];
  for (int i = 0; i < 200; i++)
    w[i] = 10 + i * 37 % 91, v[i] = 5 + i * 53 % 97;
  printf("%d\n", knap(200, 100000, w, v));
  n = 400;
  int *d = malloc(n * n * 4);
  for (int i = 0; i < n * n; i++)
    d[i] = 1 + i * 31 % 997;
  apsp(n, d);
  long s = 0;
  for (int i = 0; i < n * n; i++)
    s += d[i];
  printf("%ld\n", s);
}
