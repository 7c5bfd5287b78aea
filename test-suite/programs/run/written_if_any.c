// Globals that iterations overwrite before they read them, in loops inside of which bounds in memory say whether anything is
// written at all: private copies, which go back where the last iteration has written, and only there.
#include <stdio.h>

#define N 40

static int bounds[3];
static double u[N][N][N], f[N][N][N];
static double t1, t2, t3;
static const double fixed = 7.5;
static int last;

// Two loops in the body: t1 is written by either, t2 by the first, t3 by the second.
static void jacobians(void) {
  int i, j, k;
  for (j = 1; j < bounds[1] - 1; j++) { // raddle: device
    for (k = 1; k < bounds[2] - 1; k++) {
      for (i = 0; i < bounds[0]; i++) {
        t1 = 1.0 / u[i][j][k];
        t2 = t1 * t1;
        f[i][j][k] = t1 + t2;
      }
      for (i = 1; i < bounds[0] - 1; i++) {
        t1 = u[i][j][k] * 2.0;
        t3 = t1 + 1.0;
        u[i][j][k] = t1 * t3;
      }
    }
  }
}

// One loop after the other around nothing else.
static void perfect(void) {
  for (int j = 0; j < bounds[1]; j++) // raddle: device
    for (int k = 0; k < bounds[2]; k++)
      for (int i = 0; i < bounds[0]; i++) {
        t3 = u[i][j][k] - 1.0;
        last = i * 10000 + j * 100 + k;
        f[i][j][k] = t3 * t3 + last;
      }
}

// A triangle: the last row writes less than others, or nothing.
static void triangle(void) {
  for (int j = 0; j < bounds[1]; j++) // raddle: device
    for (int i = j + 1; i < bounds[0]; i++) {
      t1 = u[j][i][0] + j;
      f[j][i][1] = t1 * 2.0;
    }
}

// Only some iterations write, which ones the data say.
static void conditional(void) {
  for (int j = 0; j < bounds[1]; j++) // raddle: device
    for (int i = 0; i < bounds[0]; i++)
      if (u[j][i][2] > 3.0) {
        t2 = u[j][i][2];
        f[j][i][2] = t2 + 1.0;
      }
}

// Counting down.
static void down(void) {
  for (int j = bounds[1] - 1; j >= 0; j--) { // raddle: device
    for (int i = bounds[0] - 1; i >= 0; i--) {
      last = i - j;
      f[j][i][3] = last;
    }
  }
}

// What is written may not be: a pointer that may point to a constant.
static void through(double *p) {
  for (int j = 0; j < bounds[1]; j++) // raddle: device
    for (int i = 0; i < bounds[0]; i++) {
      *p = u[j][i][4] * 3.0;
      f[j][i][4] = *p + 1.0;
    }
}

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < N * N * N; i++) // raddle: host(reduction + on
    sum += (&f[0][0][0])[i] * (i % 13 + 1) + (&u[0][0][0])[i] * (i % 7);
  printf("%s %.17g %.17g %.17g %d %.17g %.17g\n", what, t1, t2, t3, last, fixed, sum);
}

int main(void) {
  const int sizes[][3] = {{N, N, N}, {0, N, N}, {1, N, N}, {2, N, N}, {3, 3, 3}, {N, 2, N}, {N, N, 0}, {-5, N, N}, {1, 1, 1}};
  for (int s = 0; s < 9; s++) { // raddle: host('...' is not memory
    for (int i = 0; i < N * N * N; i++) // raddle: device
      (&u[0][0][0])[i] = i % 17 + 1 + s;
    t1 = -1.0, t2 = -2.0, t3 = -3.0, last = -4;
    for (int k = 0; k < 3; k++) // raddle: device
      bounds[k] = sizes[s][k];
    jacobians();
    show("jacobians");
    perfect();
    show("perfect");
    triangle();
    show("triangle");
    conditional();
    show("conditional");
    down();
    show("down");
    through(bounds[0] > 0 && bounds[1] > 0 ? &t2 : (double *)&fixed);
    show("through");
  }
}
