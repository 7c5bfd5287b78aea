/* Functions that only compute a value and are no part of the loop: they call themselves, or are large. CPU threads call them as the host does. */
// flags: -lm
#include "hash.h"
#include <math.h>
#include <stdlib.h>

enum { N = 1200, QUEENS = 8 };
static long found[N], sums[N];
static double value[N], other[N], third[N], table[16];
static int weights[4] = {3, 1, 4, 1};
static signed char narrow[N];
static unsigned short wide[N];
static int calls, seed = 7;

static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }

static int is_even(unsigned n);
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }

// Its arrays are its own.
static int place(int row, unsigned columns, unsigned up, unsigned down) {
  if (row == QUEENS)
    return 1;
  int n = 0, free[QUEENS], count = 0;
  for (int c = 0; c < QUEENS; c++) // raddle: host(anti on 'count'
    if (!(columns >> c & 1) && !(up >> (row + c) & 1) && !(down >> (row - c + QUEENS) & 1))
      free[count++] = c;
  for (int k = 0; k < count; k++) // raddle: host(call to 'place', which calls the function that the loop is in)
    n += place(row + 1, columns | 1u << free[k], up | 1u << (row + free[k]), down | 1u << (row - free[k] + QUEENS));
  return n;
}

// It reads variables of the file.
static double series(double x, int depth) { return depth ? table[depth & 15] + x * series(x, depth - 1) : weights[seed & 3]; }

static double at(const double *p, int k, int n) { return n ? p[k & 15] + at(p, k + 1, n - 1) : 0; }

static signed char fold(signed char c, unsigned short n) { return n ? fold((signed char)(c + 1), (unsigned short)(n - 1)) : c; }
static _Bool is_large(unsigned short n) { return n > 9 ? is_large((unsigned short)(n / 3)) : n > 5; }
static float halves(float x, int n) { return n ? halves(x * 0.5f, n - 1) + 1 : x; }

static int counts(int n) {
  calls++;
  return n ? counts(n - 1) : 0;
}

static _Thread_local int own = 3;
static int of_thread(int n) { return n ? of_thread(n - 1) : own; }

static int *of_main;
static int same_thread(int n) { return n ? same_thread(n - 1) : &own == of_main; }

// Its parameter's type has an effect.
static int sized(int n, int (*p)[(calls++, 4)]) { return n ? sized(n - 1, p) : 1; }

// Called as it is: with its body, there would be a call that no loop may make.
static long with_result(int n, long *out) {
  long t = 3, r = n > 0 ? with_result(n - 1, &t) : 1;
  *out = t * 2 + n;
  return r + t;
}
static long around(int n) {
  long out;
  return with_result(n, &out) * out;
}

static void fill(int *p, int n) {
  if (n) {
    *p = n;
    fill(p + 1, n - 1);
  }
}

// Its loop is launched where the function is: on a thread that runs a part of another loop.
static long nested(int depth, long x) {
  long own[64];
  for (int k = 0; k < 64; k++) // raddle: device
    own[k] = k * x + depth;
  return depth ? nested(depth - 1, own[x & 63]) : own[3];
}

// What they write through pointers are variables of their callers: results beside the value, work arrays.
static int divide(long x, long y, long *quotient, long *rest) {
  if (!y)
    return 0;
  *quotient = x / y;
  *rest = x % y;
  return 1;
}
static void reverse(int *from, int *to) {
  for (; from < to; from++, to--) { // raddle: host('to' may change in the nest
    int kept = *from;
    *from = *to;
    *to = kept;
  }
}
static long digits(long x, int base, int depth) {
  long quotient = 0, rest = 0;
  int all[20] = {0}, *last = all, n = 0;
  while (divide(x, base, &quotient, &rest) && quotient && n < 19) { // raddle: host(call to 'divide'
    *last++ = (int)rest;
    x = quotient;
    n++;
  }
  reverse(all, all + n);
  return depth ? all[0] + 3 * digits(x + all[depth & 7], base, depth - 1) : rest;
}

// This pointer may lead to a variable of the function or to the file's.
static int either(int n) {
  int here[4] = {0}, *p = n & 1 ? here : weights;
  p[0] = n;
  return n ? here[0] + either(n - 1) : weights[0];
}

static double rooted(double x, int n) { return n ? sqrt(rooted(x, n - 1) + 1) : x; }

