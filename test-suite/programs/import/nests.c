// Loops of every shape that becomes a nest: steps, bounds, conditions, types, locals, index values used afterwards.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40
#define M 30

struct pixel { unsigned char r, g, b; float w; };
struct __attribute__((packed)) tight { char tag; double value; };

static double a[N][M], b[N][M], v[N * M];
static int table[N];
static unsigned long h = 5381;

static void hash(const void *p, size_t n) {
  const unsigned char *bytes = p;
  while (n--) h = h * 33 ^ *bytes++;
}

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 - 4.5;
      b[i][j] = (double)(i * j % 13) / 3;
    }
  for (int i = 0; i < N * M; i++) v[i] = i % 17 * 0.25;
  for (int i = 0; i < N; i++) table[i] = i * 29 % N;
}

static int backwards(int n, double *restrict x, double *restrict y) {
  int i;
  for (i = n - 1; i >= 0; i--) x[i] = y[i] * 2 + x[n - 1 - i];
  int last = i;
  for (i = n; i > 3; i -= 5) y[i - 1] = x[i - 2] - 1;
  return last * 1000 + i;
}

static long after(int n, int m) {
  int i, j = 77;
  long k;
  unsigned u;
  for (i = 2; i <= n; i += 3)
    for (j = i; j < m; j++) a[i][j] += j;
  for (k = -3; k < n; k += 7) v[k + 3] = k;
  for (u = 0; u < (unsigned)m; ++u) v[u] += u;
  for (i = 5; i != 25; i++) v[i] -= i;
  return i + 100l * j + 10000l * k + 1000000l * u;
}

static void triangles(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i && j < M; j++) a[i][j] = b[i][j] - a[j][0];
    for (int j = i + 1; j < M; j++) a[i][j] *= 0.5;
    for (int j = (i < 10 ? i : 10); j < M - 2; j += 2) b[i][j] += a[i][j + 1];
  }
}

static void guards(int n, int t) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++) {
      if (i == j) a[i][j] = 1;
      else if (i > j + t) a[i][j] = -a[i][j];
      else if (2 * i - j >= 3 && j != t) a[i][j] += 0.125;
      if (b[i][j] > 1 && a[i][j] < 0 || i == 3) b[i][j] = a[i][j] > -2 ? sqrt(b[i][j] + 2) : fabs(a[i][j]);
    }
}

static void indirect(int n, float *restrict x, const int *restrict p) {
  for (int i = 0; i < n; i++) {
    x[p[i]] = x[i] + (float)i / 3;
    x[(p[i] + 1) % n] -= 1;
    x[i] = expf(-x[i] * x[i]) + floorf(x[i]);
  }
}

static void inner_loops(int n) {
  for (int i = 1; i < n; i++) {
    int k = table[i], steps = 0;
    double parts[4], sum = 0;
    while (k > 1 && steps < 30) {
      k = k % 2 ? 3 * k + 1 : k / 2;
      steps++;
    }
    do {
      steps += k;
      k -= 1;
    } while (k > 0);
    for (int c = 0; c < 4; c++) parts[c] = steps * c - v[i * 4 + c];
    for (int c = 3; c >= 0; --c) sum += parts[c];
    a[i][i % M] = sum;
    for (int m = 1; m < n; m *= 2) b[i][m % M] += m;
  }
}

static void pixels(struct pixel *p, long n, unsigned char bright) {
  for (long i = 0; i < n; i++) {
    unsigned char y = (p[i].r * 77 + p[i].g * 150 + p[i].b * 29) >> 8;
    p[i].w = y / 255.0f * bright;
    p[i].g = y + bright;
    p[i].b -= p[i].r;
  }
}

static void packed(struct tight *t, int n) {
  for (int i = 0; i < n; i++) t[i].value = t[i].value * 2 + t[i].tag;
}

static void linear(long n, long m, int16_t *x, const int16_t *y) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) x[i * m + j] = (y[j * n + i] << 1) ^ (i & j);
}

static void shapes(int n, int m, double (*x)[m], double y[restrict n][m], const double *z) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) x[i][j] = y[n - 1 - i][j] + *(z + i * m + j) + i[table];
}

static int64_t integers(uint32_t n, int64_t *s, uint8_t *c) {
  int64_t total = 0;
  _Bool odd = 0;
  for (uint32_t i = 1; i < n; i++) {
    s[i] = (int64_t)i * i - (s[i - 1] >> 3) % 1000;
    c[i] += i * 37u;
    total ^= s[i] + ~c[i];
    odd |= c[i] & 1;
  }
  return total * 2 + odd;
}

static void walk(double *p, int n) {
  for (double *q = p; q < p + n; q++) *q += 1;
  for (int i = 0; i < n; i++) *p++ *= 0.5;
}

static void overlap(int *x, int *y, int n) {
  for (int i = 0; i < n; i++) x[i] = y[i] + 1;
}

static double reduce(int n) {
  double s = 0, largest = -INFINITY;
  int where = -1;
  for (int i = 0; i < n; i++) {
    s += a[i][i % M] * b[i][1];
    if (a[i][2] > largest) largest = a[i][2], where = i;
  }
  return s + largest + where;
}

static void time_steps(int t, int n) {
  for (int s = 0; s < t; s++) {
    for (int i = 1; i < n - 1; i++) v[i] = (v[i - 1] + v[i] + v[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++) v[i] = v[i] * 0.75 + s;
  }
}

int main(void) {
  fill();
  printf("%d\n", backwards(N, a[0], b[0]));
  printf("%ld %ld\n", after(N - 1, M), after(1, 0));
  triangles(N);
  guards(N, 4);
  float x[N];
  for (int i = 0; i < N; i++) x[i] = i * 0.5f;
  indirect(N, x, table);
  inner_loops(N);
  struct pixel p[50];
  memset(p, 0, sizeof p);
  for (int i = 0; i < 50; i++) p[i].r = i * 5, p[i].g = 255 - i, p[i].b = i * i;
  pixels(p, 50, 200);
  struct tight t[9];
  for (int i = 0; i < 9; i++) t[i].tag = i, t[i].value = i * 0.1;
  packed(t, 9);
  int16_t small[6 * 7], other[6 * 7];
  for (int i = 0; i < 42; i++) other[i] = i * 321;
  linear(6, 7, small, other);
  static double out[N][M];
  shapes(N, M, out, b, v);
  int64_t s[20] = {0};
  uint8_t c[20] = {0};
  printf("%lld\n", (long long)integers(20, s, c));
  walk(v, 50);
  overlap(table + 1, table, N - 1);
  printf("%.12g\n", reduce(N));
  time_steps(5, 100);
  hash(a, sizeof a), hash(b, sizeof b), hash(v, sizeof v), hash(x, sizeof x), hash(p, sizeof p), hash(t, sizeof t);
  hash(small, sizeof small), hash(out, sizeof out), hash(s, sizeof s), hash(c, sizeof c), hash(table, sizeof table);
  printf("%lx\n", h);
  return 0;
}
