/* Loops over more iterations than an array has elements: a condition on data keeps them inside. Behind the array there is
 * nothing, or something that belongs to others. */
#include "hash.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 3000, M = 100 };

static void add(int n, const unsigned char *mask, double *a, const double *b) {
  for (int i = 0; i < n; i++) // raddle: device
    if (mask[i])
      a[i] += b[i];
}

static void fill(int n, const unsigned char *mask, int *a) {
  for (int i = 0; i < n; i++) // raddle: device
    if (mask[i])
      a[i] = i;
}

struct part {
  int before;
  int values[4][5];
  int behind;
};

/* The condition is not affine, so j alone would reach beyond its dimension. */
static void square(int n, struct part *p, const unsigned char *mask) {
  for (int i = 0; i < 4; i++) // raddle: device
    for (int j = 0; j < n; j++)
      if (j < 5 && mask[j])
        p->values[i][j] = i + j;
}

/* The end of a page without a neighbour. */
static void *at_end_of_page(size_t bytes) {
  size_t page = sysconf(_SC_PAGESIZE);
  size_t pages = (bytes + page - 1) / page;
  char *memory = mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(memory + pages * page, page);
  return memory + pages * page - bytes;
}

int main(void) {
  static unsigned char mask[N];
  for (int i = 0; i < M; i++) // raddle: device
    mask[i] = i % 3 != 1;
  double *a = at_end_of_page(M * sizeof(double)), *b = at_end_of_page(M * sizeof(double));
  for (int i = 0; i < M; i++) { // raddle: device
    a[i] = i * 0.5;
    b[i] = 100 - i;
  }
  add(N, mask, a, b);
  print_hash("a", a, M * sizeof(double));
  int *c = at_end_of_page(M * sizeof(int));
  fill(N, mask, c);
  print_hash("c", c, M * sizeof(int));
  struct part p[2];
  memset(p, 7, sizeof p);
  square(20, p, mask);
  square(20, p + 1, mask);
  PRINT_HASH(p);
  return 0;
}
