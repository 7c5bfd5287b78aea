// Which elements an access reaches: through casts, beyond the length that a type names, across bounds and executions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hash.h"

#define N 1000

static int words[2 * N + 2];
static double last, row[N], sums[40][N], x[40][N], y[40];

// The third element that `r` points at is the first of the next one.
static void records(int n, unsigned char *restrict buffer) {
  for (int k = 0; k < n; k++) { // raddle: host(shapes that may overlap)
    int *r = (int *)(buffer + 8 * k);
    r[2] = r[0] + r[1];
  }
}

// These do not meet, which is not seen yet.
static void pairs(int n, unsigned char *restrict buffer) {
  for (int k = 0; k < n; k++) { // raddle: host(shapes that may overlap)
    int *r = (int *)(buffer + 8 * k);
    r[1] = r[0] + k;
  }
}

struct message {
  int length;
  double values[1];
};

static void positive(int n, const int *restrict from, struct message *restrict to) {
  for (int i = 0; i < n; i++) // raddle: device
    if (from[i] > 0)
      to->values[i] += from[i];
}

static void squares(int n, int m, double *restrict a) {
  for (int i = 0; i < n && i < m; i++) { // raddle: device
    last = a[i];
    a[i] = last * last;
  }
}

// The scratch row lives from one part to the next.
static void in_parts(int times, int n, int m, double (*restrict from)[N], double (*restrict to)[N], double *restrict ends) {
  double scratch[N];
  for (int t = 0; t < times; t++) { // raddle: host(anti on 'to')
    double own[4];
    for (int q = 0; q < 4; q++) // raddle: host(local to a loop around it)
      own[q] = t + q;
    for (int i = 0; i < n; i++) { // raddle: host(local to a loop around it) | device
      for (int part = 0; part < 2; part++)
        for (int k = 0; k < m; k++) { // raddle: device
          if (part == 0)
            scratch[k] = from[i][k] + t;
          else
            to[i][k] = to[i][k] * 0.5 + scratch[k];
        }
      ends[i] = ends[i] * 0.5 + own[1];
    }
  }
}

// The last row has one element, and behind it is nothing.
static void to_the_left(int n, double *restrict to, const double *restrict from) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < n - i; j++)
      to[i * n + j] = to[i * n + j] * 2 + from[i * n + j];
}

// Neither the first element of the first row nor the last of the last one.
static void cross(int n, double *restrict to, const double *restrict from) {
  for (int i = 1; i < n - 1; i++) // raddle: device
    for (int j = 1; j < n - 1; j++)
      to[i * n + j] += from[i * n + j - 1] + from[i * n + j + 1] + from[(i - 1) * n + j] + from[(i + 1) * n + j];
}

// Elements with a page that cannot be touched behind the last one, or before the first one.
static double *bounded(long count, int behind) {
  long page = sysconf(_SC_PAGESIZE), size = (count * 8 + page - 1) / page * page;
  char *start = mmap(0, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED || mprotect(start + page, size, PROT_READ | PROT_WRITE) != 0)
    exit(1);
  return (double *)(start + page + (behind ? size - count * 8 : 0));
}

static void left_edge(int n) {
  long count = (long)n * (n - 1) + 1;
  double *to = bounded(count, 1), *from = bounded(count, 1);
  for (long i = 0; i < count; i++) // raddle: device
    to[i] = from[i] = i;
  to_the_left(n, to, from);
  print_hash("left", to, count * 8);
}

static void inner_edges(int n, int behind) {
  long count = (long)n * n - 2;
  double *to = bounded(count, behind), *from = bounded(count, behind);
  for (long i = 0; i < count; i++) // raddle: device
    to[i] = from[i] = i * 0.5;
  cross(n, to - 1, from - 1);
  print_hash("cross", to, count * 8);
}

int main(void) {
  for (int i = 0; i < 2 * N + 2; i++) // raddle: device
    words[i] = i % 2;
  records(N, (unsigned char *)words);
  PRINT_HASH(words);
  pairs(N, (unsigned char *)words);
  PRINT_HASH(words);
  struct message *message = calloc(1, sizeof *message + N * sizeof(double));
  positive(N, words, message);
  print_hash("message", message->values, N * sizeof(double));
  for (int i = 0; i < N; i++) // raddle: device
    row[i] = i * 0.5;
  squares(300, 200, row);
  squares(50, 900, row);
  PRINT_HASH(row);
  for (int i = 0; i < 40; i++) // raddle: device
    for (int k = 0; k < N; k++)
      x[i][k] = i * 3 + k;
  in_parts(3, 40, N, x, sums, y);
  PRINT_HASH(sums);
  PRINT_HASH(y);
  printf("%g\n", last);
  left_edge(100);
  inner_edges(100, 0);
  inner_edges(100, 1);
  return 0;
}
