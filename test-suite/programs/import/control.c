// Every kind of statement: loops, switch, goto, Duff's device, nesting, short circuits.
#include <stdio.h>
#include <stdlib.h>

static int calls;
static int t(int v) { return calls++, v; }

static void copy(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
    } while (--n > 0);
  }
}

static int classify(long v) {
  switch (v) {
  case -5: return 1;
  case 0:
  case 1: v += 100; // fall through
  case 2 ... 9: v *= 2; break;
  case 1000 ... 5000: return 7;
  case 10 ... 12: {
    int inner = 3;
    for (;;) {
      if (inner-- == 0) break;
      v++;
      continue;
    }
    break;
  }
  default:
    if (v < 0) goto negative;
    return -1;
  }
  return (int)v;
negative:
  return -2;
}

static int no_default(unsigned char c) {
  int r = 0;
  switch (c) {
    int unused;
  case 'a': r = 1; break;
  case 255: r = 2;
  }
  return r;
}

static int empty_switch(int n) {
  switch (n++) {
  }
  switch (n) default: n++;
  return n;
}

static int loops(int n) {
  int s = 0, i;
  for (i = 0; i < n; i++) {
    if (i % 3 == 0) continue;
    for (int j = i; j; j--) {
      if (j * i > 40) break;
      s += j;
    }
  }
  while (i-- > 0 && s < 1000) s += i;
  do s--;
  while (s % 7);
  for (;;)
    if (s++ > 50) break;
  while (0) s = -1;
  do { s += 2; } while (0);
  return s;
}

static int jumps(int n) {
  int s = 0;
again:
  s += n;
  if (--n > 0) goto again;
  goto inside;
  while (s < 100) {
    s += 10;
  inside:
    s += 1;
  }
  return s;
}

static int logic(int a, int b, int c) {
  int r = t(a) && t(b) || t(c);
  r += (t(a) || t(b)) && !t(c) ? t(10) : t(20);
  if (!(t(a) && (t(b) || t(c)))) r += 100;
  r += a ?: 7;
  r += (a, b, c);
  return r * 1000 + calls;
}

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

static void leave(int code) {
  if (code) {
    printf("leaving %d\n", code);
    fflush(stdout);
    exit(code);
  }
}

int on_another_machine(int);

// Clang emits only the case that is chosen, and the program has no such function.
static int on_this_machine(int n) {
  switch (sizeof(long)) {
  case 4: return on_another_machine(n);
  case 8: n += 2; // falls through
  case 9: n *= 3; break;
  default: return on_another_machine(n);
  }
  switch (-1) {
  case 0 ... 5: return n;
  case -3 ... -1: n += 1; break;
  default: return n;
  }
  switch (7u) {
  case 1: return on_another_machine(n);
  }
  switch (8) {
  case 1: return on_another_machine(n);
  default: return n + 4;
  }
}

static int falls(int x) {
  if (x) return 3;
}

int main(int argc, char **argv) {
  char out[32] = {0};
  copy(out, "the quick brown fox", 19);
  puts(out);
  for (long v = -6; v < 15; v++) printf("%d ", classify(v));
  printf("%d %d\n", classify(2000), classify(-100));
  printf("%d %d %d %d\n", no_default('a'), no_default(255), no_default(0), empty_switch(argc));
  printf("%d %d\n", loops(10), jumps(5));
  for (int m = 0; m < 8; m++) printf("%d ", logic(m & 1, m & 2, m & 4));
  printf("\n%d %d %d %d\n", factorial(10), even(10), odd(7), falls(1));
  printf("%d\n", on_this_machine(5));
  leave(argc - 1);
  leave(42);
  return 1;
}
