/* A row that every iteration fills before it reads it, and that is read afterwards: the last iteration's goes back, and
   none where no iteration wrote. */
#include "hash.h"

enum { N = 12, M = 11, K = 13 };

static double a[N][M][K], c[K][K], sum[K];

static void rows(int n, int m, int k, double (*to)[M][K], double (*by)[K], double *row) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++) { // raddle: device
      for (int x = 0; x < k; x++) {
        row[x] = 0;
        for (int y = 0; y < k; y++)
          row[x] += to[i][j][y] * by[y][x];
      }
      for (int x = 0; x < k; x++)
        to[i][j][x] = row[x];
    }
}

/* A condition around what is written: the row goes back only if it holds. */
static void wide_rows(int n, int k, double (*to)[K], double *row) {
  for (int i = 0; i < n; i++) // raddle: device
    if (k > 5) {
      for (int x = 0; x < k; x++)
        row[x] = to[i][x] + i;
      for (int x = 0; x < k; x++)
        to[i][x] = row[k - 1 - x];
    }
}

static void fill(void) {
  for (int i = 0; i < N * M * K; i++) // raddle: device
    (&a[0][0][0])[i] = (i * 37 % 101) / 7.0;
  for (int i = 0; i < K * K; i++) // raddle: device
    (&c[0][0])[i] = (i * 17 % 29) / 13.0;
  for (int i = 0; i < K; i++) // raddle: device
    sum[i] = i + 0.5;
}

int main(void) {
  static const int sizes[][3] = {{N, M, K}, {N, M, 1}, {1, 1, K}, {N, 0, K}, {0, M, K}, {N, M, 0}, {N, -3, K}, {5, 7, 9}};
  for (int t = 0; t < (int)(sizeof sizes / sizeof *sizes); t++) { // raddle: host(is not memory that a nest can describe)
    fill();
    rows(sizes[t][0], sizes[t][1], sizes[t][2], a, c, sum);
    PRINT_HASH(a);
    PRINT_HASH(sum);
    fill();
    wide_rows(sizes[t][0], sizes[t][2] - 4, a[0], sum);
    PRINT_HASH(a);
    PRINT_HASH(sum);
  }
}
