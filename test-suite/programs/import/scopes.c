// Shadowing, statics in blocks, tentative definitions, recursion through pointers, externs in blocks, comma and casts.
#include <stdio.h>

int shared;
int shared;
static int hidden = 4;
extern int defined_later;

static int shadow(int x) {
  int r = x;
  {
    int x = 5;
    r += x;
    {
      static int x = 100;
      x += r;
      r += x;
      extern int shared;
      shared += r;
    }
    for (int x = 0; x < 3; x++) r += x;
  }
  return r + x;
}

static int depth(int n, int (*self)(int, void *), void *p) { return n ? self(n - 1, p) + 1 : 0; }
static int bounce(int n, void *p) { return depth(n, bounce, p); }

static int reinitialized(int n) {
  int total = 0;
again:;
  int fresh = 3;
  fresh += n;
  total += fresh;
  if (n--) goto again;
  return total;
}

static int swap_in_place(int *a, int *b) {
  int t;
  return t = *a, *a = *b, *b = t, (void)a, *a - *b;
}

static unsigned chained(unsigned a) {
  unsigned x, y, z;
  x = y = z = a;
  x += y -= z *= 2;
  return x ^ y ^ z;
}

static int ternaries(int n) {
  return n < 0 ? -1 : n == 0 ? 0 : n < 10 ? 1 : n < 100 ? 2 : 3;
}

// Clang folds these away and emits nothing to refer to.
static const int limit = 6;
static const double ratio = 1.5;
static const unsigned char narrow = 200;
static const int never = 0;
static const char *const key = "key";
static const int *const shared_address = &shared;
static int vanished(void) { return 1; }

static double folded(int n) {
  if (never && vanished()) n = vanished();
  if (n && never) n += vanished();
  for (int i = 0; i < limit; i++) n += narrow;
  n += key[1] + *shared_address + (shared_address == &shared);
  return n * ratio + (double)limit;
}

static inline int helper(int a) { return a * hidden; }
static __attribute__((noinline)) int called_through(int (*f)(int), int v) { return f(v); }

int defined_later = 8;

int main(void) {
  printf("%d %d %d\n", shadow(1), shadow(2), shared);
  printf("%d %d\n", bounce(20, 0), reinitialized(4));
  int a = 3, b = 9;
  printf("%d %d %d %u\n", swap_in_place(&a, &b), a, b, chained(7));
  for (int n = -5; n < 200; n += 41) printf("%d ", ternaries(n));
  printf("%d %d\n", called_through(helper, 6), defined_later);
  printf("%g\n", folded(3));
  if (0) {
  label:
    a = 1;
  }
  _Alignas(64) char aligned[3];
  printf("%d\n", (int)((unsigned long)aligned % 64));
  return a;
}
