// flags: -pthread
// A thread that is cancelled while it is in a loop nest ends it first, as the sequential loop has no cancellation point.
#include <pthread.h>
#include <stdio.h>

enum { N = 20000, ROUNDS = 60 };
static int a[N];
static volatile int phase;

static void *work(void *type) {
  int before;
  pthread_setcanceltype(*(int *)type, &before);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
  printf("enabled %d\n", before == PTHREAD_CANCEL_ENABLE);
  phase = 1;
  for (int r = 0; r < ROUNDS; r++) // raddle: device
    for (int i = 0; i < N; i++)
      a[i] += i & 3;
  phase = 2;
  // What the nests leave behind.
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
  printf("still enabled %d\n", before == PTHREAD_CANCEL_ENABLE);
  for (;;) // raddle: host(loop without a condition)
    pthread_testcancel();
  return 0;
}

static long sum(void) {
  long s = 0;
  for (int i = 0; i < N; i++) // raddle: device
    s += a[i];
  return s;
}

int main(void) {
  pthread_t thread;
  void *result;
  int type = PTHREAD_CANCEL_DEFERRED;
  pthread_create(&thread, 0, work, &type);
  while (!phase) // raddle: host(before it runs)
    ;
  pthread_cancel(thread);
  pthread_join(thread, &result);
  printf("%d %d %ld\n", phase, result == PTHREAD_CANCELED, sum());
  // Later launches find nothing locked.
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = 1;
  printf("%ld\n", sum());
  return 0;
}
