// Structs that are copied between local variables and arrays, beside loops that are launched.
#include <stdio.h>
#include <stdlib.h>

typedef struct { size_t x; int k, w; } cell;
typedef struct { double lo, hi; int n; } range;
static double values[3000];
static range ranges[500];

static size_t walk(size_t n, const double *a, int levels, double wanted) {
  size_t found = 0;
  int t = 0;
  cell stack[64];
  stack[t++] = (cell){(1ULL << levels) - 1, levels, 0};
  while (t) { // raddle: host(how often the loop runs)
    cell z = stack[--t];
    if (z.k <= 1) {
      found += z.x < n && a[z.x] == wanted;
    } else if (z.w == 0) {
      size_t y = z.x - (1ULL << (z.k - 1));
      stack[t++] = (cell){z.x, z.k, 1};
      if (y >= n || a[y] > wanted - 40) stack[t++] = (cell){y, z.k - 1, 0};
    } else if (z.x < n && a[z.x] < wanted + 40) {
      stack[t++] = (cell){z.x + (1ULL << (z.k - 1)), z.k - 1, 0};
    }
  }
  return found;
}

int main(void) {
  size_t sum = 0;
  double widths = 0;
  for (int r = 0; r < 4; r++) { // raddle: host(variable 'stack' has type)
    for (int i = 0; i < 3000; i++) values[i] = values[i] * 0.5 + (i * 7 + r) % 97; // raddle: device
    for (int i = 0; i < 500; i++) {                                               // raddle: device
      ranges[i].lo = values[i];
      ranges[i].hi += values[i + 500];
      ranges[i].n = i + r;
    }
    for (int j = 0; j < 40; j++) sum += walk(3000, values, 11, values[j * 70]); // raddle: host(variable 'stack' has type)
    for (int j = 0; j < 500; j += 50) { // raddle: host(anti on 'widths')
      range one = ranges[j], other = ranges[(j + 13) % 500];
      if (one.hi > other.hi) ranges[j / 2] = one;
      widths = widths * 0.7 + ranges[j / 2].hi - one.lo + other.n;
    }
  }
  printf("%zu %.17g\n", sum, widths);
}
