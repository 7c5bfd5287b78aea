/* Loops whose iterations need one of them: shortest paths, closures, an elimination in place. */

#include "hash.h"

enum { N = 21 };
static int paths[N][N];
static double minutes[N][N], matrix[N][N], borders[N][N];
static unsigned char reached[N * N];
static long counts[N][N];

static void shortest(int n, int (*d)[N]) {
  for (int k = 0; k < n; k++) // raddle: host(anti on 'paths')
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++) // raddle: device
        d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j]; // raddle: device
}

static void shortest_if(int n, double (*d)[N]) {
  for (int k = 0; k < n; k++) // raddle: host(anti on 'minutes')
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++) // raddle: device
        if (d[i][k] + d[k][j] < d[i][j]) // raddle: device
          d[i][j] = d[i][k] + d[k][j];
}

static void closure(int n, unsigned char *r) {
  for (int k = 0; k < n; k++) // raddle: host(anti on 'reached')
    for (int i = 0; i < n; i++) // raddle: device | host(anti on 'reached')
      if (r[i * n + k]) // raddle: device
        for (int j = 0; j < n; j++) // raddle: host(anti on 'reached')
          r[i * n + j] |= r[k * n + j];
}

/* Row k changes in its own iteration: those behind it see another one than those before it. */
static void sums(int n, long (*c)[N]) {
  for (int k = 0; k < n; k++) // raddle: host(anti on 'counts')
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++) // raddle: device
        c[i][j] = (c[i][j] + c[k][j] * 3 + c[i][k]) & 0xffff; // raddle: device
}

static void eliminated(int n, double (*a)[N]) {
  for (int k = 1; k < n - 1; k++) // raddle: host(anti on 'matrix')
    for (int i = 0; i < n; i++) // raddle: device
      for (int j = 0; j < n; j++)
        a[i][j] -= a[i][k] * a[k + 1][j] * 0.001;
}

/* From the second row on, as far as the last one but one. */
static void within(int n, double (*a)[N]) {
  for (int k = 2; k < n - 2; k++) // raddle: device | host(anti on 'borders')
    for (int i = 1; i < n - 1; i++) // raddle: device
      for (int j = 0; j < n; j++)
        a[i][j] += a[k - 1][j] * 0.01;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < N; j++) {
      paths[i][j] = (i * 7919 + j * 104729) % 1000 + 1;
      minutes[i][j] = paths[i][j] * 0.1;
      matrix[i][j] = borders[i][j] = (i * 31 + j * 17) % 23 * 0.25 - 2;
      reached[i * N + j] = (i * 13 + j * 7) % 29 == 0;
      counts[i][j] = i * 100 + j;
    }
  paths[3][3] = -5; /* A loop that pays: the row changes while it is read. */
  for (int n = 1; n <= N; n += 20) { // raddle: host(anti on 'paths') | host(operation 'region.may_pay' is not a device operation)
    shortest(n, paths);
    shortest_if(n, minutes);
    closure(n, reached);
    sums(n, counts);
    eliminated(n, matrix);
    within(n, borders);
  }
  PRINT_HASH(paths);
  PRINT_HASH(minutes);
  PRINT_HASH(reached);
  PRINT_HASH(counts);
  PRINT_HASH(matrix);
  PRINT_HASH(borders);
  return 0;
}
