// Counts pseudorandom keys in -DELEMENTS=N counters and prints the seconds it took.

#include <stdio.h>
#include <time.h>

enum { UPDATES = 20000000 };

// Known outside, so that the loop stays between the looks at the clock.
int bins[ELEMENTS], keys[UPDATES];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(void) {
  unsigned state = 1;
  for (int i = 0; i < UPDATES; i++) {
    state = state * 1664525u + 1013904223u;
    keys[i] = (int)((unsigned long)state * ELEMENTS >> 32);
  }
  double start = now();
  for (int i = 0; i < UPDATES; i++)
    bins[keys[i]]++;
  printf("%.6f\n", now() - start);
}
