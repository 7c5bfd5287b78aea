// Variables that loops step: their loops run on the device, and they have their values afterwards.
#include "hash.h"

enum { N = 3000, M = 70 };
static double a[8 * N], b[8 * N];
static int ints[8 * N], starts[N];
static unsigned char image[3 * N], gray[N];

static void start(void) {
  for (int i = 0; i < 8 * N; i++) { // raddle: device
    a[i] = i % 100;
    b[i] = i % 77 - 30;
    ints[i] = 0;
  }
}

static int strided(int n) {
  int k = 3;
  for (int i = 0; i < n; i++) { // raddle: device
    a[k] = b[i] * 2;
    k += 2;
  }
  return k;
}

// The next declarator changes the start.
static int started_twice(int n) {
  int k = 3, old = k++;
  int *p = ints, *q = p++;
  for (int i = 0; i < n; i++) { // raddle: device
    a[k] = b[i] * 3;
    *p = i;
    k += 2;
    p += 1;
  }
  return k + old + (p - q);
}

static int down(int n) {
  int k = n;
  for (int i = 0; i < n; i++) // raddle: device
    ints[--k] = i;
  return k;
}

// k is i * m + j.
static long linear(int n, int m) {
  long k = 0;
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      a[k] = b[j] + i;
      k++;
    }
  return k;
}

// k is i + j, written for many (i, j): the second loop is the parallel one.
static int figure(int n) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raddle: host(output on 'ints')
    k = i;
    for (int j = 0; j < 800; j++) // raddle: device
      ints[k++] = j;
  }
  return k;
}

static void pixels(int n) {
  const unsigned char *from = image;
  unsigned char *to = gray;
  for (int i = 0; i < n; i++) { // raddle: device
    int red = *from++, green = *from++;
    *to++ = (red + green + from[0]) / 3;
    from++;
  }
  *to = 7;
}

static unsigned two_in_the_header(int n, unsigned start) {
  int i;
  unsigned k;
  for (i = 0, k = start; i < n; i++, k += 3) { // raddle: device
    ints[k] = i;
  }
  return k + i;
}

static int empty(int n) {
  int k = 5;
  for (int i = 0; i < n; i++) // raddle: device
    ints[k++] = 1;
  return k;
}

static int rows(int n) {
  int k = 1;
  for (int i = 0; i < n; i++) { // raddle: device
    starts[i] = k;
    for (int j = 0; j < 10; j++)
      ints[k++] = i;
    k++;
  }
  return k;
}

// Steps before an inner loop count in it, those of every level.
static unsigned indented(int n) {
  unsigned k = 1;
  for (int i = 0; i < n; i++) { // raddle: device
    k += 2;
    for (int j = 0; j < 3; j++) {
      k++;
      starts[i * 3 + j] = k;
      for (int l = 0; l < 4; l++)
        ints[k++] = i + l;
    }
  }
  return k;
}

// Data decides: not parallel.
static int packs(int n) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raddle: host(on 'k')
    if (b[i] > 0)
      a[k++] = b[i];
  }
  return k;
}

// The index wraps around before it meets its bound.
static long wrapping_index(void) {
  long k = 0;
  unsigned i;
  for (i = 0; i < 3200000000u; i += 1500000000) // raddle: host(loop index 'i' may wrap)
    k += 1500000000;
  return k + i;
}

// The sums of unsigned variables wrap around as they do; in the middle of their range nothing happens.
__attribute__((noinline)) static unsigned long far_sums(int n, unsigned long k, unsigned m, size_t from) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (k > 0x8000000000000100)
      ints[i] = 1;
    if (m < 1000)
      ints[i] += 2;
    k += 16;
    m -= 5;
  }
  int l = 0;
  for (size_t i = from; i < from + n; i++) // raddle: device
    ints[l++] += 4;
  return k ^ m;
}

static unsigned backwards(unsigned n) {
  unsigned k = 2 * n;
  for (unsigned i = n; i > 0; i--) { // raddle: device
    ints[--k] += 1;
    k--;
  }
  return k;
}

// What is not evaluated is not stepped.
static int unevaluated(int n) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raddle: device
    ints[i] += __builtin_constant_p(k++) + k;
    k += 2;
  }
  return k;
}

// The variable may have another value than the one that is assigned before the loop.
__attribute__((noinline)) static int entered(int n, int x) {
  int k = 2, i, j;
  switch (x) {
    k = 5;
    for (j = 0; j < 1; j++) { // raddle: host(a label of 'switch' within a statement in the loop)
    case 1:;
    }
    for (i = 0; i < n; i++) { // raddle: device
      ints[k] = i;
      k++;
    }
  }
  return k;
}

int main(void) {
  for (int i = 0; i < 3 * N; i++) // raddle: device
    image[i] = (unsigned char)(i * 7);
  start();
  printf("%d %d %ld\n", strided(N), down(N), linear(M, M + 3));
  PRINT_HASH(a);
  PRINT_HASH(ints);
  printf("%d\n", figure(40));
  pixels(N - 1);
  printf("%u %u\n", two_in_the_header(N, 2), two_in_the_header(N / 2, 9));
  printf("%d %d\n", empty(0), empty(-3));
  printf("%d %d\n", rows(200), packs(N));
  PRINT_HASH(starts);
  printf("%u\n", indented(60));
  PRINT_HASH(a);
  PRINT_HASH(ints);
  PRINT_HASH(starts);
  PRINT_HASH(gray);
  printf("%ld %lx\n", wrapping_index(), far_sums(90, 3, 7000, 4));
  printf("%lx\n", far_sums(90, 0x7FFFFFFFFFFFFFF0, 200, 0x7FFFFFFFFFFFFFF0));
  printf("%u %d %d\n", backwards(N), unevaluated(90), entered(90, 1));
  PRINT_HASH(ints);
  printf("%d\n", started_twice(N));
  PRINT_HASH(ints);
  PRINT_HASH(a);
  return 0;
}
