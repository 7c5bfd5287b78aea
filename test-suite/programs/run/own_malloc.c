// flags: -fno-builtin -pthread
// The program's own allocator and memory functions hold nests, and the run-time library calls them, from its threads too.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static _Alignas(64) char arena[1 << 30];
static size_t top = 64;

// Two words before each block: its size is in the second.
static char *take(size_t align, size_t n) {
  if (align < 16)
    align = 16;
  size_t at = __atomic_fetch_add(&top, (n + 16 + align + 63) / 64 * 64, __ATOMIC_SEQ_CST);
  if (n > sizeof arena || at + n + 16 + align > sizeof arena)
    return NULL;
  size_t block = ((uintptr_t)(arena + at) + 16 + align - 1) / align * align - (uintptr_t)arena;
  ((size_t *)(arena + block))[-1] = n;
  return arena + block;
}

static size_t size_of(void *p) { return ((size_t *)p)[-1]; }

void *malloc(size_t n) {
  char *p = take(16, n);
  if (p)
    for (size_t i = 0; i < n; i++) // raddle: device
      p[i] = 0x55;
  return p;
}

void free(void *old) {
  char *p = old;
  if (p) {
    size_t n = size_of(p);
    for (size_t i = 0; i < n; i++) // raddle: device
      p[i] = 0x66;
  }
}

void *calloc(size_t count, size_t size) {
  size_t n = count * size;
  char *p = take(16, n);
  if (p)
    for (size_t i = 0; i < n; i++) // raddle: device
      p[i] = 0;
  return p;
}

void *realloc(void *old, size_t n) {
  char *p = take(16, n), *q = old;
  if (p && q) {
    size_t m = size_of(q) < n ? size_of(q) : n;
    for (size_t i = 0; i < m; i++) // raddle: device
      p[i] = q[i];
  }
  return p;
}

void *memalign(size_t align, size_t n) { return take(align, n); }
void *aligned_alloc(size_t align, size_t n) { return take(align, n); }
int posix_memalign(void **p, size_t align, size_t n) {
  *p = take(align, n);
  return *p ? 0 : 12;
}

void *memset(void *to, int value, size_t n) {
  unsigned char *p = to;
  for (size_t i = 0; i < n; i++) // raddle: device
    p[i] = value;
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  unsigned char *p = to;
  const unsigned char *q = from;
  for (size_t i = 0; i < n; i++) // raddle: device
    p[i] = q[i];
  return to;
}

enum { N = 3000, THREADS = 3 };
static volatile sig_atomic_t caught;
static int caught_sum[50];

static void handler(int number) {
  for (int i = 0; i < 50; i++) // raddle: device
    caught_sum[i] += i;
  caught += number > 0;
}

static int squares(void) {
  int *a = calloc(N, sizeof *a);
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += i * i;
  a = realloc(a, 2 * N * sizeof *a);
  memset(a + N, 1, N * sizeof *a);
  int sum = 0;
  for (int i = 0; i < 2 * N; i++) // raddle: device
    sum ^= a[i];
  free(a);
  return sum;
}

static void *work(void *result) {
  *(int *)result = squares();
  return NULL;
}

int main(void) {
  printf("%d\n", squares());
  pthread_t threads[THREADS];
  int results[THREADS];
  for (int t = 0; t < THREADS; t++) // raddle: host(call to 'pthread_create')
    if (pthread_create(&threads[t], NULL, work, &results[t]))
      return 1;
  signal(SIGUSR1, handler);
  for (int i = 0; i < 20; i++) // raddle: host(call to 'raise')
    raise(SIGUSR1);
  for (int t = 0; t < THREADS; t++) { // raddle: host(call to 'pthread_join')
    pthread_join(threads[t], NULL);
    printf("%d\n", results[t]);
  }
  printf("%d %d\n", (int)caught, caught_sum[49]);
  return 0;
}
