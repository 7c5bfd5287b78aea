/* Accesses that must happen as written: volatile, atomic, inline assembly. */
#include "hash.h"
#include <stdatomic.h>

enum { N = 50 };
static volatile int v[N];
static atomic_int total;
static int a[N];

static int zero(int x) { return x - x; }
static int first(int x, int y) { return x; }

// An argument is read once, however often the function uses it.
static void arguments(void) {
  for (int i = 0; i < N; i++) // raddle: host('v[i]' is volatile)
    a[i] += zero(v[i]);
  for (int i = 0; i < N; i++) // raddle: host('v[i]' is volatile)
    a[i] += first(i, v[i]);
  for (int i = 0; i < N; i++) // raddle: host('total' cannot be part of a nest)
    a[i] += zero(total);
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: host(
    v[i] = i * 3;
  for (int i = 0; i < N; i++) // raddle: host(
    total += i;
  for (int i = 0; i < N; i++) { // raddle: host(
    a[i] = i;
    __asm__ volatile("" : "+r"(i));
  }
  arguments();
  int sum = 0;
  for (int i = 0; i < N; i++) // raddle: host('v[i]' is volatile or atomic)
    sum += v[i];
  printf("%d %d\n", sum, total);
  PRINT_HASH(a);
  return 0;
}
