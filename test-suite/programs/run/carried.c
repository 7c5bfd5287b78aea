/* Scalars that hold a value of the iteration before. */
#include "hash.h"

enum { N = 2000 };
static double a[N], b[N], c[N];
static int at[N];

static void fill(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    b[i] = (i * 37 % 101) * 0.25 - 9;
    c[i] = 1.5 - (i * 53 % 97);
    at[i] = i * 7 % N;
  }
}

__attribute__((noinline)) static double averages(int n) {
  double x = b[N - 1], y = b[N - 2];
  for (int i = 0; i < n; i++) { // raddle: device
    a[i] = (b[i] + x + y) * 0.333;
    y = x;
    x = b[i];
  }
  return x * 3 + y;
}

__attribute__((noinline)) static void products(int n) {
  double t = 0, s;
  for (int i = 0; i < n; i++) { // raddle: device
    s = b[i] * c[i];
    a[i] = s + t;
    t = s;
  }
}

__attribute__((noinline)) static int indices(int n) {
  int before = N - 1, second = N - 2;
  for (int i = 0; i < n; i++) { // raddle: device
    a[i] = (b[i] + b[before] + b[second]) * 0.25;
    second = before;
    before = i;
  }
  return before * 3 + second;
}

__attribute__((noinline)) static float down(unsigned n) {
  float t = 0.5f;
  for (unsigned i = n; i > 0; i--) { // raddle: device
    if (b[i - 1] > 0)
      a[i - 1] = t;
    t = b[at[i - 1]] / c[i - 1];
  }
  return t;
}

__attribute__((noinline)) static void outer(int n) {
  int row = -1;
  for (int i = 0; i < n; i++) { // raddle: device
    for (int j = 0; j < 30; j++)
      a[i * 40 + j] = row * 100 + j;
    row = at[i];
  }
}

/* What the loop writes is not read again. */
__attribute__((noinline)) static double recurrence(int n) {
  double x = 1;
  for (int i = 0; i < n; i++) { // raddle: host(an iteration writes what an earlier one read)
    a[i] = b[i] + x;
    x = a[i] * 0.5;
  }
  return x;
}

int main(void) {
  fill();
  int sizes[] = {0, 1, 2, 3, N};
  for (int k = 0; k < 5; k++) { // raddle: host(call to 'printf')
    int n = sizes[k];
    printf("%a\n", averages(n));
    PRINT_HASH(a);
    products(n);
    PRINT_HASH(a);
    printf("%d\n", indices(n));
    PRINT_HASH(a);
    printf("%a\n", down(n));
    PRINT_HASH(a);
    outer(n > 40 ? 40 : n);
    PRINT_HASH(a);
    printf("%a\n", recurrence(n));
    PRINT_HASH(a);
  }
  return 0;
}
