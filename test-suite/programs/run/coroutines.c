// flags: -pthread
// Loops on stacks that are not the thread's own: a coroutine's above the thread's, and a handler's on a small alternate one.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { N = 5000, STACK = 64 << 10, GUARD = 1 << 20 };
static ucontext_t outside, inside;
static int a[N];
static char *block;

static void add(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += i;
}

static void handle(int number) {
  (void)number;
  add();
}

static void *on_a_coroutine(void *unused) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = block + GUARD;
  inside.uc_stack.ss_size = STACK;
  inside.uc_link = &outside;
  makecontext(&inside, add, 0);
  swapcontext(&outside, &inside);
  return unused;
}

static void *in_a_handler(void *unused) {
  stack_t stack = {.ss_sp = block + GUARD, .ss_size = STACK};
  sigaltstack(&stack, 0);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  return unused;
}

static void run(const char *what, void *(*body)(void *)) {
  pthread_t thread;
  pthread_create(&thread, 0, body, 0);
  pthread_join(thread, 0);
  long sum = 0, used = 0;
  for (int i = 0; i < N; i++) // raddle: device
    sum += a[i];
  for (int i = 0; i < GUARD; i++) // raddle: device
    used += block[i] != 0;
  printf("%s %ld %s\n", what, sum, used ? "memory below the stack was overwritten" : "ok");
}

int main(void) {
  block = mmap(0, GUARD + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  run("coroutine", on_a_coroutine);
  run("handler", in_a_handler);
  return 0;
}
