/* Calls that clang makes code of where no library has the function: what holds one is clang's. Those that mean a function
   of the library, or are known, hold nothing up. */
#include "hash.h"
#include <string.h>

enum { N = 300 };
static int a[N], b[N], c[N];
static int total;
void *alloca(unsigned long size);

static void atomics(void) {
  for (int i = 0; i < N; i++) // raddle: host(__sync_add_and_fetch
    a[i] = i * 3;
  __sync_add_and_fetch(&total, a[7]);
  __sync_synchronize();
}

static void fences(void) {
  for (int i = 0; i < N; i++) // raddle: host(__atomic_thread_fence
    b[i] = i * 5;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  total += __atomic_is_lock_free(sizeof(int), &total);
}

static void constants(void) {
  for (int i = 0; i < N; i++) // raddle: device
    b[i] += i * __atomic_always_lock_free(sizeof(int), 0);
  total += __atomic_always_lock_free(sizeof(int), 0) + __builtin_popcount(total);
}

static void stack(void) {
  int *own = alloca(sizeof a);
  for (int i = 0; i < N; i++) // raddle: host(alloca
    own[i] = a[i] + b[i];
  memcpy(c, own, sizeof a);
}

static void library(void) {
  int own[N];
  __builtin_memcpy(own, c, sizeof own);
  memset(c, 0, sizeof c);
  for (int i = 0; i < N; i++) // raddle: device
    c[i] += own[i];
}

int main(void) {
  atomics();
  fences();
  constants();
  stack();
  library();
  printf("%d\n", total);
  PRINT_HASH(c);
  return 0;
}
