/* Loops whose iterations all need those before them run in waves: tables, sweeps in place. */

#include "hash.h"

enum { N = 31, DEEP = 19 };
static int common[N + 1][N + 1], edits[N + 1][N + 1], pairs[N][N];
static char a[N], b[N];
static double grid[N][N], block[DEEP][DEEP][DEEP];
static float once[N][N];

static int least(int x, int y) {
  return x < y ? x : y;
}

static void subsequence(int n, int m) {
  for (int i = 1; i <= n; i++) // raddle: device
    for (int j = 1; j <= m; j++) // raddle: device
      if (a[i - 1] == b[j - 1])
        common[i][j] = common[i - 1][j - 1] + 1;
      else
        common[i][j] = common[i - 1][j] > common[i][j - 1] ? common[i - 1][j] : common[i][j - 1];
}

static void distance(int n, int m) {
  for (int i = 1; i <= n; i++) // raddle: device
    for (int j = 1; j <= m; j++) {
      int differ = a[i - 1] != b[j - 1];
      edits[i][j] = least(least(edits[i - 1][j] + 1, edits[i][j - 1] + 1), edits[i - 1][j - 1] + differ);
    }
}

/* Diagonals of a triangle, with a loop in each element. */
static void folded(int n) {
  for (int i = n - 1; i >= 0; i--) // raddle: device
    for (int j = i + 1; j < n; j++) {
      pairs[i][j] = pairs[i][j - 1] > pairs[i + 1 < n ? i + 1 : i][j] ? pairs[i][j - 1] : 1 + i % 3;
      for (int k = i + 1; k < j; k++) // raddle: device
        if (pairs[i][k] + pairs[k + 1][j] > pairs[i][j])
          pairs[i][j] = pairs[i][k] + pairs[k + 1][j];
    }
}

static void sweeps(int steps, int n) {
  for (int t = 0; t < steps; t++) // raddle: host(anti on 'grid') | device
    for (int i = 1; i < n - 1; i++) // raddle: device
      for (int j = 1; j < n - 1; j++)
        grid[i][j] = 0.2 * (grid[i][j] + grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
}

static void sweep(int n) {
  for (int i = 1; i < n - 1; i++) // raddle: device | host(trip count is not affine)
    for (int j = 1; j < n - 1; j++) // raddle: host(trip count is not affine)
      for (int k = 1; k < n - 1; k++) // raddle: host(trip count is not affine)
        block[i][j][k] = (block[i - 1][j][k] + block[i + 1][j][k] + block[i][j - 1][k] + block[i][j + 1][k] +
                          block[i][j][k - 1] + block[i][j][k + 1]) /
                         6;
}

static void corners(int n) {
  for (int i = 1; i < n; i++) // raddle: device
    for (int j = 0; j < n - 1; j++)
      once[i][j] = 0.5f * once[i - 1][j + 1] + 0.25f * once[i][j > 0 ? j - 1 : 0];
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = i * 7 % 4;
    b[i] = i * 5 % 3 + i % 2;
  }
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < N; j++) {
      grid[i][j] = (i * 31 + j * 17) % 23;
      once[i][j] = (i * 13 + j * 7) % 29;
    }
  for (int i = 0; i <= N; i++) // raddle: device
    edits[i][0] = edits[0][i] = i;
  for (int i = 0; i < DEEP * DEEP * DEEP; i++) // raddle: device
    block[i / (DEEP * DEEP)][i / DEEP % DEEP][i % DEEP] = i % 37;
  for (int n = 1; n <= N; n += 30) { // raddle: host(flow on 'common')
    subsequence(n, N);
    distance(N, n);
    folded(n);
    sweeps(3, n);
    sweep(least(n, DEEP));
    corners(n);
  }
  PRINT_HASH(common);
  PRINT_HASH(edits);
  PRINT_HASH(pairs);
  PRINT_HASH(grid);
  PRINT_HASH(block);
  PRINT_HASH(once);
  return 0;
}
