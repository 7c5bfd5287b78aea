// flags: -lm
// Statements of the host between loops that run on a device, on the same arrays: boundaries, pivots, norms. Whoever runs them, results are
// those of the sequential program.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 700
#define M 24
static double a[N], b[N], edge[4];
static float f[N];
static int count[N];
static double q[M][M], r[M][M], m[M][M];

// Values at the ends follow those inside.
static void boundaries(int n, int steps) {
  for (int t = 0; t < steps; t++) { // raddle: host(anti on 'a')
    for (int i = 1; i < n - 1; i++) b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3; // raddle: device
    for (int i = 1; i < n - 1; i++) a[i] = b[i]; // raddle: device
    a[0] = a[1] * 0.5;
    a[n - 1] = a[n - 2] + a[0];
    if (t % 3 == 1) a[t] = -a[t];
  }
}

// A sum in order and a root, for each column.
static void norms(int n) {
  for (int k = 0; k < n; k++) { // raddle: host(anti on 'm')
    double norm = 0;
    for (int i = 0; i < n; i++) norm += m[i][k] * m[i][k]; // raddle: host(reduction + on 'norm')
    r[k][k] = sqrt(norm);
    for (int i = 0; i < n; i++) q[i][k] = m[i][k] / r[k][k]; // raddle: device
    for (int j = k + 1; j < n; j++) { // raddle: device
      r[k][j] = 0;
      for (int i = 0; i < n; i++) r[k][j] += q[i][k] * m[i][j];
      for (int i = 0; i < n; i++) m[i][j] -= q[i][k] * r[k][j];
    }
  }
}

// What the host keeps in a variable is no kernel's: the sum is printed, the last index counts on.
static void with_variables(int n, int steps) {
  double sum = 0;
  int last = 1;
  for (int t = 0; t < steps; t++) { // raddle: host(anti on 'f')
    for (int i = 0; i < n; i++) f[i] = f[i] * 0.5f + i; // raddle: device
    f[last] = f[last - 1] + 2;
    sum += f[last];
    last = (last + 7) % n;
    if (last == 0) last = 1;
  }
  printf("%.9g %d\n", sum, last);
}

// Parts of structures, several arrays, and a subscript that is read from memory.
struct point { double x; int n; };
static struct point points[N];
static void structures(int n, int steps) {
  for (int t = 0; t < steps; t++) { // raddle: host(anti on 'points')
    for (int i = 0; i < n; i++) { points[i].x += points[i].n * 0.25; } // raddle: device
    for (int i = 0; i < n; i++) count[i] = count[i] + points[i].n; // raddle: device
    points[t].x = points[count[t] % n].x + 1;
    points[t + 1].n = (int)(points[t].x) % 5;
    edge[t % 4] = points[t].x;
  }
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++) { a[i] = i % 17; f[i] = i % 13; count[i] = i; points[i] = (struct point){i, i % 7}; } // raddle: device
  for (int i = 0; i < M; i++) // raddle: device
    for (int j = 0; j < M; j++) m[i][j] = (i * j + i) % 11 + (i == j) * 20;
  boundaries(N, 12);
  norms(M);
  with_variables(N, 9);
  structures(N, 10);
  double s = 0;
  for (int i = 0; i < N; i++) s += a[i] * i + f[i] + count[i] + points[i].x * points[i].n; // raddle: host(reduction + on 's')
  printf("%.17g %.17g %.17g\n", s, a[0], a[N - 1]);
  for (int i = 0; i < M; i++) printf("%.17g %.17g %.17g\n", q[i][M - 1 - i], r[i][M - 1], m[M - 1][i]); // raddle: host(call to 'printf')
  for (int i = 0; i < 4; i++) printf("%.17g\n", edge[i]); // raddle: host(call to 'printf')
  return 0;
}
