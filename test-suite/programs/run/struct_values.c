// Structs and arrays as values in loops: copies, initializers, parameters and results, memcpy and memset.
#include "hash.h"
#include <string.h>

typedef struct {
  double re, im;
} complex;

typedef struct {
  float pos[3];
  struct {
    short a, b;
  } in;
} nested;

typedef struct {
  int index;
  double value;
} padded;

typedef union {
  int i;
  float f;
} either;

typedef struct {
  unsigned low : 3, high : 5;
} bits;

enum { N = 2000 };
static complex x[N], y[N], w[16];
static nested p[N], q[N];
static padded r[N], s[N];
static double d[N];
static int k[N];
static either e[N], g[N];
static bits f[N], h[N];

static complex add(complex a, complex b) { return (complex){a.re + b.re, a.im + b.im}; }
static complex times(complex a, complex b) {
  complex c;
  c.re = a.re * b.re - a.im * b.im;
  c.im = a.re * b.im + a.im * b.re;
  return c;
}
static double norm(complex a) { return a.re * a.re + a.im * a.im; }
static complex larger(complex a, complex b) {
  if (norm(a) > norm(b))
    return a;
  return b;
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    x[i] = (complex){i * 0.5, 1.0 / (i + 1)};
    complex t = {.im = i % 7};
    y[i] = t;
    k[i] = (i * 37) % N;
  }
  for (int i = 0; i < 16; i++) // raddle: device
    w[i].re = i, w[i].im = -i;
  for (int i = 0; i < N; i++) { // raddle: device
    nested t = {{i * 0.25f, 1.0f}, {.b = (short)i}};
    p[i] = t;
  }
  for (int i = 1; i < N; i++) // raddle: device
    q[i] = p[i - 1];
  PRINT_HASH(q);
  for (int i = 0; i < N; i++) { // raddle: device
    complex c = times(x[i], w[i & 15]);
    y[i] = add(c, larger(y[i], add(c, x[i])));
  }
  PRINT_HASH(y);
  for (int i = 0; i < N; i++) // raddle: device
    d[i] = times(x[i], y[i]).im + norm(add(x[i], y[i]));
  PRINT_HASH(d);
  for (int i = 0; i < N; i++) { // raddle: device
    double c[4] = {d[i], 2, i}, z[6] = {0};
    complex t[2] = {x[i], {1, 2}}, u;
    t[i & 1].re += c[1];
    u = i % 3 ? t[0] : t[1];
    for (int j = 0; j < 4; j++)
      z[j] += c[j] * u.re + u.im;
    d[i] = z[0] + z[1] + z[2] + z[3] + z[5];
  }
  PRINT_HASH(d);
  // The parts of a gathered struct.
  for (int i = 0; i < N; i++) // raddle: device
    q[i] = p[k[i]];
  PRINT_HASH(q);
  for (int i = 0; i < N; i++) // raddle: device
    memcpy(&y[i], &x[k[i]], sizeof y[i]);
  PRINT_HASH(y);
  for (int i = 0; i < N; i++) { // raddle: device
    float c[3];
    memcpy(c, p[i].pos, sizeof c);
    memset(q[i].pos, 0, sizeof q[i].pos);
    q[i].pos[1] = c[0] + c[2];
  }
  PRINT_HASH(q);
  // Fields of a struct with padding; memcpy takes the padding along.
  for (int i = 0; i < N; i++) // raddle: device
    r[i].index = i, r[i].value = i * 3.0;
  for (int i = 0; i < N; i++) // raddle: device
    s[i] = r[N - 1 - i];
  double sum = 0;
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'sum')
    sum += s[i].value * s[i].index;
  for (int i = 0; i < N; i++) // raddle: host(call to 'memcpy')
    memcpy(&r[i], &s[i], sizeof r[i]);
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'sum')
    sum += r[i].value * r[i].index;
  // An element that the copy's own subscripts come from.
  for (int i = 0; i < 20; i++) // raddle: host(anti on 'r')
    r[r[i].index % 20] = s[i];
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'sum')
    sum += r[i].value * r[i].index;
  for (int i = 0; i < N; i++) // raddle: host('e[i].i' is a union member)
    e[i].i = i;
  for (int i = 0; i < N; i++) // raddle: host(value of type 'either')
    g[i] = e[N - 1 - i];
  for (int i = 0; i < N; i++) // raddle: host('f[i].low' is a bit-field)
    f[i].low = i, f[i].high = i / 8;
  for (int i = 0; i < N; i++) // raddle: host(value of type 'bits')
    h[i] = f[N - 1 - i];
  PRINT_HASH(g);
  PRINT_HASH(h);
  printf("%a\n", sum);
  return 0;
}
