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
  for (int i = 0; i < n; i++) { // raddle: host(output on 'k')
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
  return 0;
}
