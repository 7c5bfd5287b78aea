/* Variables of the function that each iteration sets before it reads them, in loops that also reduce. */
#include "hash.h"

enum { N = 3000 };
static int a[N], b[N];
static double x[N], y[N];

static int sum(int n, int shift) {
  int s = 0, t;
  for (int i = 0; i < n; i++) { // raddle: device
    t = a[i] * shift;
    s += t ^ b[i];
  }
  return s;
}

static double least(int n) {
  double m = x[0], d;
  for (int i = 0; i < n; i++) { // raddle: device
    d = x[i] - y[i];
    if (d < m)
      m = d;
  }
  return m;
}

static int under_a_condition(int n) {
  int s = 0, t;
  for (int i = 0; i < n; i++) { // raddle: device
    if (i < n / 2)
      t = b[i];
    else
      t = -a[i];
    s += t;
  }
  return s;
}

/* Wanted after the loop. */
static int last(int n) {
  int s = 0, t = 0;
  for (int i = 0; i < n; i++) { // raddle: device
    t = a[i] * 3;
    s += t;
  }
  return s ^ t;
}

/* Not set in each iteration. */
static int kept(int n) {
  int s = 0, t = 1;
  for (int i = 0; i < n; i++) { // raddle: host( on 't')
    if (a[i] & 1)
      t = b[i];
    s += t;
  }
  return s;
}

/* The order of the sum is what counts. */
static double ordered(int n) {
  double s = 0, t;
  for (int i = 0; i < n; i++) { // raddle: host(reduction + on 's')
    t = x[i] * y[i];
    s += t;
  }
  return s;
}

/* The old values of the array are copied before the loop. */
static void shifted(int n) {
  int k;
  for (int i = 0; i < n; i++) { // raddle: device
    k = i + 1;
    a[i] = a[k] + b[i];
  }
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = i * 37 % 101;
    b[i] = i * 53 % 211 - 100;
    x[i] = a[i] * 0.37;
    y[i] = b[i] * 0.11;
  }
  printf("%d %d %a %d\n", sum(N, 3), sum(0, 1), least(N), under_a_condition(N));
  printf("%d %d %a\n", last(N), kept(N), ordered(N));
  shifted(N - 1);
  PRINT_HASH(a);
  return 0;
}
