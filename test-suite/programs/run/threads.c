/* A program with threads of its own: nests run from several at once. */
// flags: -pthread
#include "hash.h"
#include <pthread.h>

enum { N = 200, THREADS = 4 };
static double a[THREADS][N];

static void *work(void *argument) {
  double *row = argument;
  for (int round = 0; round < 20; round++) // raddle: device
    for (int i = 0; i < N; i++)
      row[i] = row[i] * 0.5 + i;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) // raddle: host(call to 'pthread_create')
    if (pthread_create(&threads[t], NULL, work, a[t]))
      return 1;
  for (int t = 0; t < THREADS; t++) // raddle: host(call to 'pthread_join')
    pthread_join(threads[t], NULL);
  PRINT_HASH(a);
  return 0;
}
