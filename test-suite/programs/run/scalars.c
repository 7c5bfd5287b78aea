/* Scalars that have several values in an iteration, sums of exact constants. */
#include "hash.h"

enum { N = 3000 };
static float a[N], b[N], c[N], d[N];
static int k[N];

static void fill(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = (i * 37 % 101) - 50;
    b[i] = i * 0.25f;
    c[i] = 1 + i % 7 * 0.125f;
    d[i] = 1.5f - i % 3;
    k[i] = i * 31 % 17 - 3;
  }
}

__attribute__((noinline)) static void two_values(void) {
  float t;
  for (int i = 1; i < N; i++) { // raddle: device
    t = a[i] + b[i];
    a[i] = t + c[i - 1];
    t = c[i] * d[i];
    c[i] = t;
  }
}

/* The last value is wanted. */
__attribute__((noinline)) static float last_value(int n) {
  float t = 7;
  for (int i = 0; i < n; i++) { // raddle: device
    t = a[i] + b[i];
    a[i] = t;
    t = d[i] * 2;
    b[i] = t;
  }
  return t;
}

__attribute__((noinline)) static float exact(void) {
  float s = 0;
  for (int i = 0; i < N; i++) { // raddle: device
    s += 2;
    a[i] = s * b[i];
  }
  double t = 100.25;
  for (int i = 5; i < N; i++) { // raddle: device
    a[i] += t;
    t -= 0.5;
    c[i] = t;
  }
  return s + t;
}

__attribute__((noinline)) static float rounded(void) {
  float s = 0;
  for (int i = 0; i < N; i++) { // raddle: host(the loop needs each partial value)
    s += 0.1f;
    a[i] = s;
  }
  return s;
}

__attribute__((noinline)) static int last(int n) {
  int last = -1;
  for (int i = 0; i < n; i++) { // raddle: device
    if (k[i] == 7)
      last = i;
  }
  return last;
}

__attribute__((noinline)) static int branches(int n) {
  int j = -1;
  for (int i = 0; i < n; i++) { // raddle: device
    if (k[i] > 0) {
      j++;
      a[j] = b[i] + d[i];
    } else {
      j++;
      a[j] = c[i] - d[i];
    }
  }
  return j;
}

__attribute__((noinline)) static int coupled(void) {
  int j = -1, m = 4;
  for (int i = 0; i < N / 2; i++) { // raddle: device
    m = j + 1;
    a[i] = b[m] - d[i];
    j = m + 1;
    b[m] = a[i] + c[m];
  }
  return j * 10000 + m;
}

int main(void) {
  int sizes[] = {0, 1, 2, 9, N};
  for (int i = 0; i < 5; i++) { // raddle: host(call to 'printf')
    int n = sizes[i];
    fill();
    two_values();
    printf("%a %d %d\n", last_value(n), last(n), branches(n));
    printf("%a %a %d\n", exact(), rounded(), coupled());
    PRINT_HASH(a);
    PRINT_HASH(b);
    PRINT_HASH(c);
  }
  return 0;
}
