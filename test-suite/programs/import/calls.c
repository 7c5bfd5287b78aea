// Signatures of every scalar kind, narrow parameters and results, variadic callees, builtins.
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool both(bool a, bool b) { return a & b; }
static signed char narrow(signed char a, unsigned char b) { return a + b; }
static unsigned short shorts(short a, unsigned short b) { return a * b; }
static float mixed(float f, double d, int i, long l, char c) { return f + d + i + l + c; }
static int many(int a, int b, int c, int d, int e, int f, int g, int h, double x, float y) {
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + (int)(x * y);
}
static const char *name(const char *restrict a, int i) { return a + i; }
static void nothing(void) { return; }
int old_style();
int old_style(int a) { return a + 1; }
float promoted(a, c, s) float a; char c; unsigned short s; { return a + c + s; }
static void (*hook)(void) = nothing;

static int bits(unsigned x, unsigned long y) {
  int r = __builtin_popcount(x) + __builtin_popcountl(y) * 100;
  r += __builtin_clz(x) + __builtin_ctz(x) + __builtin_clzl(y) + __builtin_ctzll(y) + __builtin_ffs(0) + __builtin_ffsl(y);
  r += __builtin_parity(x) + (__builtin_bswap32(x) & 0xff) + (__builtin_bswap64(y) >> 60) + __builtin_bswap16(x);
  return r;
}

static int hints(int *p, int n) {
  if (__builtin_expect(n < 0, 0)) return -1;
  if (n > 1000) __builtin_unreachable();
  __builtin_prefetch(p);
  int *q = __builtin_assume_aligned(p, 4);
  return q[0] + abs(-n) + __builtin_constant_p(n) * 0 + (int)(labs(-3L) % 7) + __builtin_abs(-2);
}

static void library(char *buffer) {
  __builtin_memset(buffer, 'q', 8);
  __builtin_strcpy(buffer + 2, "mn");
  char *copy = __builtin_alloca(32);
  strcpy(copy, buffer);
  sprintf(buffer, "%s-%d-%c-%.2f-%hhd-%lld", copy, 5, 'x', 1.5f, (signed char)300, -1ll);
  puts(buffer);
}

int main(void) {
  printf("%d %d\n", both(true, 2), both(1, 0));
  printf("%d %d %d\n", narrow(100, 200), shorts(-3, 65535), (unsigned char)narrow(-128, 1));
  printf("%g %d %s\n", mixed(1.5f, 2.25, 3, 4l, 'a'), many(1, 2, 3, 4, 5, 6, 7, 8, 2.5, 4), name("hello", 2));
  hook();
  printf("%d %d\n", old_style(4), bits(0x00f0f001u, 0x8000000000001000ul));
  printf("%g %g\n", promoted(1.5f, 'a', 70000), promoted(2.5, 300, -1));
  int v = 11;
  char buffer[64];
  printf("%d %d\n", hints(&v, 5), hints(&v, -5));
  library(buffer);
  int (*pf)(const char *, ...) = printf;
  pf("%s %d %g\n", "pointer", 7, 2.5);
  bool flag = v;
  printf("%d %d %zu\n", flag, flag + flag, strlen(buffer));
  return both(v > 3, true) ? 5 : 6;
}
