/* Scalars and arrays that every iteration has for itself. */
#include "hash.h"

enum { N = 90 };
static double a[N][8], out[N], last[8];

static void local_array(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    double window[8];
    for (int j = 0; j < 8; j++)
      window[j] = a[i][j] * (j + 1);
    double best = window[0];
    for (int j = 1; j < 8; j++)
      if (window[j] > best)
        best = window[j];
    out[i] = best;
  }
}

/* Declared outside and reused: private, and its last value is wanted. */
static double scalar_outside(void) {
  double t = 0;
  for (int i = 0; i < N; i++) { // raddle: device
    t = a[i][3] + i;
    out[i] += t * t;
  }
  return t;
}

static void array_outside(void) {
  double work[8];
  for (int i = 0; i < N; i++) { // raddle: device
    for (int j = 0; j < 8; j++)
      work[j] = a[i][7 - j];
    for (int j = 0; j < 8; j++)
      a[i][j] += work[j] * 0.5;
  }
  for (int j = 0; j < 8; j++) // raddle: device
    last[j] = work[j];
}

/* The last iteration need not write, so a copy of its own may not go back. */
static void written_seldom(int n, double *x) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < n; j++)
      if (i % 3 == 1)
        x[0] = i;
}

/* Arrays on a work item's stack: what is too large for one stays on the host, where the program's own stack has room for it once. */
static void large_arrays(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    int small[10000];
    for (int j = 0; j < 10000; j++)
      small[j] = i * j;
    out[i] = small[(i * 7919) % 10000];
  }
  for (int i = 0; i < 4; i++) { // raddle: host(more than 256 KiB)
    int large[1500000];
    for (int j = 0; j < 1500000; j++) // raddle: host(local to a loop around it)
      large[j] = i ^ j;
    out[i] += large[(i + 1) * 300000];
  }
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < 8; j++)
      a[i][j] = (i * 5 + j * 11) % 17;
  local_array();
  printf("%a\n", scalar_outside());
  array_outside();
  large_arrays();
  double seldom[2] = {7, 8};
  written_seldom(1, seldom);
  written_seldom(3, seldom + 1);
  PRINT_HASH(seldom);
  PRINT_HASH(a);
  PRINT_HASH(out);
  PRINT_HASH(last);
  return 0;
}
