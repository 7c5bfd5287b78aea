/* Arguments for functions of <math.h>: all pairs of special values, then random ones of ordinary size, then random bits. */
#include "hash.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SPECIAL = 24, N = 2400 };

static const double special[SPECIAL] = {
    0.0,      -0.0, 1.0, -1.0,   0.5,     -0.5,     1.5,  -2.5,   2.0,      3.0,       0x1.fffffffffffffp-2, 0x1p52,
    INFINITY, NAN,  -INFINITY, 0x1p-1074, 0x1p-1022, -0x1p-149, 0x1p-126, -0x1.8p-1023, 0x1.fffffep127, 0x1.fffffffffffffp1023, -1e10, 100.25};

static double x[N], y[N], r[N];
static float xf[N], yf[N], rf[N];
static int n[N];

static uint64_t next(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static double anything(int i) {
  uint64_t bits = next();
  double value, small = (double)(int64_t)bits * 0x1p-60;
  if (i % 3 == 0)
    return small;
  if (i % 3 == 1)
    return small * 0.125;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void make_inputs(void) {
  int i = 0;
  do {
    x[i] = i < SPECIAL * SPECIAL ? special[i % SPECIAL] : anything(i);
    y[i] = i < SPECIAL * SPECIAL ? special[i / SPECIAL] : anything(i + i / 5);
    xf[i] = (float)x[i], yf[i] = (float)y[i];
    n[i] = i % 5 ? (int)(next() % 300) - 150 : (int)(next() % 5000) - 2500;
  } while (++i < N);
}

/* All NaNs are one: their sign and payload are nobody's promise. */
static void print_values(const char *name) {
  uint64_t hash = 1469598103934665603u;
  int i = 0;
  do {
    uint64_t bits;
    memcpy(&bits, &r[i], sizeof bits);
    hash = (hash ^ (isnan(r[i]) ? 1 : bits)) * 1099511628211u;
  } while (++i < N);
  printf("%s %016llx\n", name, (unsigned long long)hash);
}

static void print_floats(const char *name) {
  uint64_t hash = 1469598103934665603u;
  int i = 0;
  do {
    uint32_t bits;
    memcpy(&bits, &rf[i], sizeof bits);
    hash = (hash ^ (isnan(rf[i]) ? 1 : bits)) * 1099511628211u;
  } while (++i < N);
  printf("%s %016llx\n", name, (unsigned long long)hash);
}
