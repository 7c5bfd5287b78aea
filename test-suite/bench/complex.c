// Loops over complex numbers: the least time of several calls, in ms, and a number of all results.
//
//     clang-22 -O3 -march=native -ffp-contract=off test-suite/bench/complex.c -lm -o c
//     raddle build -O3 -march=native -ffp-contract=off test-suite/bench/complex.c -lm -o r
//     ./c; RADDLE_DEVICE=none ./r; ./r; RADDLE_DEVICE=cpu RADDLE_THREADS=1 ./r
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double complex cd;
typedef float complex cf;
#define KERNEL static __attribute__((noinline)) void

enum { QUBITS = 18, N = 1 << QUBITS, SIDE = 700, WIDTH = 400, HEIGHT = 300 };

/* A gate on one qubit of a state of many. */
KERNEL gate(cd *psi, int n, int s, cd a00, cd a01, cd a10, cd a11) {
  for (int i = 0; i < n; i += 2 * s)
    for (int j = i; j < i + s; j++) {
      cd a = psi[j], b = psi[j + s];
      psi[j] = a00 * a + a01 * b;
      psi[j + s] = a10 * a + a11 * b;
    }
}

KERNEL fft(cd *x, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      cd t = x[i];
      x[i] = x[j];
      x[j] = t;
    }
  }
  for (int len = 2; len <= n; len <<= 1) {
    double angle = -2 * M_PI / len;
    cd w = cos(angle) + I * sin(angle);
    for (int i = 0; i < n; i += len) {
      cd f = 1;
      for (int k = 0; k < len / 2; k++) {
        cd u = x[i + k], v = x[i + k + len / 2] * f;
        x[i + k] = u + v;
        x[i + k + len / 2] = u - v;
        f *= w;
      }
    }
  }
}

KERNEL matvec(int n, const cd *a, const cd *x, cd *y) {
  for (int i = 0; i < n; i++) {
    cd s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

KERNEL mandelbrot(int w, int h, int *steps) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      cd c = (x - 0.7 * w) * 3.0 / w + I * (y - 0.5 * h) * 2.5 / h, z = 0;
      int n = 0;
      while (n < 200 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4) {
        z = z * z + c;
        n++;
      }
      steps[y * w + x] = n;
    }
}

KERNEL axpy(int n, cd a, const cd *x, cd *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

KERNEL product(int n, const cf *a, cf *b) {
  for (int i = 0; i < n; i++)
    b[i] = b[i] * a[i];
}

KERNEL magnitude(int n, const cd *x, double *r) {
  for (int i = 0; i < n; i++)
    r[i] = creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
}

KERNEL quotient(int n, const cd *x, cd *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / (y[i] + 2.0);
}

KERNEL phase(int n, double t, cd *x) {
  for (int i = 0; i < n; i++)
    x[i] *= cexp(-I * t * i);
}

KERNEL matmul(int n, const cd *a, const cd *b, cd *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      cd s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static unsigned long hash(const void *data, size_t size) {
  unsigned long h = 0;
  for (size_t i = 0; i + sizeof(unsigned) <= size; i += sizeof(unsigned)) {
    unsigned word;
    memcpy(&word, (const char *)data + i, sizeof word);
    h = h * 31 + word;
  }
  return h;
}

#define TIME(times, call)                                                      \
  do {                                                                         \
    double best = INFINITY;                                                    \
    for (int t_ = 0; t_ < (times); t_++) {                                     \
      double start = now();                                                    \
      call;                                                                    \
      best = fmin(best, now() - start);                                        \
    }                                                                          \
    printf("%-44s %9.3f\n", #call, best);                                      \
  } while (0)

int main(void) {
  cd *psi = malloc(N * sizeof *psi), *y = malloc(N * sizeof *y);
  cf *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  double *r = malloc(N * sizeof *r);
  int *steps = malloc(WIDTH * HEIGHT * sizeof *steps);
  cd *a = malloc(SIDE * SIDE * sizeof *a), *b = malloc(SIDE * SIDE * sizeof *b), *c = calloc(SIDE * SIDE, sizeof *c);
  for (int i = 0; i < N; i++) {
    psi[i] = (i % 17) * 0.001 + I * (i % 5) * 0.002;
    y[i] = psi[i] * 2;
    u[i] = 0.6f + 0.8f * I;
    v[i] = 1;
  }
  for (int i = 0; i < SIDE * SIDE; i++) {
    a[i] = (i % 13) * 0.1 - (i % 7) * 0.05 * I;
    b[i] = (i % 3) - (i % 4) * I;
  }
  TIME(9, gate(psi, N, 64, 0.6, 0.8 * I, 0.8 * I, 0.6));
  TIME(9, gate(psi, N, N / 2, 0.6, 0.8 * I, 0.8 * I, 0.6));
  TIME(5, fft(y, 1 << 16));
  TIME(9, matvec(SIDE, a, b, c));
  TIME(3, mandelbrot(WIDTH, HEIGHT, steps));
  TIME(9, axpy(N, 0.5 - I, psi, y));
  TIME(9, product(N, u, v));
  TIME(9, magnitude(N, psi, r));
  TIME(5, quotient(N, psi, y));
  TIME(5, phase(N, 1e-3, psi));
  TIME(3, matmul(200, a, b, c));
  unsigned long h = hash(psi, N * sizeof *psi) + hash(y, N * sizeof *y) + hash(v, N * sizeof *v);
  printf("%lx\n", h + hash(r, N * sizeof *r) + hash(c, SIDE * SIDE * sizeof *c) + hash(steps, WIDTH * HEIGHT * sizeof *steps));
}
