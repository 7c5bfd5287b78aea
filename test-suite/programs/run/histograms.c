/* Updates of elements that iterations share: every operator, 32 and 64 bits, under conditions, through pointers. */
#include "hash.h"

enum { N = 3000, SIDE = 16, BINS = 61 };
static unsigned char image[N];
static int key[N], value[N], place[SIDE][SIDE][SIDE][3];
static long wide[N];

static int sum32[BINS], and32[BINS], or32[BINS], xor32[BINS], min32[BINS], max32[BINS];
static unsigned umin32[BINS], umax32[BINS];
static long sum64[BINS], and64[BINS], or64[BINS], xor64[BINS], min64[BINS], max64[BINS];
static unsigned long umin64[BINS], umax64[BINS];
static int shades[256], cells[SIDE][SIDE][SIDE];

static void fill(void) {
  unsigned x = 1;
  for (int i = 0; i < N; i++) { // raddle: host(
    x = x * 1664525u + 1013904223u;
    image[i] = x >> 24;
    key[i] = (x >> 8) % BINS;
    value[i] = (int)x >> 12;
    wide[i] = (long)((unsigned long)x * (x ^ 0x5bd1e995u) >> 12) - (1L << 51);
  }
  for (int i = 0; i < SIDE; i++) // raddle: device
    for (int j = 0; j < SIDE; j++)
      for (int k = 0; k < SIDE; k++)
        for (int d = 0; d < 3; d++)
          place[i][j][k][d] = (i * 7 + j * (d + 2) + k * k) % SIDE;
  for (int b = 0; b < BINS; b++) { // raddle: device
    and32[b] = -1;
    and64[b] = -1;
    umin32[b] = -1;
    umin64[b] = -1;
    min32[b] = 1 << 30;
    min64[b] = 1L << 62;
  }
}

static void narrow(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    int b = key[i];
    sum32[b] += value[i];
    and32[b] &= value[i] | 0xf0f;
    or32[b] |= 1 << (value[i] & 15) << (b & 7);
    xor32[b] ^= value[i] * 3;
    if (value[i] < min32[b])
      min32[b] = value[i];
    max32[b] = value[i] > max32[b] ? value[i] : max32[b];
    if ((unsigned)value[i] < umin32[b])
      umin32[b] = value[i];
    umax32[b] = umax32[b] < (unsigned)value[i] ? (unsigned)value[i] : umax32[b];
  }
}

static void broad(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    sum64[key[i]] -= wide[i] + 3;
    and64[key[i]] = wide[i] & and64[key[i]];
    or64[key[i]] |= wide[i] & 0x123456789abcdef;
    xor64[key[i]] ^= wide[i];
    min64[key[i]] = wide[i] < min64[key[i]] ? wide[i] : min64[key[i]];
    if (max64[key[i]] < wide[i])
      max64[key[i]] = wide[i];
    umin64[key[i]] = umin64[key[i]] > (unsigned long)wide[i] ? (unsigned long)wide[i] : umin64[key[i]];
    if ((unsigned long)wide[i] > umax64[key[i]])
      umax64[key[i]] = wide[i];
  }
}

static void images(void) {
  for (int i = 0; i < N; i++) // raddle: device
    shades[image[i]]++;
  for (int i = 0; i < SIDE; i++) // raddle: device
    for (int j = 0; j < SIDE; j++)
      for (int k = 0; k < SIDE; k++)
        ++cells[place[i][j][k][0]][place[i][j][k][1]][place[i][j][k][2]];
}

/* A sparse matrix by rows, transposed and multiplied: the inner loop's length is data. */
static int rows[201], column[N];
static unsigned sparse[BINS];
static void accumulate(void) {
  for (int r = 0; r < 201; r++) // raddle: device
    rows[r] = r * 13 < N ? r * 13 : N;
  for (int p = 0; p < N; p++) // raddle: device
    column[p] = p * 29 % BINS;
  for (int r = 0; r < 200; r++) // raddle: device
    for (int p = rows[r]; p < rows[r + 1]; p++)
      sparse[column[p]] += value[p] * (r - 100);
}

static long chosen[BINS];
static void under_conditions(void) {
  for (int i = 0; i < N; i++) // raddle: device
    if (value[i] & 64) {
      if (wide[i] > 0)
        chosen[key[i]] += wide[i];
      else
        chosen[key[i]] -= i;
    }
}

/* Sums are computed modulo 2^32, the terms in 64 bits. */
static int mixed[BINS];
static void mixed_widths(void) {
  for (int i = 0; i < N; i++) // raddle: device
    mixed[key[i]] = 5 - wide[i] * 3 + mixed[key[i]];
}

struct table {
  int total, counts[BINS];
};
static void through_pointer(struct table *t, const int *k, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    t->counts[k[i]] += i;
}
static void neighbours(int n, int *sums, const int *terms) {
  for (int i = 0; i < n; i++) { // raddle: device
    sums[i] += terms[i];
    sums[n - i] -= terms[i] / 2;
  }
}

/* No term is less: nothing is stored, where nothing may be. */
static const int lowest[BINS];
static void nothing_less(void) {
  int *low = (int *)lowest;
  for (int i = 0; i < N; i++) // raddle: device
    if (image[i] < low[key[i]])
      low[key[i]] = image[i];
}

/* Each of these needs the order. */
static short small[BINS];
static double reals[BINS];
static int seen[N], first[BINS];
static void in_order(void) {
  for (int i = 0; i < N; i++) // raddle: host(no atomic add on i16)
    small[key[i]] += value[i];
  for (int i = 0; i < N; i++) // raddle: host(no atomic add on f64)
    reals[key[i]] += value[i] * 0.1;
  for (int i = 0; i < N; i++) // raddle: host(on 'first')
    seen[i] = first[key[i]]++;
  for (int i = 0; i < N; i++) { // raddle: host(on 'mixed')
    mixed[key[i]] += value[i];
    mixed[key[N - 1 - i]] ^= value[i];
  }
  for (int i = 0; i < N; i++) { // raddle: host(on 'mixed')
    int old = mixed[key[i]];
    mixed[key[N - 1 - i]] += 1;
    mixed[key[i]] = old + 2;
  }
}

int main(void) {
  static struct table t;
  static int line[2 * N];
  fill();
  narrow();
  broad();
  images();
  accumulate();
  under_conditions();
  mixed_widths();
  through_pointer(&t, key, N);
  /* The keys are elements of the table. */
  static struct table own;
  for (int b = 0; b < BINS; b++) // raddle: device
    own.counts[b] = (b * 5 + 1) % BINS;
  through_pointer(&own, own.counts, 1);
  neighbours(N, line, value);
  neighbours(N, line + 10, line);
  nothing_less();
  in_order();
  PRINT_HASH(sum32); PRINT_HASH(and32); PRINT_HASH(or32); PRINT_HASH(xor32);
  PRINT_HASH(min32); PRINT_HASH(max32); PRINT_HASH(umin32); PRINT_HASH(umax32);
  PRINT_HASH(sum64); PRINT_HASH(and64); PRINT_HASH(or64); PRINT_HASH(xor64);
  PRINT_HASH(min64); PRINT_HASH(max64); PRINT_HASH(umin64); PRINT_HASH(umax64);
  PRINT_HASH(shades); PRINT_HASH(cells); PRINT_HASH(sparse); PRINT_HASH(chosen); PRINT_HASH(mixed);
  PRINT_HASH(t.counts); PRINT_HASH(own.counts); PRINT_HASH(line);
  PRINT_HASH(small); PRINT_HASH(reals); PRINT_HASH(seen); PRINT_HASH(first);
  return 0;
}
