// Branches that end a function for good: where their conditions are known not to hold before a loop, it runs without them; else
// what came before them has happened, and nothing behind.
#include "hash.h"
#include <setjmp.h>

enum { N = 300 };
static jmp_buf env;
static int a[N], b[N], limit = N;
static double scale = 2;
static unsigned char flags[N];

__attribute__((noreturn)) static void fail(const char *what, int i) {
  printf("%s %d ", what, i);
  longjmp(env, 1);
}

/* What calls it does not return, either. */
static void out_of_range(int i) {
  printf("out of range: ");
  fail("i", i);
}

static void by_index(int n, int m) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (i >= m)
      fail("by_index", i);
    a[i] = b[i] + i;
  }
}
static void by_helper(int n, int m) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (i < 0 || i >= m || n > limit)
      out_of_range(i);
    a[i] = b[i] * 2;
  }
}
static int checked(int i, int n) {
  if (i < 0 || n <= i) {
    printf("checked ");
    fail("i", i);
  }
  return b[i] + 1;
}
static void inlined(int n, int m, int from) {
  for (int i = 0; i < n; i++) // raddle: device
    a[i] = checked(i, m) - checked(i + from, N) * 3;
}
static void other_branch(int n, int sign) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (sign == 1 || sign == -1)
      a[i] = sign * b[i];
    else
      fail("sign", sign);
  }
}
static void equal(int n, int k, unsigned u) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (k)
      fail("k", k);
    if (!(u != 7))
      fail("u", u);
    if (i == k - 5)
      fail("equal", i);
    a[i] += k + u;
  }
}
static void floats(int n, double by) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (!(by > 0) || __builtin_expect(scale < by, 0))
      fail("floats", i);
    a[i] = b[i] * by;
  }
}
static void nested(int n, int m) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = i; j < m; j++) {
      if (i + j >= limit)
        fail("nested", i * 1000 + j);
      if (j > 3 && m > 40)
        fail("m", m);
      a[i] += j;
    }
}
static void in_while(int n, int k) {
  for (int i = 0; i < n; i++) { // raddle: device
    int x = b[i] + 40;
    while (x > 9) {
      if (k < 2)
        fail("k", k);
      x /= k;
    }
    a[i] = x;
  }
}
/* A limit that a store may change. */
static void stores(int n, int *m, int *to) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (i >= *m)
      fail("stores", i);
    to[i] = i / 2;
  }
}
static void by_data(int n) {
  for (int i = 0; i < n; i++) { // raddle: host(call to 'fail')
    if (flags[i])
      fail("by_data", i);
    a[i] = b[i] - 5;
  }
}
/* It comes back from a branch that only looks like an error. */
static void reports(int n, int m) {
  for (int i = 0; i < n; i++) { // raddle: host(call to 'printf'
    if (i >= m)
      printf("report %d ", i);
    a[i] = b[i] + 7;
  }
}

static void set(void) {
  for (int i = 0; i < N; i++) // raddle: device
    b[i] = i * 37 % 101 - 50;
}

#define TRY(CALL)                                                                                                        \
  do {                                                                                                                   \
    if (!setjmp(env)) {                                                                                                  \
      CALL;                                                                                                              \
      printf("came back ");                                                                                              \
    }                                                                                                                    \
    PRINT_HASH(a);                                                                                                       \
  } while (0)

int main(void) {
  set();
  TRY(by_index(N, N));
  TRY(by_index(N, 100));
  TRY(by_index(0, -5));
  TRY(by_helper(N, N));
  TRY(by_helper(N, N - 1));
  limit = 20;
  TRY(by_helper(N, N));
  TRY(by_helper(0, N));
  TRY(inlined(200, 200, 100));
  TRY(inlined(200, 199, 100));
  TRY(inlined(200, 200, 101));
  TRY(inlined(200, 200, -1));
  TRY(other_branch(N, 1));
  TRY(other_branch(N, -1));
  TRY(other_branch(N, 0));
  TRY(equal(N, 0, 6));
  TRY(equal(N, 0, 7));
  TRY(equal(N, 1, 6));
  TRY(floats(N, 1.5));
  TRY(floats(N, 2.5));
  TRY(floats(N, 0));
  TRY(floats(N, 0.0 / 0.0 * scale));
  TRY(nested(5, 10));
  TRY(nested(10, 11));
  limit = N;
  TRY(nested(10, 41));
  TRY(nested(3, 4));
  TRY(in_while(N, 2));
  TRY(in_while(N, 1));
  TRY(in_while(0, 1));
  int m = N;
  TRY(stores(N, &m, a));
  TRY(stores(N, &a[40], a));
  TRY(by_data(N));
  flags[77] = 1;
  TRY(by_data(N));
  TRY(reports(N, N - 2));
  return 0;
}
