/* What raddle is told of the library in stubs_library.c. */
struct grid {
  int size, weight;
};
extern double bias;
static double memory;

int grid_size(const struct grid *g) { return g->size; }
int grid_weight(const struct grid *g) __attribute__((pure));

static double limited(double x) { return x < 500 ? x : 500; }
double bend(double x) { return limited(x) * limited(x) + bias; }

void add_row(int n, const double *from, double *to) {
  for (int i = 0; i < n; i++)
    to[i] += from[i];
}

double factor(int n) __attribute__((const));

double remembered(int i) {
  double last = memory;
  memory = i % 5;
  return last;
}

/* Ignored where the program has its own. */
int own(int i) { return -i; }
