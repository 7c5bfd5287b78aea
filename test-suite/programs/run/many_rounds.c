// Loops in kernels that take more rounds than Mesa's software driver lets all loops of a work item take: there the nest goes on with
// the CPU, with what was in the arrays before.
#include <stdio.h>

#include "hash.h"

#define N 9
#define M 70000

static unsigned a[N], b[M], c[N];

// One loop: just within what the driver counts for one work item, within for eight, and beyond.
static void once(int n, int m) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      a[i] = a[i] * 3u + b[j];
}

// All loops count together.
static void many(int n, int m, int l) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      for (int k = 0; k < l; k++)
        a[i] = a[i] * 5u + b[k];
      for (int k = 0; k < l; k++)
        a[i] ^= b[k] + j;
    }
}

// Few work items of a group take many rounds, and not at the same time.
static void in_turn(int n, int m) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int part = 0; part < n; part++) {
      a[i] += part;
      if (part == i)
        for (int j = 0; j < m; j++)
          a[i] = a[i] * 7u + b[j];
    }
}

// Data decide how many.
static void count_down(int n, unsigned from) {
  for (int i = 0; i < n; i++) { // raddle: device
    unsigned x = from + i, steps = 0;
    while (x > 1) {
      x -= x % 2 ? 1 : 2;
      steps++;
    }
    c[i] = steps;
  }
}

// The kernel is two, for partial results; what the first one wrote counts.
static unsigned sum(int n, int m) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) { // raddle: device
    unsigned t = i;
    for (int j = 0; j < m; j++)
      t = t * 11u + b[j];
    s += t;
  }
  return s;
}

int main(void) {
  for (int i = 0; i < M; i++) // raddle: device
    b[i] = i * 2654435761u;
  int rounds[] = {100, 8000, 8200, 65535, M};
  for (int r = 0; r < 5; r++) { // raddle: host(is not memory that a nest can describe)
    once(N, rounds[r]);
    PRINT_HASH(a);
  }
  many(N, 40, 60);
  PRINT_HASH(a);
  many(N, 300, 120);
  PRINT_HASH(a);
  in_turn(N, 100);
  PRINT_HASH(a);
  in_turn(N, 8100);
  PRINT_HASH(a);
  count_down(N, 100);
  PRINT_HASH(c);
  count_down(N, 200000);
  PRINT_HASH(c);
  printf("%u %u\n", sum(600, 30), sum(520, 8200));
}
