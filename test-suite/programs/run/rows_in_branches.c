/* Rows behind pointers that are followed in either branch. */
#include <stdio.h>
#include <stdlib.h>
#define N 400
static int **make(int n) {
  int **a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) { // raddle: host(pointer 'a[i] = malloc(...)' is computed in the nest)
    a[i] = malloc(n * sizeof **a);
  }
  return a;
}
static void step(int n, int **now, int **before) {
  for (int i = 1; i < n - 1; i++) // raddle: threads(
    for (int j = 1; j < n - 1; j++) {
      int s = before[i + 1][j + 1] + before[i + 1][j] + before[i + 1][j - 1] + before[i][j - 1] + before[i][j + 1] +
              before[i - 1][j - 1] + before[i - 1][j] + before[i - 1][j + 1];
      if (s == 3 || before[i][j] + s == 3)
        now[i][j] = 1;
      else
        now[i][j] = 0;
    }
}
static void one_sided(int n, int **now, int **before) {
  for (int i = 0; i < n; i++) // raddle: host(which pointers of 'now' the loop follows is not known before it)
    for (int j = 0; j < n; j++) // raddle: host(which pointers of 'now' the loop follows is not known before it)
      if (before[i][j])
        now[i][j] = before[i][j] + 1;
}
int main(void) {
  int n = N, **a = make(n), **b = make(n);
  for (int i = 0; i < n; i++) // raddle: threads(it follows the pointers in 'b')
    for (int j = 0; j < n; j++) {
      a[i][j] = (i * 7 + j * j) % 3 == 0;
      b[i][j] = 0;
    }
  for (int t = 0; t < 6; t++) { // raddle: host('b' may change in the nest)
    step(n, b, a);
    int **swap = a;
    a = b;
    b = swap;
  }
  one_sided(n, b, a);
  b[3] = b[4];
  step(n, b, a);
  long h = 0;
  for (int i = 0; i < n; i++) // raddle: host(anti on 'h')
    for (int j = 0; j < n; j++) // raddle: host(anti on 'h')
      h = h * 31 + a[i][j] + 2 * b[i][j];
  printf("%ld\n", h);
  return 0;
}
