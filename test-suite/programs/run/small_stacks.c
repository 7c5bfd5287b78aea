/* Threads whose stacks are too small for a driver run their loops all the same. */
// flags: -pthread
#include "hash.h"
#include <pthread.h>

enum { N = 3000, THREADS = 3 };
static int a[N];

static void *work(void *argument) {
  int z = *(int *)argument;
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = a[i] / 3 + i * z;
  return NULL;
}

/* The array is on the stack once. */
static void *fill(void *argument) {
  int z = *(int *)argument;
  for (int i = 0; i < N; i++) { // raddle: device
    int own[20000];
    for (int k = 0; k < 20; k++)
      own[k * 1000] = i * k + z;
    a[i] ^= own[i % 20 * 1000];
  }
  return NULL;
}

int main(void) {
  static const size_t sizes[THREADS] = {16 << 10, 8 << 20, 32 << 10};
  for (int t = 0; t < THREADS; t++) { // raddle: host(loop index 't' may be reached through a pointer)
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, sizes[t]);
    if (pthread_create(&thread, &attributes, work, &t) || pthread_join(thread, NULL))
      return 1;
  }
  for (int t = 0; t < THREADS; t++) { // raddle: host(loop index 't' may be reached through a pointer)
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, sizes[t] + (96 << 10));
    if (pthread_create(&thread, &attributes, fill, &t) || pthread_join(thread, NULL))
      return 1;
  }
  PRINT_HASH(a);
  return 0;
}
