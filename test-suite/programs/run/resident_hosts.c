// Data stays on devices between launches; whatever the host does with the same memory, it sees what the sequential program would have
// written, and launches see what the host wrote.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 4096
static double a[N], b[N];
static int numbers[N];
static double *kept;

__attribute__((noinline)) static void step(double *x, double *y) {
  for (int i = 1; i < N - 1; i++) y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3; // raddle: device
  for (int i = 1; i < N - 1; i++) x[i] = y[i]; // raddle: device
}

// Functions that the compiler cannot follow.
static double read_kept(void) { return kept ? kept[17] + kept[N - 2] : 0; }
static void write_kept(void) {
  if (kept) kept[18] += 100;
}
static double (*volatile read_it)(void) = read_kept;
static void (*volatile write_it)(void) = write_kept;

static void pointers(void) {
  kept = a;
  for (int t = 0; t < 4; t++) { // raddle: host(call to 'printf')
    step(a, b);
    if (t == 1) printf("kept %.17g\n", read_it());
    if (t == 2) write_it();
  }
  printf("kept %.17g %.17g\n", a[16], a[18]);
  kept = 0;
}

static int order(const void *x, const void *y) {
  int p = *(const int *)x, q = *(const int *)y;
  // It looks at what launches wrote, too.
  return (p > q) - (p < q) + 0 * (int)a[5];
}

static void library(void) {
  for (int i = 0; i < N; i++) numbers[i] = (i * 7919) % N; // raddle: device
  qsort(numbers, N, sizeof(int), order);
  for (int i = 0; i < N; i++) numbers[i] = numbers[i] * 2 + i; // raddle: device
  printf("sorted %d %d %d\n", numbers[0], numbers[100], numbers[N - 1]);
  step(a, b);
  memcpy(b + 100, a + 200, 64 * sizeof(double));
  memset(a + 7, 0, 5 * sizeof(double));
  step(b, a);
  printf("copied %.17g %.17g\n", a[101], b[9]);
  FILE *file = tmpfile();
  if (!file) return;
  step(a, b);
  size_t written = fwrite(a, sizeof(double), N, file);
  rewind(file);
  size_t got = fread(b, sizeof(double), N, file);
  for (int i = 0; i < N; i++) b[i] += a[i]; // raddle: device
  printf("file %zu %zu %.17g\n", written, got, b[50]);
  fclose(file);
}

static jmp_buf away;
__attribute__((noinline)) static void leaves(void) {
  for (int t = 0; t < 10; t++) { // raddle: host(call to 'longjmp')
    for (int i = 0; i < N; i++) a[i] += t; // raddle: device
    if (a[3] > 20) longjmp(away, 1);
  }
}

static void jumps(void) {
  if (!setjmp(away)) leaves();
  printf("jumped %.17g\n", a[3]);
}

static void children(void) {
  step(a, b);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    double sum = 0;
    for (int i = 0; i < N; i++) sum += a[i]; // raddle: host(reduction + on 'sum')
    step(a, b);
    printf("child %.17g %.17g\n", sum, a[40]);
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, 0, 0);
  for (int i = 0; i < N; i++) a[i] -= 1; // raddle: device
  printf("parent %.17g\n", a[40]);
}

static _Atomic int turn;
static double shared[N];
static void *worker(void *unused) {
  for (int round = 0; round < 3; round++) { // raddle: host('...' cannot be part of a nest)
    while (atomic_load_explicit(&turn, memory_order_acquire) != 2 * round + 1) sched_yield(); // raddle: host(how often the loop runs is not known before it runs)
    for (int i = 0; i < N; i++) shared[i] = shared[i] * 2 + round; // raddle: host(the function is left to clang)
    atomic_store_explicit(&turn, 2 * round + 2, memory_order_release);
  }
  return unused;
}

static void threads(void) {
  pthread_t other;
  if (pthread_create(&other, 0, worker, 0)) return;
  for (int round = 0; round < 3; round++) { // raddle: host('...' cannot be part of a nest)
    for (int i = 0; i < N; i++) shared[i] += i; // raddle: host(the function is left to clang)
    atomic_store_explicit(&turn, 2 * round + 1, memory_order_release);
    while (atomic_load_explicit(&turn, memory_order_acquire) != 2 * round + 2) sched_yield(); // raddle: host(how often the loop runs is not known before it runs)
    shared[round] -= 1;
  }
  pthread_join(other, 0);
  printf("threads %.17g %.17g\n", shared[1], shared[N - 1]);
}

__attribute__((noinline)) static double on_the_stack(int n, double first) {
  double local[N];
  for (int i = 0; i < n; i++) local[i] = first + i; // raddle: device
  for (int i = 0; i < n; i++) local[i] = local[i] * local[i]; // raddle: device
  return local[n / 2];
}

static void memory(void) {
  printf("stack %.17g", on_the_stack(N, 1));
  printf(" %.17g\n", on_the_stack(N, 2));
  double *p = malloc(N * sizeof(double));
  for (int i = 0; i < N; i++) p[i] = i * 0.5; // raddle: device
  p = realloc(p, 3 * N * sizeof(double));
  for (int i = N; i < 3 * N; i++) p[i] = p[i - N] + 1; // raddle: host(flow on 'p')
  for (int i = 0; i < 3 * N; i++) p[i] *= 2; // raddle: device
  printf("heap %.17g %.17g\n", p[5], p[3 * N - 1]);
  free(p);
  double *q = malloc(N * sizeof(double));
  for (int i = 0; i < N; i++) q[i] = i; // raddle: device
  printf("again %.17g\n", q[N - 1]);
  free(q);
  double *m = mmap(0, N * sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (m == MAP_FAILED) return;
  for (int i = 0; i < N; i++) m[i] = i; // raddle: device
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    m[10] += 1000;
    _exit(0);
  }
  waitpid(child, 0, 0);
  for (int i = 0; i < N; i++) m[i] *= 2; // raddle: device
  printf("mapped %.17g %.17g\n", m[10], m[11]);
  munmap(m, N * sizeof(double));
}

static void at_end(void) { printf("end %.17g %.17g %d\n", a[100], b[100], numbers[17]); }

int main(void) {
  atexit(at_end);
  for (int i = 0; i < N; i++) a[i] = i % 13; // raddle: device
  pointers();
  library();
  jumps();
  children();
  threads();
  memory();
  step(a, b);
  for (int i = 0; i < N; i++) numbers[i] ^= i; // raddle: device
  exit(0);
}
