/* Nests in a recursive function: every level has arrays of its own. */
#include "hash.h"

static double descend(int depth, double scale) {
  double a[16], b[16];
  for (int i = 0; i < 16; i++) // raddle: device
    a[i] = scale * i;
  double below = depth > 0 ? descend(depth - 1, scale * 0.5) : 1;
  for (int i = 0; i < 16; i++) // raddle: device
    b[i] = a[15 - i] + below;
  double sum = 0;
  for (int i = 0; i < 16; i++) // raddle: host(reduction + on 'sum')
    sum += b[i] * (i + 1);
  return sum;
}

int main(void) {
  double res = descend(12, 3);
  print_hash("res", &res, sizeof res);
  return 0;
}
