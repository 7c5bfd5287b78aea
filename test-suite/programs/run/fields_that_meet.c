/* Fields that may be one place under strict aliasing, too: `may_alias`, and pointers that step from one field to the next. */
#include "hash.h"

enum { N = 1000 };
struct __attribute__((may_alias)) pair {
  int n, m;
};
struct __attribute__((may_alias)) mixed {
  int n;
  float f;
};
struct plain {
  int n, m;
};
struct counted {
  int n, of[N];
};
static int x[N], words[4];
static struct counted counted = {N / 2}, other = {N};

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

static void stepped(struct plain *p, int k) {
  for (int i = 0; i < p->m; i++) { // raddle: host(may change)
    x[i] += 3;
    (&p->n)[k] = 50;
  }
}

static void fields_of_two(struct counted *p, struct counted *q) {
  for (int i = 0; i < p->n; i++) // raddle: device
    q->of[i] = i;
}

int main(void) {
  struct plain s = {1, 100};
  words[1] = 100;
  two_pointers((struct pair *)(words + 1), (struct pair *)words);
  words[1] = N;
  two_types((struct mixed *)(words + 1), (struct mixed *)words);
  stepped(&s, 1);
  fields_of_two(&counted, &counted);
  fields_of_two(&counted, &other);
  PRINT_HASH(x);
  PRINT_HASH(words);
  printf("%d %d %d %d\n", s.n, s.m, counted.of[N / 2 - 1], other.of[N / 2 - 1]);
  return 0;
}
