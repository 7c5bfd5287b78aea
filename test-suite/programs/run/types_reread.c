// One object that is accessed as several types, as C allows it: copies of bytes, unions, may_alias. Each function has a loop for the
// device, so that its other loops are compiled as we see them.
#include <stdio.h>
#include <string.h>

enum { N = 2000 };
union both {
  float f;
  int i;
};
typedef int any_int __attribute__((may_alias));
struct pair {
  int a, b;
};
typedef struct pair any_pair __attribute__((may_alias));

static float f[N], g[N], work[N];
static union both u[N], v[N];

__attribute__((noinline)) static float bytes(float *x, int *y, int *z, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    work[i] = work[i] * 1.5f + 1.0f;
  float sum = 0;
  for (int i = 0; i < n; i++) { // raddle: host(output on 'f')
    x[0] = (float)i;
    memcpy(&y[0], &z[i], sizeof(int));
    sum += x[0];
  }
  return sum;
}

__attribute__((noinline)) static float unions(union both *p, union both *q, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    work[i] = work[i] * 1.5f + 1.0f;
  float sum = 0;
  for (int i = 0; i < n; i++) { // raddle: host('u->f' is a union member)
    p->f = (float)(i + 1);
    q->i += 1 << 23;
    sum += p->f;
  }
  return sum;
}

__attribute__((noinline)) static float any(float *x, any_int *y, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    work[i] = work[i] * 1.5f + 1.0f;
  float sum = 0;
  for (int i = 0; i < n; i++) { // raddle: host(output on 'f')
    x[0] = (float)(i + 1);
    y[0] += 1 << 23;
    sum += x[0];
  }
  return sum;
}

__attribute__((noinline)) static float pairs(float *x, any_pair *y, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    work[i] = work[i] * 1.5f + 1.0f;
  float sum = 0;
  for (int i = 0; i < n; i++) { // raddle: host(output on 'f')
    x[0] = (float)(i + 1);
    y[0].a += 1 << 23;
    sum += x[0];
  }
  return sum;
}

// Not in a loop.
__attribute__((noinline)) static float once(float *x, any_int *y, union both *p, union both *q, any_pair *r, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    work[i] = work[i] * 1.5f + 1.0f;
  *x = 1.0f;
  *y += 1 << 23;
  p->f = *x;
  q->i += 1 << 23;
  *x += p->f;
  r->a += 1 << 23;
  return p->f + *x;
}

int main(void) {
  int z[N];
  for (int i = 0; i < N; i++) { // raddle: host(call to 'memcpy')
    float value = (float)(i + 5);
    memcpy(&z[i], &value, sizeof value);
  }
  int n = (int)sizeof z / 4;
  // Two calls each, so that nothing is known of the pointers.
  printf("%g %g ", bytes(f, (int *)f, z, n), bytes(f, (int *)g, z, n));
  printf("%g %g ", unions(u, u, n), unions(u, v, n));
  printf("%g %g ", any(f, (any_int *)f, n), any(f, (any_int *)g, n));
  printf("%g %g ", pairs(f, (any_pair *)f, n), pairs(f, (any_pair *)g, n));
  printf("%g %g ", once(f, (any_int *)f, u, u, (any_pair *)f, n), once(f, (any_int *)g, u, v, (any_pair *)g, n));
  printf("%g\n", work[7]);
  return 0;
}
