/* Loops whose iterations need those before them, with bodies that are too large to be taken apart: elimination in blocks, as in solvers with
   upwind differences, with arrays and variables that each iteration has for itself. */
#include "hash.h"

enum { N = 45, B = 3, PLANES = 4 };
static double v[N][N][PLANES][B], low[N][N][B][B], high[N][N][B][B], diagonal[N][N][B][B], kept[N][N][2];
static double cube[20][21][22][B];
static int counts[N][N][4];

#define ELIMINATE(p, r)                                                                                                                              \
  factor = 1.0 / t[p][p] * t[r][p];                                                                                                                  \
  for (int c = p + 1; c < B; c++)                                                                                                                    \
    t[r][c] = t[r][c] - factor * t[p][c];                                                                                                            \
  v[i][j][k][r] = v[i][j][k][r] - v[i][j][k][p] * factor;
#define SOLVE                                                                                                                                        \
  for (int m = 0; m < B; m++)                                                                                                                        \
    for (int l = 0; l < B; l++)                                                                                                                      \
      t[m][l] = diagonal[i][j][m][l];                                                                                                                \
  ELIMINATE(0, 1)                                                                                                                                    \
  ELIMINATE(0, 2)                                                                                                                                    \
  ELIMINATE(1, 2)                                                                                                                                    \
  v[i][j][k][2] = v[i][j][k][2] / t[2][2];                                                                                                           \
  v[i][j][k][1] = v[i][j][k][1] - t[1][2] * v[i][j][k][2];                                                                                           \
  v[i][j][k][1] = v[i][j][k][1] / t[1][1];                                                                                                           \
  v[i][j][k][0] = v[i][j][k][0] - t[0][1] * v[i][j][k][1] - t[0][2] * v[i][j][k][2];                                                                 \
  v[i][j][k][0] = v[i][j][k][0] / t[0][0];

/* Both neighbours that are done, along both loops. */
static void forward(int k, int first, int last) {
  double t[B][B], factor;
  for (int i = first; i <= last; i++) // raddle: host(CPU threads have a version in tiles)
    for (int j = first; j <= last; j++) { // raddle: host(flow on 'v')
      for (int m = 0; m < B; m++) // raddle: device
        v[i][j][k][m] = v[i][j][k][m] - 0.4 * (low[i][j][m][0] * v[i][j - 1][k][0] + high[i][j][m][0] * v[i - 1][j][k][0] +
                                               low[i][j][m][1] * v[i][j - 1][k][1] + high[i][j][m][1] * v[i - 1][j][k][1]);
      SOLVE // raddle: device
    }
}

/* The same from the other end, with the corner as well. */
static void backward(int k, int first, int last) {
  double t[B][B], factor;
  for (int i = last; i >= first; i--) // raddle: host(CPU threads have a version in tiles)
    for (int j = last; j >= first; j--) { // raddle: host(flow on 'v')
      for (int m = 0; m < B; m++) // raddle: device
        v[i][j][k][m] = v[i][j][k][m] - 0.2 * (low[i][j][m][0] * v[i][j + 1][k][0] + high[i][j][m][2] * v[i + 1][j][k][2] +
                                               low[i][j][m][1] * v[i + 1][j + 1][k][1]);
      SOLVE // raddle: device
    }
}

/* The neighbour at the end of the row before: rows are askew. */
static void askew(int k, int first, int last) {
  double t[B][B], factor;
  for (int i = first; i <= last; i++) // raddle: host(CPU threads have a version in tiles)
    for (int j = first; j <= last; j++) { // raddle: host(flow on 'v')
      for (int m = 0; m < B; m++) // raddle: device
        v[i][j][k][m] = v[i][j][k][m] - 0.3 * (v[i][j - 1][k][m] + 0.5 * v[i - 1][j + 1][k][B - 1 - m]);
      SOLVE // raddle: device
    }
}

/* Elements of the row before in any place: no tiles. */
static void mirrored(int k, int first, int last) {
  double t[B][B], factor;
  for (int i = first; i <= last; i++) // raddle: host(flow on 'v')
    for (int j = first; j <= last; j++) { // raddle: device
      v[i][j][k][0] = v[i][j][k][0] - 0.3 * v[i - 1][N - 1 - j][k][1];
      SOLVE
    }
}