static void plain(void) {
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
    found[i] = gcd(i * 12, 360 + i);
  print_hash("gcd", found, sizeof found);
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
    if (i % 3)
      found[i] = is_even((unsigned)i) ? i : gcd(i, 30);
  print_hash("even", found, sizeof found);
  for (int i = 0; i < QUEENS * 8; i++) // raddle: threads(a function of the program)
    sums[i] = place(1, 1u << (i & 7), 1u << (i & 7), 1u << (QUEENS - (i & 7))) + i;
  print_hash("queens", sums, sizeof sums);
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
    narrow[i] = fold((signed char)i, (unsigned short)(i % 50));
  print_hash("narrow", narrow, sizeof narrow);
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
    wide[i] = (unsigned short)(is_large((unsigned short)(i * 77)) + (int)halves((float)i, i % 9));
  print_hash("wide", wide, sizeof wide);
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
    value[i] = rooted(i, i % 7);
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
    found[i] = digits(i * 7919L, 3 + i % 5, i % 4);
  print_hash("digits", found, sizeof found);
  for (int i = 0; i < N; i++) // raddle: threads(call to 'around')
    found[i] += around(i & 7);
  print_hash("around", found, sizeof found);
  for (int i = 0; i < N / 10; i++) // raddle: threads(a function of the program)
    found[i] = nested(i % 5, i);
  print_hash("nested", found, sizeof found);
  print_hash("roots", value, sizeof value);
}

static void sums_of_values(void) {
  long all = 0;
  int most = 0;
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program) | host(reduction + on 'all')
    all += gcd(i, 36);
  for (int i = 0; i < N; i++) { // raddle: threads(a function of the program) | host(reduction max on 'most')
    int n = (int)gcd(i * 9, 720);
    if (n > most)
      most = n;
  }
  double s = 0;
  for (int i = 0; i < N; i++) // raddle: threads(call to 'series') | host(reduction + on 's')
    s += series(i * 1e-4, 9);
  printf("%ld %d %.17g\n", all, most, s);
}

// The same memory holds floats first, and integers behind the loop.
static int rounded(const float *p, int i, int n) { return n ? rounded(p, i, n - 1) + 1 : (int)p[i]; }
static void retyped(int *q, const float *p) {
  for (int i = 0; i < N - 1; i++) // raddle: host(call to 'rounded' in each iteration: it reads memory that the nest may write
    q[i] = rounded(p, i + 1, i % 30);
}

// A block of the function's own.
static void owned(void) {
  int *q = malloc(N * sizeof *q);
  float *p = malloc(N * sizeof *p);
  for (int i = 0; i < N; i++) // raddle: device
    p[i] = i * 0.5f;
  for (int i = 0; i < N - 1; i++) // raddle: threads(a function of the program)
    q[i] = rounded(p, i + 1, i % 30);
  unsigned long s = 0;
  for (int i = 0; i < N - 1; i++) // raddle: host(
    s = 3 * s + (unsigned long)q[i];
  printf("%lu\n", s);
  for (int i = 0; i < N; i++) // raddle: device
    p[i] = i * 0.25f;
  retyped((int *)(void *)p, p);
  print_hash("retyped", p, (N - 1) * sizeof *p);
  free(p);
  free(q);
}

// What a function reads, the loop must not write.
static void reads(double *restrict p, const double *q, int n) {
  for (int i = 0; i < 16; i++) // raddle: device
    table[i] = i * 0.75;
  for (int i = 0; i < n; i++) // raddle: threads(a function of the program)
    value[i] = series(i * 0.001, i % 12);
  print_hash("series", value, sizeof value);
  for (int i = 0; i < n; i++) // raddle: host(call to 'series' in each iteration: it reads memory that the nest may write
    table[i & 15] = series(0.5, i % 12);
  print_hash("table", table, sizeof table);
  for (int i = 0; i < n; i++) // raddle: threads(a function of the program)
    found[i] = (long)at(q, i, 5);
  print_hash("at", found, sizeof found);
  for (int i = 0; i < n; i++) // raddle: host(call to 'at' in each iteration: it reads memory that the nest may write
    p[i] = at(q, i, 5);
  print_hash("behind", p, sizeof other);
}

static void declined(void) {
  int total = 0, all[N];
  for (int i = 0; i < N; i++) // raddle: host(call to 'counts'
    total += counts(i & 3);
  for (int i = 0; i < N; i++) // raddle: host(call to 'of_thread'
    found[i] = of_thread(i & 3);
  of_main = &own;
  for (int i = 0; i < N; i++) // raddle: host(call to 'same_thread'
    found[i] += same_thread(i & 3);
  for (int i = 0; i < N; i++) // raddle: host(call to 'sized'
    found[i] += sized(i & 3, 0);
  for (int i = 0; i < N; i++) // raddle: host(call to 'either'
    found[i] += either(i & 3);
  for (int i = 0; i < N / 8; i++) // raddle: host(call to 'fill'
    fill(all + 8 * i, 8);
  print_hash("all", all, sizeof all);
  print_hash("found", found, sizeof found);
  printf("%d %d\n", total, calls);
}

int main(void) {
  plain();
  sums_of_values();
  owned();
  reads(other, value, N);
  reads(other, third, N);
  declined();
  for (int time = 0; time < 5; time++) { // raddle: host(call to 'series' in each iteration
    for (int i = 0; i < 16; i++) // raddle: device
      table[i] += value[i] + time;
    for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
      value[i] = 0.001 * series(i * 0.001, i % 12);
  }
  print_hash("steps", value, sizeof value);
}
