// flags: -pthread
/* A thread of the program with a large stack goes deeper in a called function than other threads may. */
#include "hash.h"
#include <pthread.h>
#include <stdlib.h>

enum { N = 64 };
static long found[N];

static long deep(long n, const long *t) {
  if (n <= 0)
    return t[0];
  long all[4] = {n, n + 1, n + 2, n + 3};
  long r = deep(n - 1, t);
  return r + t[n & 7] * all[r & 3];
}

static void loop(long most, const long *t) {
  for (int i = 0; i < N; i++) // raddle: threads(a function of the program)
    found[i] = deep(i & 1 ? most : 10, t);
}

static const long table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void *run(void *unused) {
  (void)unused;
  loop(300000, table);
  return NULL;
}

int main(void) {
  loop(1000, table);
  print_hash("found", found, sizeof found);
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, 128 << 20) || pthread_create(&thread, &attributes, run, NULL))
    return 1;
  pthread_join(thread, NULL);
  print_hash("found", found, sizeof found);
}
