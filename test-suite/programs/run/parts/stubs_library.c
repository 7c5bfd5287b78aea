#include "stubs_library.h"
#include <stdlib.h>

struct grid {
  int size, weight;
};
long calls;
static double memory = 1;

struct grid *grid_make(int size, int weight) {
  struct grid *g = malloc(sizeof *g);
  g->size = size;
  g->weight = weight;
  return g;
}

int grid_size(const struct grid *g) { return g->size; }
int grid_weight(const struct grid *g) { return 1000 * g->weight; }

static double clamp(double x) { return x < 500 ? x : 500; }
double bend(double x) { return clamp(x) * clamp(x) + bias; }

void add_row(int n, const double *from, double *to) {
  for (int i = 0; i < n; i++) // raddle: device
    to[i] += from[i];
}

double factor(int n) { return 1.0 / n; }

double counted(int i) {
  calls++;
  return i % 3;
}

double remembered(int i) {
  double last = memory;
  memory = i % 5;
  return last;
}
