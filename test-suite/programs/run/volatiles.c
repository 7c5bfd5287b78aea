/* Accesses that must happen as written: volatile, atomic, inline assembly. */
#include "hash.h"
#include <stdatomic.h>

enum { N = 50 };
static volatile int v[N];
static atomic_int total;
static int a[N];

int main(void) {
  for (int i = 0; i < N; i++) // raddle: host(
    v[i] = i * 3;
  for (int i = 0; i < N; i++) // raddle: host(
    total += i;
  for (int i = 0; i < N; i++) { // raddle: host(
    a[i] = i;
    __asm__ volatile("" : "+r"(i));
  }
  int sum = 0;
  for (int i = 0; i < N; i++) // raddle: host('v[i]' is volatile or atomic)
    sum += v[i];
  printf("%d %d\n", sum, total);
  PRINT_HASH(a);
  return 0;
}
