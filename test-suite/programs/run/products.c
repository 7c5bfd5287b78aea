/* Products of values that do not change, as subscripts and row starts. */
#include "hash.h"

enum { ROWS = 40, COLUMNS = 60 };
static double in[ROWS * COLUMNS], out[ROWS * COLUMNS];

static void row(int n, int r, int columns, double *restrict to, const double *restrict from) {
  for (int j = 0; j < n; j++) // raddle: device
    to[j] = from[r * columns + j];
}

static void written_row(int n, int r, int columns, double *restrict to, const double *restrict from) {
  for (int j = 0; j < n; j++) // raddle: device
    to[r * columns + j] = from[j];
}

static void by_pointer(int n, int r, int columns, double *restrict to, const double *restrict from) {
  const double *p = from + r * columns;
  for (int j = 0; j < n; j++) // raddle: device
    to[j] += p[j];
}

static void of_longs(long n, long r, long columns, double *to) {
  for (long j = 0; j < n; j++) // raddle: device
    to[(r - 1) * columns + j] *= 2;
}

// The products wrap around, and come to small numbers again.
static void wrapping(int n, unsigned r, unsigned columns, double *to) {
  for (int j = 0; j < n; j++) // raddle: device
    to[r * columns + j] += 3;
}

int main(void) {
  for (int i = 0; i < ROWS * COLUMNS; i++) // raddle: device
    in[i] = i * 0.5;
  row(COLUMNS, 7, COLUMNS, out, in);
  written_row(COLUMNS, 9, COLUMNS, out, in);
  by_pointer(COLUMNS, 3, COLUMNS, out, in);
  by_pointer(COLUMNS, -2, -COLUMNS, out, in);
  of_longs(COLUMNS, 5, COLUMNS, out);
  of_longs(COLUMNS, 1 + (1L << 41), 0, out);
  wrapping(COLUMNS, 12, 5, out);
  wrapping(COLUMNS, 0x80000000u, 6, out);
  wrapping(COLUMNS, 0x10001u, 0xffffu, out + 1);
  PRINT_HASH(out);
  return 0;
}