/* One element of the array is of an iteration before, or of none. */
static void leaves_one(int first, int last) {
  double t[4] = {0, 0, 0, 1};
  for (int i = first; i <= last; i++) // raddle: host(output on 't')
    for (int j = first; j <= last; j++) { // raddle: host(output on 't')
      t[0] = kept[i][j][0] + 0.5 * kept[i - 1][j][1];
      t[1] = kept[i][j][1] - 0.25 * kept[i][j - 1][0];
      if (t[0] > t[1])
        t[2] = t[0] * 0.5;
      else
        t[2] = t[1] * 0.25;
      kept[i][j][0] = t[2] + t[3] * 0.125;
      if (t[2] > 1.5)
        t[3] = t[2] - t[1];
      kept[i][j][1] = t[1];
    }
}

/* Loops that end when they like, an early end of an iteration, an array with a part of its elements in use. */
static void counted(int first, int last, const int limits[N]) {
  int own[8];
  for (int i = first; i <= last; i++) // raddle: host(CPU threads have a version in tiles)
    for (int j = first; j <= last; j++) { // raddle: host(flow on 'counts')
      for (int m = 0; m < 4; m++) // raddle: device
        own[m] = counts[i - 1][j][m] + counts[i][j - 1][3 - m];
      int rounds = 0;
      while (own[0] > limits[j] && rounds < 20) { // raddle: host(trip count is not affine)
        own[0] -= own[1] % 7 + 1;
        rounds++;
      }
      if (own[0] % 5 == 3)
        continue;
      switch (own[2] % 3) {
      case 0:
        own[3] = own[0] + rounds;
        break;
      case 1:
        own[3] = own[1] - rounds;
      }
      for (int m = 0; m < 4; m++) // raddle: device
        counts[i][j][m] = (own[m] + i * j) % 1000;
    }
}

/* Three loops, of which two are in tiles. */
static void in_space(void) {
  for (int x = 1; x < 20; x++) // raddle: device
    for (int y = 1; y < 21; y++)
      for (int z = 1; z < 22; z++) {
        double sum = 0;
        for (int m = 0; m < B; m++)
          sum += cube[x - 1][y][z][m] + cube[x][y - 1][z][m] * 0.5 + cube[x][y][z - 1][m] * 0.25;
        double own[B];
        for (int m = 0; m < B; m++)
          own[m] = sum * (m + 1) - cube[x][y][z][m];
        for (int m = 0; m < B; m++)
          cube[x][y][z][m] = own[B - 1 - m] / (4 + sum * sum);
      }
}

static void fill(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < N; j++) {
      for (int m = 0; m < B; m++) {
        for (int k = 0; k < PLANES; k++)
          v[i][j][k][m] = (i * 3 + j * 5 + k * 7 + m) % 11 + 1;
        for (int l = 0; l < B; l++) {
          low[i][j][m][l] = (i + j + m * l) % 7 * 0.01;
          high[i][j][m][l] = (i * j + m + l) % 5 * 0.01;
          diagonal[i][j][m][l] = (m == l) * 4 + 0.1 * ((i + j + m + l) % 3);
        }
      }
      kept[i][j][0] = i * 0.25 - j * 0.125;
      kept[i][j][1] = (i + 2 * j) % 9;
      for (int m = 0; m < 4; m++)
        counts[i][j][m] = (i * 7 + j * 3 + m) % 50;
    }
  for (int x = 0; x < 20; x++) // raddle: device
    for (int y = 0; y < 21; y++)
      for (int z = 0; z < 22; z++)
        for (int m = 0; m < B; m++)
          cube[x][y][z][m] = (x + y * 2 + z * 3 + m) % 13 * 0.1;
}

int main(void) {
  int limits[N];
  for (int i = 0; i < N; i++) // raddle: device
    limits[i] = i * 5 % 60;
  fill();
  // Whole tiles, parts of them, too few, and none.
  forward(0, 1, N - 2);
  forward(1, 3, N - 9);
  forward(2, 1, 6);
  forward(3, 9, 8);
  backward(0, 1, N - 2);
  backward(1, 8, N - 2);
  backward(2, 39, N - 2);
  PRINT_HASH(v);
  askew(0, 2, N - 2);
  askew(1, 2, N - 8);
  askew(3, 2, 9);
  mirrored(1, 1, N - 2);
  PRINT_HASH(v);
  leaves_one(1, N - 1);
  PRINT_HASH(kept);
  counted(1, N - 1, limits);
  counted(1, 5, limits);
  PRINT_HASH(counts);
  in_space();
  PRINT_HASH(cube);
  return 0;
}
