/* Memory accessed through any type: objects of one struct type overlap in part, so that a field is another's neighbour. */
// flags: -fno-strict-aliasing
#include "hash.h"

enum { N = 1000 };
struct pair {
  int n, m;
};
struct mixed {
  int n;
  float f;
};
struct counted {
  int n, of[N];
};
static int x[N], words[2 * N];
static struct pair pairs[3];
static struct counted counted = {N, {1, 2, 3}};

static void two_pointers(struct pair *p, struct pair *q) {
  for (int i = 0; i < p->n; i++) { // raddle: device
    x[i] += 1;
    q->m = 50;
  }
}

static void two_types(struct mixed *p, struct mixed *q) {
  for (int i = 0; i < p->n; i++) { // raddle: device
    x[i] += 2;
    q->f = 1e-42f;
  }
}

static void cast_of_a_variable(void) {
  for (int i = 0; i < pairs[0].m; i++) { // raddle: host(may change)
    x[i] += 3;
    ((struct pair *)((char *)pairs + 4))->n = 50;
  }
}

static void cast_of_a_pointer(struct pair *p) {
  for (int i = 0; i < p[1].n; i++) { // raddle: host(may change)
    x[i] += 4;
    ((struct pair *)((char *)p + 4))->m = 50;
  }
}

/* One pointer, no cast: the fields are two, whatever types say. */
static void one_pointer(struct counted *p) {
  for (int i = 0; i < p->n; i++) // raddle: device
    p->of[i] += i;
}

static void neighbours(struct pair *p, struct pair *q, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    q[i].m = p[i].n + 1;
}

int main(void) {
  words[1] = 100;
  two_pointers((struct pair *)(words + 1), (struct pair *)words);
  words[1] = N;
  two_types((struct mixed *)(words + 1), (struct mixed *)words);
  pairs[0].m = 100;
  cast_of_a_variable();
  pairs[1].n = 120;
  cast_of_a_pointer(pairs);
  one_pointer(&counted);
  neighbours((struct pair *)words, (struct pair *)words + 1, N / 2);
  neighbours((struct pair *)words, (struct pair *)(words + 1), N / 2);
  PRINT_HASH(x);
  PRINT_HASH(words);
  print_hash("pairs", pairs, sizeof pairs);
  print_hash("counted", &counted, sizeof counted);
  return 0;
}
