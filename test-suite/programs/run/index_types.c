/* Loop indices of every integer type, with the wrap-around that C defines for the unsigned ones. */
#include "hash.h"
#include <stdint.h>

enum { N = 200 };
static int a[N + 60], b[N], c[N], d[N], e[300], f[N], g[300];

static void with_int64(int64_t n) {
  for (int64_t i = 0; i < n; i++) // raddle: device
    a[i + 5] = (int)(i * i);
}

static void with_unsigned(unsigned n) {
  for (unsigned i = 0; i < n; i++) // raddle: device
    b[i] = (int)(i * 3 + 1);
}

static void with_size_t(size_t from, size_t to) {
  for (size_t i = from; i < to; i += 3) // raddle: device
    c[i] += (int)(to - i);
}

/* i - 1 wraps to 4294967295 at i = 0, where the condition keeps it from being used. */
static void neighbour(unsigned n) {
  for (unsigned i = 0; i < n; i++) // raddle: device
    d[i] = i == 0 ? -1 : b[i - 1];
}

/* The index wraps: 300 stores, the last 44 to places written before. */
static void with_byte_index(void) {
  unsigned char k = 0;
  for (int i = 0; i < 300; i++) // raddle: host(anti on 'k')
    e[k++] += i;
}

static void with_short(short n) {
  for (short i = 0; i < n; i++) // raddle: device
    f[i] = i * 257;
}

/* -k is a large unsigned number, and -k + 8 a small one. */
__attribute__((noinline)) static void negated(int n, int *to, int (*from)[3]) {
  for (unsigned k = 0; k < n; k++) { // raddle: host(loop index 'i' is used after its loop)
    int i;
    for (i = n - (int)k - 1; i > 0; i -= 2) // raddle: host(output on 'f')
      to[n - 1] = to[k] > 1 ? from[-k + 8][k] : 1;
    to[0] += i;
  }
  for (int k = n; k < N; k++) // raddle: device
    to[k] += n;
}

/* A step through a type that does not hold the index is none; one in a wider type is. */
static void converted_steps(int n) {
  for (int i = -5; i < n; i = (unsigned char)(i + 1)) // raddle: host(step 'i = i + 1' is not constant)
    g[i + 5] = 1;
  for (long i = -5; i < n; i = (unsigned)i + 1) { // raddle: host(step 'i = i + 1' is not constant)
    g[i == -5 ? 299 : 298] += 3;
    if (i != -5)
      break;
  }
  for (unsigned char i = 3; i < n; i = i + 1) // raddle: device
    g[i] += 2;
  for (int i = 0; i < n; i += sizeof(short)) // raddle: device
    g[i] += 4;
}

/* The differences of these bounds do not fit 64 bits, nor do the bounds after a step. */
__attribute__((noinline)) static unsigned long far_sum(long from, long to) {
  unsigned long sum = 0;
  for (long i = from; i < to; i++) // raddle: device
    sum += (unsigned long)(i ^ 3);
  return sum;
}

__attribute__((noinline)) static void far_stores(long from, long to) {
  for (long i = from; i <= to; i++) // raddle: device
    g[i & 255] += 5;
}

__attribute__((noinline)) static void far_condition(int n, long m) {
  for (int i = 0; i < n; i++) // raddle: device
    if (m > i + 3)
      g[i] += 6;
}

int main(void) {
  with_int64(N);
  with_unsigned(N);
  with_size_t(1, N);
  neighbour(N);
  with_byte_index();
  with_short(N);
  f[0] = 9;
  negated(3, f, (int (*)[3])b);
  converted_steps(N - 10);
  printf("%lx %lx\n", far_sum(3, N), far_sum(INT64_MAX - N, INT64_MAX));
  far_stores(1, 9);
  far_stores(INT64_MAX, INT64_MIN);
  far_condition(N, 50);
  far_condition(N, INT64_MIN);
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);
  PRINT_HASH(d);
  PRINT_HASH(e);
  PRINT_HASH(f);
  PRINT_HASH(g);
  return 0;
}
