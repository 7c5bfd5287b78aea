// Arrays that each iteration of a loop over rows fills for itself: CPU threads have them on their stacks.
#include <stdio.h>
#include <stdlib.h>

enum { R = 48, C = 60, MOST = 1000 };

static double ***cube(int n) {
  double ***c = malloc(n * sizeof *c);
  for (int k = 0; k < n; k++) { // raddle: host(pointer 'c[k] = malloc)
    c[k] = malloc(n * sizeof **c);
    for (int j = 0; j < n; j++) { // raddle: host(pointer 'c[k][j] = malloc)
      c[k][j] = malloc(C * sizeof ***c);
      for (int i = 0; i < C; i++) // raddle: device
        c[k][j][i] = (k * 7 + j * 3 + i) % 11 - 4;
    }
  }
  return c;
}

static void refill(double ***c, int n) {
  for (int k = 0; k < n; k++) // raddle: threads(it follows the pointers in 'c')
    for (int j = 0; j < n; j++)
      for (int i = 0; i < C; i++)
        c[k][j][i] = (k * 7 + j * 3 + i) % 11 - 4;
}

static void print(const char *what, double ***c, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) // raddle: host(anti on 'sum')
    for (int j = 0; j < n; j++) // raddle: host(anti on 'sum')
      for (int i = 0; i < C; i++) // raddle: host(anti on 'sum')
        sum = sum * 0.999 + c[k][j][i];
  printf("%s %a\n", what, sum);
}

static void sums(double ***r, double ***u, int n, int m) {
  double u1[MOST], u2[MOST];
  for (int k = 1; k < n - 1; k++) // raddle: threads(it follows the pointers in 'r')
    for (int j = 1; j < n - 1; j++) {
      for (int i = 0; i < m; i++) {
        u1[i] = u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i];
        u2[i] = u[k - 1][j - 1][i] + u[k - 1][j + 1][i] + u[k + 1][j - 1][i] + u[k + 1][j + 1][i];
      }
      for (int i = 1; i < m - 1; i++)
        r[k][j][i] = r[k][j][i] + 0.5 * u[k][j][i] + 0.25 * (u1[i - 1] + u1[i + 1]) + 0.125 * (u2[i] + u2[i - 1]);
    }
}

/* Every second element, and one at each end. */
static void coarser(double ***s, double ***r, int n, int m, int d) {
  double x[MOST], y[MOST];
  int i1, i2, i3;
  for (int k = 1; k < n / 2 - 1; k++) { // raddle: host(which pointers of 'r' the loop follows is not known before it)
    i3 = 2 * k - d;
    for (int j = 1; j < n / 2 - 1; j++) { // raddle: threads(it follows the pointers in 'u') | threads(never reached)
      i2 = 2 * j - d;
      for (int i = 1; i < m / 2; i++) {
        i1 = 2 * i - d;
        x[i1] = r[i3 + 1][i2][i1] + r[i3][i2 + 1][i1];
        y[i1] = r[i3][i2][i1] + r[i3 + 2][i2][i1];
      }
      for (int i = 1; i < m / 2 - 1; i++) {
        i1 = 2 * i - d;
        s[k][j][i] = 0.5 * r[i3 + 1][i2 + 1][i1 + 1] + 0.125 * (x[i1] + x[i1 + 2]) + 0.0625 * (y[i1] + y[i1 + 2]);
      }
    }
  }
}

/* The last iteration's elements are used behind the loop. */
static double after(double ***r, int n, int m) {
  double t[MOST];
  for (int k = 0; k < n; k++) // raddle: host(output on 't')
    for (int j = 0; j < n; j++) { // raddle: host(output on 't')
      for (int i = 0; i < m; i++) // raddle: threads(it follows the pointers in 'r')
        t[i] = r[k][j][i] * 0.5;
      for (int i = 0; i < m; i++) // raddle: threads(it follows the pointers in 'r')
        r[k][j][i] = t[m - 1 - i] + t[i];
    }
  return n > 0 && m > 3 ? t[3] : 0;
}

/* What an iteration reads it may not have written. */
static void kept(double ***r, int n, int m) {
  double t[MOST] = {0};
  for (int k = 0; k < n; k++) // raddle: host(output on 't')
    for (int j = 0; j < n; j++) { // raddle: host(output on 't')
      for (int i = 0; i < m - 1; i++) // raddle: threads(it follows the pointers in 'r')
        t[i] = r[k][j][i] * 0.5;
      for (int i = 0; i < m; i++) // raddle: threads(it follows the pointers in 'r')
        r[k][j][i] = t[m - 1 - i] + t[i];
      t[m - 1] += 1;
    }
}

/* A row is the array itself. */
static void own_row(double ***r, int n, int m) {
  double t[MOST];
  double *kept = r[2][3];
  for (int i = 0; i < m; i++) // raddle: device
    t[i] = kept[i];
  r[2][3] = t;
  for (int k = 0; k < n; k++) // raddle: host(output on 't')
    for (int j = 0; j < n; j++) { // raddle: host(output on 't')
      for (int i = 0; i < m; i++) // raddle: threads(it follows the pointers in 'r')
        t[i] = r[k][j][i] * 0.5;
      for (int i = 0; i < m; i++) // raddle: threads(it follows the pointers in 'r')
        r[k][j][i] = t[m - 1 - i] + t[i];
    }
  for (int i = 0; i < m; i++) // raddle: device
    kept[i] = t[i];
  r[2][3] = kept;
}

/* Too large for a thread's stack. */
static void large(double ***r, int n, int m) {
  double t[20000];
  for (int k = 0; k < n; k++) // raddle: host(output on 't')
    for (int j = 0; j < n; j++) { // raddle: host(output on 't')
      for (int i = 0; i < m; i++) // raddle: threads(it follows the pointers in 'r')
        t[i] = r[k][j][i] * 0.5;
      for (int i = 0; i < m; i++) // raddle: threads(it follows the pointers in 'r')
        r[k][j][i] = t[m - 1 - i] + t[i];
    }
}

int main(void) {
  double ***r = cube(R), ***u = cube(R);
  static const int sizes[][2] = {{R, C}, {R, 2}, {R, 1}, {R, 0}, {3, C}, {3, 2}, {2, C}, {0, C}, {20, 37}};
  for (int t = 0; t < (int)(sizeof sizes / sizeof *sizes); t++) { // raddle: host(call to 'printf')
    int n = sizes[t][0], m = sizes[t][1];
    sums(r, u, n, m);
    print("sums", r, R);
    sums(r, r, n, m);
    print("of itself", r, R);
    for (int d = 1; d < 3; d++) { // raddle: host('r[i3 + 1][i2]' is another pointer in each iteration)
      coarser(u, r, n, m, d);
      print("coarser", u, R);
    }
    refill(r, R);
    printf("%a\n", after(r, n, m));
    print("after", r, R);
    if (m > 0) kept(r, n, m);
    print("kept", r, R);
    if (n > 3) own_row(r, n, m);
    print("own row", r, R);
    large(r, n, m);
    print("large", r, R);
    double *row = r[1][1];
    r[1][1] = r[2][1];
    if (n > 3) sums(r, u, n, m);
    print("equal rows", r, R);
    r[1][1] = row;
    refill(r, R);
    refill(u, R);
  }
}
