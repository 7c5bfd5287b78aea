/* Structs, unions and 128-bit integers passed and returned by value, by functions with nests and in calls. */
// with: parts/by_value.c
#include "hash.h"
#include "parts/by_value.h"
#include <complex.h>
#include <stdarg.h>

typedef struct {
  char tag;
  struct {
    short low, high;
  } range;
  float factor;
} small;
typedef struct {
  unsigned a : 5, b : 20;
  _Bool negative;
} bits;
typedef union {
  float f[4];
  unsigned u[4];
} words;
typedef struct {
  _Alignas(32) double a[4];
} aligned;
typedef struct {
} nothing;

enum { N = 80 };
static double a[N], b[N];

static void fill(double x) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = x * i;
}

/* Two registers in, two registers out; one struct among scalars. */
static pair rotate(pair p, float scale, _Bool up) {
  static int calls;
  fill(p.x);
  calls++;
  for (int i = 0; i < N; i++) // raddle: device
    b[i] += p.y * scale + calls;
  return up ? (pair){p.y, -p.x} : p;
}

/* In memory, changed there, and returned in memory: the caller's stays as it is. */
static big grow(big g, short by) {
  for (int k = 0; k < 3; k++) // raddle: device
    for (int i = 0; i < N; i++)
      g.a[i] += by * (i + k);
  return g;
}

/* Packed into integer registers, with a nested struct. */
static small scaled(small s, const int n) {
  for (int i = 0; i < n; i++) // raddle: device
    b[i] = s.factor * a[i] + s.range.high - s.range.low;
  s.tag++;
  s.range = (__typeof__(s.range)){s.range.high, s.range.low};
  return s;
}

static words mixed(words w, int n) {
  words r;
  for (int i = 0; i < 4; i++) // raddle: host('r.u' is a union member)
    r.u[i] = w.u[3 - i] ^ 0x400000u;
  float first = r.f[0];
  for (int i = 0; i < n; i++) // raddle: device
    a[i] += first;
  return r;
}

__attribute__((noinline)) aligned shifted(aligned x, double (*m)[N], pair p) {
  for (int i = 0; i < 2; i++) // raddle: device
    for (int j = 0; j < N; j++)
      m[i][j] = x.a[2 * i] * j + p.x;
  x.a[1] = p.y;
  return x;
}

/* The type of one parameter names another. */
static pair sum_of(int n, double m[n][n], pair weight) {
  pair sum = {0, 0};
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < n; j++)
      m[i][j] = i * weight.x + j * weight.y;
  for (int i = 0; i < n; i++) // raddle: host(on 'sum')
    sum.x += m[i][n - 1 - i];
  sum.y = m[n - 1][0];
  return sum;
}

static __int128 wide(__int128 x, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    b[i] += i;
  return x * n;
}

/* A result that is not used, and one without an end. */
static bits flags(bits f, volatile nothing unused, _Bool early) {
  if (early)
    return f;
  int step = f.a * 2 + f.b;
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += step;
  f.negative = !f.negative;
  f.a += 31;
  return f;
}

static pair halve(pair p, int depth) {
  for (int i = 0; i < N; i++) // raddle: device
    b[i] += p.x / (depth + 1);
  if (depth == 0)
    return p;
  pair inner = halve((pair){p.x / 2, p.y + depth}, depth - 1);
  return (pair){inner.y, halve(inner, 0).x};
}

static pair apply(pair (*f)(pair, int), pair p, int n) {
  for (int i = 0; i < n; i++) // raddle: host(the function is left to clang: call that passes or returns by value)
    b[i] += p.x;
  return f(p, n);
}

/* Without parameters, and with one that is bound by name elsewhere. */
static pair origin(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] -= i;
  return (pair){a[1], a[2]};
}
pair renamed(pair) __attribute__((alias("exported")));
pair exported(pair p) {
  for (int i = 0; i < N; i++) // raddle: device
    b[i] += p.y;
  return (pair){p.x + 1, p.y};
}

static double both(int count, ...) {
  va_list list;
  va_start(list, count);
  double res = 0;
  for (int i = 0; i < count; i++) // raddle: host('rotate(...)' is not memory that a nest can describe)
    res += rotate(va_arg(list, pair), 1, 0).x + grow(va_arg(list, big), 1).a[i];
  va_end(list);
  return res;
}

/* Complex numbers are computed with, and passed on. */
static double complex turn(double complex z) {
  for (int i = 0; i < N; i++) // raddle: device
    b[i] += i;
  return z * I + conj(z);
}

static double ignored(double complex z, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    b[i] += 2 * i;
  return n;
}

static long double precise(long double x, int n) {
  for (int i = 0; i < n; i++) // raddle: host(value of type 'long double')
    x = x * 0.5L + i;
  return x;
}

/* Calls with records in every place, in a function that has a nest itself. */
static double calls(void) {
  static double m[N][N];
  big g;
  for (int i = 0; i < N; i++) // raddle: device
    g.a[i] = i;
  pair p = elsewhere(elsewhere((pair){1, 2}, g), grow(g, 2));
  p = p.x > 0 ? rotate(p, 2, 1) : p;
  words w = mixed((words){.f = {1, 2, 3, 4}}, N);
  bits f = flags((bits){3, 70000, 1}, (nothing){}, 0);
  flags(f, (nothing){}, 1);
  small s = scaled(scaled((small){'a', {2, 5}, 1.5f}, N), N / 2);
  pair q = sum_of(N, m, halve(p, 3));
  __int128 x = wide((__int128)1 << 70, 9);
  printf("%a %a %u %d %u %d %c %d %a %lld\n", p.x, p.y, w.u[2], f.a, f.b, f.negative, s.tag, s.range.low, q.x + q.y,
         (long long)(x >> 60));
  return shifted((aligned){{1, 2, 3, 4}}, m, origin()).a[1] + grow(g, 1).a[3] + exported(p).x;
}

int main(void) {
  pair p = rotate((pair){1.5, 2.5}, 0.5f, 1);
  p = rotate(p, 2, 0);
  big g = {{1, 2, 3, 4, 5}};
  big h = grow(g, -7);
  double complex z = turn(1.25 - 2 * I);
  printf("%a %a %ld %ld %a %a %La\n", p.x, p.y, g.a[4], h.a[4], creal(z), cimag(z), precise(1, 20));
  pair (*volatile function)(pair, int) = halve;
  pair r = apply(function, p, 2), e = renamed(p);
  printf("%a %a %a %a %a\n", r.x, r.y, e.x, both(1, p, h), ignored(z, N));
  printf("%a %a\n", calls(), from_elsewhere(exported));
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(h.a);
  return 0;
}
