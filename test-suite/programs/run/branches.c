/* Branches that meet in memory: loops of their own. */
#include "hash.h"

enum { N = 3000 };
static double a[N + 1], b[N + 1], c[N + 1], d[N + 1];

static void fill(void) {
  for (int i = 0; i <= N; i++) { // raddle: device
    a[i] = i * 0.5;
    b[i] = (i * 37 % 101) - 50;
    c[i] = 1 + i % 7;
    d[i] = 1.5 - i % 3;
  }
}

__attribute__((noinline)) static void ahead(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (b[i] < 0)
      c[i + 1] = a[i] + d[i] * d[i];
    else
      a[i] = c[i] + d[i] * b[i];
  }
}

__attribute__((noinline)) static void with_goto(int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    if (b[i] < 0)
      goto negative;
    a[i] = c[i] + d[i] * b[i];
    goto next;
  negative:
    c[i + 1] = a[i] + d[i] * d[i];
  next:;
  }
}

/* What one branch writes is the condition of the next iteration. */
__attribute__((noinline)) static void of_the_condition(int n) {
  for (int i = 0; i < n; i++) { // raddle: host(an iteration may read what an earlier one wrote)
    if (b[i] < 0)
      b[i + 1] = a[i];
    else
      a[i] = b[i + 1];
  }
}

int main(void) {
  int sizes[] = {0, 1, 2, 9, N};
  for (int i = 0; i < 5; i++) { // raddle: host(is not memory that a nest can describe)
    fill();
    ahead(sizes[i]);
    PRINT_HASH(a);
    PRINT_HASH(c);
    with_goto(sizes[i]);
    PRINT_HASH(a);
    PRINT_HASH(c);
    of_the_condition(sizes[i]);
    PRINT_HASH(a);
    PRINT_HASH(b);
    PRINT_HASH(c);
  }
  return 0;
}
