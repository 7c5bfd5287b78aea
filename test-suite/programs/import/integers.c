// Integer arithmetic, conversions and comparisons in every width and signedness.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static signed char sc[] = {-128, -1, 0, 1, 127};
static unsigned char uc[] = {0, 1, 127, 128, 255};
static short ss[] = {-32768, -1, 0, 1, 32767};
static unsigned short us[] = {0, 1, 32767, 32768, 65535};
static int si[] = {INT_MIN, -1, 0, 1, INT_MAX};
static unsigned ui[] = {0, 1, INT_MAX, 1u << 31, UINT_MAX};
static long long sl[] = {LLONG_MIN, -1, 0, 1, LLONG_MAX};
static unsigned long long ul[] = {0, 1, LLONG_MAX, 1ull << 63, ULLONG_MAX};

static unsigned long long h = 14695981039346656037ull;
static void mix(unsigned long long v) { h = (h ^ v) * 1099511628211ull; }

#define PAIR(A, B)                                                                                                     \
  for (int i = 0; i < 5; i++)                                                                                          \
    for (int j = 0; j < 5; j++) {                                                                                      \
      mix(A[i] < B[j]);                                                                                                \
      mix(A[i] <= B[j]);                                                                                               \
      mix(A[i] == B[j]);                                                                                               \
      mix(A[i] != B[j]);                                                                                               \
      mix(A[i] > B[j]);                                                                                                \
      mix(A[i] >= B[j]);                                                                                               \
      mix(A[i] & B[j]);                                                                                                \
      mix(A[i] | B[j]);                                                                                                \
      mix(A[i] ^ B[j]);                                                                                                \
      mix((uint64_t)A[i] * (uint64_t)B[j] + (uint64_t)A[i] - (uint64_t)B[j]);                                          \
    }

#define UNSIGNED(A)                                                                                                    \
  for (int i = 0; i < 5; i++) {                                                                                        \
    mix(A[i] + 7u);                                                                                                    \
    mix(A[i] / 3u);                                                                                                    \
    mix(A[i] % 10u);                                                                                                   \
    mix(A[i] >> 3);                                                                                                    \
    mix(A[i] << 2);                                                                                                    \
    mix(-A[i]);                                                                                                        \
    mix(~A[i]);                                                                                                        \
    mix(!A[i]);                                                                                                        \
  }

#define SIGNED(A)                                                                                                      \
  for (int i = 0; i < 5; i++) {                                                                                        \
    mix(A[i] / 3);                                                                                                     \
    mix(A[i] % 10);                                                                                                    \
    mix(A[i] / -7);                                                                                                    \
    mix(A[i] >> 3);                                                                                                    \
    mix(~A[i]);                                                                                                        \
    mix(!A[i]);                                                                                                        \
    mix((signed char)A[i]);                                                                                            \
    mix((unsigned short)A[i]);                                                                                         \
    mix((_Bool)A[i]);                                                                                                  \
  }

static void compound(void) {
  signed char c = 100;
  c += 100;
  mix(c);
  c *= 3;
  mix(c);
  c <<= 1;
  mix(c);
  unsigned char u = 3;
  u -= 5;
  mix(u);
  u /= 2;
  mix(u);
  u >>= 1;
  mix(u);
  short s = 32767;
  s++;
  mix(s);
  --s;
  mix(s--);
  mix(s);
  unsigned x = 5;
  x -= 6;
  x ^= 0xff;
  x |= 0x100;
  x &= ~1u;
  x %= 1000;
  mix(x);
  int shift = 1;
  shift <<= 10ll;
  shift >>= (char)2;
  mix(shift);
  c = 10;
  c += 2.75;
  mix(c);
  c -= 1u << 20;
  mix(c);
  _Bool b = 0;
  b += 5;
  mix(b);
  b++;
  mix(b);
  b--;
  mix(b);
  b--;
  mix(b);
  b |= 2;
  mix(b);
}

enum color { RED, GREEN = 5, BLUE };
enum negative { LOW = -3, HIGH = 3 };

static int enums(enum color c, enum negative n) {
  enum color d = c == GREEN ? BLUE : RED;
  return d * 10 + n + (n < 0);
}

static long long wide(long long a, unsigned b, short c, unsigned char d) {
  return a + b * c - d + (a ? b : c) + (int)(a >> 3) % 7;
}

int main(void) {
  PAIR(sc, uc) PAIR(sc, us) PAIR(ss, ui) PAIR(si, ui) PAIR(si, sl) PAIR(ui, sl) PAIR(ul, si) PAIR(uc, ul) PAIR(sl, ul)
  UNSIGNED(uc) UNSIGNED(us) UNSIGNED(ui) UNSIGNED(ul)
  SIGNED(sc) SIGNED(ss) SIGNED(si) SIGNED(sl)
  compound();
  mix(enums(GREEN, LOW));
  mix(enums(RED, HIGH));
  mix(wide(-5, 7, -3, 200));
  mix('\xff' == -1);
  mix(sizeof(int) * 3 - 20 > 0);
  __int128 big = (__int128)LLONG_MAX * 12345 + 678;
  mix((unsigned long long)(big >> 40));
  mix((unsigned long long)(big % 1000003));
  printf("%016llx\n", h);
  return (int)(h & 63);
}
