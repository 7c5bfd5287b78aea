/* Wavefronts with large bodies, whose rows of tiles CPU threads take in blocks: in all directions, with values that an iteration, a row or the
   whole loop has, at sizes with whole tiles, parts of them, and too few. */
#include "hash.h"

enum { N = 58, B = 4 };
static double v[N][N][B], a[N][N][B][B], greatest[N];

#define STEP(m, l)                                                                                                                                   \
  t[m] = t[m] - t[l] * a[i][j][m][l] * 0.01;                                                                                                         \
  v[i][j][m] = v[i][j][m] - v[i][j][l] * t[m] * 0.01;
#define BODY                                                                                                                                         \
  STEP(1, 0)                                                                                                                                         \
  STEP(2, 0)                                                                                                                                         \
  STEP(3, 0)                                                                                                                                         \
  STEP(2, 1)                                                                                                                                         \
  STEP(3, 1)                                                                                                                                         \
  STEP(3, 2)                                                                                                                                         \
  STEP(0, 3)

static void down_down(int first, int last) {
  for (int i = last; i >= first; i--) // raddle: host(CPU threads have a version in tiles)
    for (int j = last; j >= first; j--) { // raddle: host(flow on 'v')
      double t[B];
      for (int m = 0; m < B; m++) // raddle: host(it uses a variable local to a loop around it)
        t[m] = a[i][j][m][0] * v[i + 1][j][0] + a[i][j][m][1] * v[i][j + 1][1];
      BODY
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0]);
    }
}

static void up_down(int first, int last) {
  for (int i = first; i <= last; i++) // raddle: host(CPU threads have a version in tiles)
    for (int j = last; j >= first; j--) { // raddle: host(anti on 'v')
      double t[B];
      for (int m = 0; m < B; m++) // raddle: host(it uses a variable local to a loop around it)
        t[m] = a[i][j][m][0] * v[i - 1][j][0] + a[i][j][m][1] * v[i][j + 1][1] + 0.1 * v[i + 1][j][2] - 0.1 * v[i][j - 1][3];
      BODY
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0]);
    }
}

/* Rows of tiles are askew: no blocks. */
static void askew(int first, int last) {
  for (int i = first; i <= last; i++) // raddle: host(CPU threads have a version in tiles)
    for (int j = first; j <= last; j++) { // raddle: host(flow on 'v')
      double t[B];
      for (int m = 0; m < B; m++) // raddle: host(it uses a variable local to a loop around it)
        t[m] = a[i][j][m][0] * v[i - 1][j + 1][0] + a[i][j][m][1] * v[i][j - 1][1];
      BODY
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0]);
    }
}

/* A value goes along each row. */
static void carried(int first, int last) {
  for (int i = first; i <= last; i++) { // raddle: host(flow on 'v')
    double along = 0.5 * i;
    for (int j = first; j <= last; j++) { // raddle: host(flow on 'v')
      double t[B];
      for (int m = 0; m < B; m++) // raddle: host(it uses a variable local to a loop around it)
        t[m] = a[i][j][m][0] * v[i - 1][j][0] + a[i][j][m][1] * v[i][j - 1][1] + along;
      BODY
      along = along * 0.5 + t[2] * 0.01;
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0] + along * along);
      if (v[i][j][1] > greatest[i])
        greatest[i] = v[i][j][1];
    }
  }
}

/* An array that is wanted afterwards, and one of whose elements comes from the iteration before. */
static double kept(int first, int last) {
  double t[B] = {0, 0, 0, 0}, other[B];
  for (int i = last; i >= first; i--) // raddle: host(output on 't')
    for (int j = first; j <= last; j++) { // raddle: host(output on 't')
      for (int m = 0; m < B - 1; m++) // raddle: device
        t[m] = a[i][j][m][0] * v[i + 1][j][0] + a[i][j][m][1] * v[i][j - 1][1];
      BODY
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0]);
      t[3] = t[3] * 0.5 + t[0] * 0.01;
    }
  for (int i = last; i >= first; i--) // raddle: host(flow on 'v')
    for (int j = first; j <= last; j++) { // raddle: host(flow on 'v')
      double t[B];
      for (int m = 0; m < B; m++) // raddle: host(it uses a variable local to a loop around it)
        t[m] = a[i][j][m][0] * v[i + 1][j][0] + a[i][j][m][1] * v[i][j - 1][1];
      BODY
      for (int m = 0; m < B; m++) // raddle: host(it uses a variable local to a loop around it)
        other[m] = t[m] * 0.5;
      v[i][j][0] = v[i][j][0] / (1 + other[0] * other[0]);
    }
  return t[3] + (last >= first ? other[2] : 0);
}

/* Rows of different lengths. */
static void triangle(int first, int last) {
  for (int i = first; i <= last; i++) // raddle: host(CPU threads have a version in tiles)
    for (int j = first; j <= i; j++) { // raddle: host(flow on 'v')
      double t[B];
      for (int m = 0; m < B; m++) // raddle: host(it uses a variable local to a loop around it)
        t[m] = a[i][j][m][0] * v[i - 1][j][0] + a[i][j][m][1] * v[i][j - 1][1];
      BODY
      v[i][j][0] = v[i][j][0] / (1 + t[0] * t[0]);
    }
}

static void fill(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    for (int j = 0; j < N; j++)
      for (int m = 0; m < B; m++) {
        v[i][j][m] = (i * 7 + j * 3 + m) % 11 * 0.1 - 0.3;
        for (int n = 0; n < B; n++)
          a[i][j][m][n] = (i + j * 5 + m * 2 + n * 3) % 13 * 0.05 - 0.2;
      }
    greatest[i] = i * 0.01;
  }
}

int main(void) {
  static const int sizes[] = {N - 2, 33, 16, 5, 0};
  double sum[1] = {0};
  fill();
  for (int s = 0; s < 5; s++) { // raddle: host(call to 'carried')
    down_down(1, sizes[s]);
    up_down(1, sizes[s]);
    PRINT_HASH(v);
    askew(1, sizes[s]);
    carried(1, sizes[s]);
    PRINT_HASH(v);
    sum[0] += kept(1, sizes[s]);
    triangle(1, sizes[s]);
    PRINT_HASH(v);
  }
  PRINT_HASH(greatest);
  PRINT_HASH(sum);
  return 0;
}
