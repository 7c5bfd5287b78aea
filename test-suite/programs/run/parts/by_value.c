/* The other unit of by_value.c. */
#include "by_value.h"

static double c[80];

pair elsewhere(pair p, big g) {
  for (int i = 0; i < 80; i++) // raddle: device
    c[i] += p.x * g.a[i] + p.y;
  return (pair){c[3], c[79] + exported(p).x};
}

double from_elsewhere(pair (*function)(pair)) {
  big g = {{7}};
  pair p = function((pair){1, 3});
  return elsewhere(p, g).x + p.y;
}
