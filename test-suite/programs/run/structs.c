/* Arrays of structs, nested structs, a struct of arrays. */
#include "hash.h"

typedef struct {
  double x, y, z;
  int tag;
} particle;

typedef struct {
  float pos[3];
  struct {
    short a, b;
  } in;
} nested;

typedef struct {
  double re[64], im[64];
} signal;

enum { N = 300 };
static particle p[N];
static nested q[N];

static void push(const particle *a, double dt) {
  for (int i = 0; i < N; i++) { // raddle: device
    p[i].x += dt * p[i].y + a->x;
    p[i].z = p[i].x * p[i].x;
  }
}

static void conjugate(signal *s) {
  for (int i = 0; i < 64; i++) // raddle: device
    s->im[i] = -s->im[i] + s->re[63 - i];
}

int main(void) {
  signal s;
  for (int i = 0; i < N; i++) { // raddle: device
    p[i].x = i * 0.5;
    p[i].y = 1.0 / (i + 1);
    p[i].z = 0;
    p[i].tag = i & 3;
  }
  for (int i = 0; i < N; i++) { // raddle: device
    for (int d = 0; d < 3; d++)
      q[i].pos[d] = (float)(i * d) + 0.5f;
    q[i].in.a = (short)(i * 331);
    q[i].in.b = (short)-i;
  }
  for (int i = 0; i < 64; i++) // raddle: device
    s.re[i] = i, s.im[i] = 2 * i;
  particle a = {0.125, 0, 0, 5};
  for (int t = 0; t < 3; t++) // raddle: host(anti on 'p')
    push(&a, 0.01);
  conjugate(&s);
  double sum = 0;
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'sum')
    sum += p[i].x + p[i].z + p[i].tag + q[i].pos[1] + q[i].in.a + q[i].in.b;
  printf("%d %a\n", a.tag, sum);
  print_hash("s", &s, sizeof s);
  return 0;
}
