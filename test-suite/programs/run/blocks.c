/* Loops that go through matrices in blocks, as people write them for caches. */
// flags: -ffp-contract=off
#include "hash.h"
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { N = 53, M = 47, K = 29, BS = 16 };
static double a[N][N], b[N][N], c[N][N], d[N][N];
static float f[N][N];
static int g[N][N];

/* The block size is a parameter; the matrices are plain pointers. */
__attribute__((noinline)) void transpose(int n, int m, int bs, const double *a, double *t) {
  for (int i = 0; i < n; i += bs) // raddle: device
    for (int j = 0; j < m; j += bs)
      for (int ii = i; ii < i + bs && ii < n; ii++)
        for (int jj = j; jj < MIN(j + bs, m); jj++)
          t[jj * n + ii] = a[ii * m + jj];
}

static void product(int n, int m, int k, int bs, double (*c)[N], double (*a)[N], double (*b)[N]) {
  int ii, jj, kk, x, y, z;
  for (ii = 0; ii < n; ii += bs) // raddle: device
    for (jj = 0; jj < m; jj += bs)
      for (kk = 0; kk < k; kk += bs)
        for (x = ii; x < MIN(n, ii + bs); x++)
          for (y = jj; y < (m > jj + bs ? jj + bs : m); ++y)
            for (z = kk; z < k && z < bs + kk; z += 1)
              c[x][y] += a[x][z] * b[z][y];
}

/* A sum waits in its element between blocks. */
static void summed(int n, int m, int k, double (*c)[N], double (*a)[N], double (*b)[N]) {
  double sum;
  for (int kk = 0; kk < k; kk += BS) // raddle: device
    for (int jj = 0; jj < m; jj += BS)
      for (int i = 0; i < n; i++)
        for (int j = jj; j < MIN(jj + BS, m); j++) {
          sum = c[i][j];
          for (int z = kk; z < MIN(kk + BS, k); z++)
            sum += a[i][z] * b[z][j];
          c[i][j] = sum;
        }
}

/* It is rounded in between. */
static void rounded(int n, int bs, float (*c)[N], double (*a)[N], double (*b)[N]) {
  for (int kk = 0; kk < n; kk += bs) // raddle: host(loops in it that go from block to block)
    for (int jj = 0; jj < n; jj += bs) // raddle: device
      for (int i = 0; i < n; i++)
        for (int j = jj; j < MIN(jj + bs, n); j++) {
          double sum = c[i][j];
          for (int z = kk; z < MIN(kk + bs, n); z++)
            sum += a[i][z] * b[z][j];
          c[i][j] = sum;
        }
}

/* The last block is full, or the loops end with 'n'. */
static void full(int n, int bs, double (*a)[N], double (*b)[N]) {
  for (int i = 0; i < n; i += bs) // raddle: device
    for (int j = 0; j < n; j += bs)
      for (int x = i; x < i + bs; x++)
        for (int y = j; y < j + bs; y++)
          b[x][y] = a[y][x] + x - y;
}

/* From 1 to n, as in Fortran. */
static void from_one(int n, int bs, double (*a)[N], double (*b)[N]) {
  for (int i = 1; i <= n; i += bs) // raddle: device
    for (int j = 1; j <= n; j += bs)
      for (int x = i; x <= MIN(i + bs - 1, n); x++)
        for (int y = j; y <= MIN(n, j + bs - 1); y++)
          b[x][y] = 0.25 * (a[x - 1][y] + a[x + 1][y] + a[x][y - 1] + a[x][y + 1]);
}

/* The order of the source and the order without blocks differ for elements that need each other. */
static void crossed(int n, int bs, double (*a)[N]) {
  for (int i = 1; i < n; i += bs) // raddle: host(anti on 'a')
    for (int j = 0; j < n - 1; j += bs) // raddle: host(anti on 'a')
      for (int x = i; x < MIN(i + bs, n); x++) // raddle: host(trip count is not affine)
        for (int y = j; y < MIN(j + bs, n - 1); y++) // raddle: host(trip count is not affine)
          a[x][y] = 0.5 * a[x - 1][y + 1] + a[x][y];
}

/* They do not here, but nothing is parallel. */
static void downwards(int n, int bs, double (*a)[N]) {
  for (int i = 1; i < n; i += bs) // raddle: host(anti on 'b')
    for (int j = 1; j < n; j += bs) // raddle: host(anti on 'b')
      for (int x = i; x < MIN(i + bs, n); x++) // raddle: host(trip count is not affine)
        for (int y = j; y < MIN(j + bs, n); y++) // raddle: host(trip count is not affine)
          a[x][y] = 0.25 * a[x - 1][y] + 0.5 * a[x][y - 1] + a[x][y];
}

/* Who uses the number of a block, or an index behind the loops, wants the blocks. */
static int used(int n, int bs, int (*g)[N]) {
  int x = 0, y = 0;
  for (int i = 0; i < n; i += bs) // raddle: host(reduction last value on 'x')
    for (int j = 0; j < n; j += bs) // raddle: host(reduction last value on 'x')
      for (x = i; x < MIN(i + bs, n); x++) // raddle: host(trip count is not affine)
        for (y = j; y < MIN(j + bs, n); y++) // raddle: host(trip count is not affine)
          g[x][y] += x * y;
  for (int i = 0; i < n; i += bs) // raddle: host(loops in it that go from block to block are nests of their own)
    for (int j = 0; j < n; j += bs) // raddle: device
      for (int v = i; v < MIN(i + bs, n); v++)
        for (int w = j; w < MIN(j + bs, n); w++)
          g[v][w] += v - i + w;
  return x * 100 + y;
}

/* Not each in its own loop. */
static void several(int n, int bs, int (*g)[N]) {
  for (int i = 0; i < n; i += bs) { // raddle: host(anti on 'g')
    for (int x = i; x < MIN(i + bs, n); x++) // raddle: host(trip count is not affine)
      for (int y = 0; y < n; y++) // raddle: device
        g[x][y] += x;
    for (int x = i; x < MIN(i + bs, n); x++) // raddle: host(trip count is not affine)
      for (int y = 0; y < n; y++) // raddle: device
        g[x][y] *= 3;
  }
}

/* Unsigned numbers wrap around: the first block has no end behind its beginning. */
static void wrapping(unsigned lo, unsigned n, unsigned bs, int *g) {
  for (unsigned ii = lo; ii < n; ii += bs) // raddle: device
    for (unsigned i = ii; i < MIN(ii + bs, n); i++)
      g[i] += i;
}

/* Types of their own. */
static void mixed(size_t n, unsigned char small, int m, int *g) {
  for (size_t ii = 0; ii < n; ii += 32) // raddle: device
    for (size_t i = ii; i < MIN(ii + 32, n); i++)
      g[i] ^= 5;
  for (int ii = 1; ii <= m; ii += small) // raddle: device
    for (int i = ii; i <= ii + small - 1 && i <= m; i++)
      g[i] -= i;
}

/* The greatest and the least number; a remainder by what may be zero. */
static void whole(int n, int bs, int *g) {
  for (int ii = 0; ii < n; ii += bs) // raddle: device
    for (int i = ii; i < ii + bs; i++)
      g[i] += 7;
}

/* A variable that outlives iterations. */
static void counted(int n, int *g) {
  for (int ii = 0; ii < n; ii += 16) // raddle: host(anti on 'calls')
    for (int i = ii; i < MIN(ii + 16, n); i++) { // raddle: host(anti on 'calls')
      static int calls;
      g[i] += calls++;
    }
}

/* The element is another one behind the loop than before it. */
static void moving(int n, int m, int *g, const int *next) {
  for (int kk = 0; kk < m; kk += 8) // raddle: host(anti on 'g')
    for (int i = 0; i < n; i++) { // raddle: host(anti on 'g')
      int at = 0;
      int s = g[at];
      for (int k = kk; k < MIN(kk + 8, m); k++) // raddle: host(output on 'at')
        s += k, at = next[k];
      g[at] = s;
    }
}

/* The element of a sum is the same for several iterations of a loop inside of its blocks. */
static void ordered(int n, int bs, int (*g)[N], double *x) {
  for (int kk = 0; kk < n; kk += bs) // raddle: host(anti on 'g')
    for (int i = 0; i < n; i++) // raddle: host(anti on 'g')
      for (int j = 0; j < n; j++) { // raddle: host(anti on 'g')
        int s = g[i][0];
        for (int k = kk; k < MIN(kk + bs, n); k++) // raddle: host(trip count is not affine)
          s = (s * 3 + g[j][k]) & 0xffff;
        g[i][0] = s;
      }
  for (int ii = 0; ii < n; ii += bs) // raddle: host(anti on 'x')
    for (int kk = 0; kk < n; kk += bs) // raddle: host(anti on 'x')
      for (int i = ii; i < MIN(ii + bs, n); i++) // raddle: host(trip count is not affine)
        for (int j = 0; j < n; j++) { // raddle: host(anti on 'x')
          double s = x[i];
          for (int k = kk; k < MIN(kk + bs, n); k++) // raddle: host(trip count is not affine)
            s += (g[i][j] & 15) * 0.1 * (g[j][k] & 7);
          x[i] = s;
        }
}

/* The sum is the element's place, too. */
static void wandering(int n, int *g) {
  int at = 3;
  for (int kk = 0; kk < n; kk += 8) // raddle: host(anti on 'at')
    for (int i = 0; i < n; i++) { // raddle: host(anti on 'at')
      at = g[at];
      for (int k = kk; k < MIN(kk + 8, n); k++) // raddle: host(anti on 'at')
        at = (at + k * i) & 31;
      g[at] = at;
    }
}

/* Two loops over one block. */
static void squares(int n, int bs, int (*g)[N]) {
  for (int jj = 0; jj < n; jj += bs) // raddle: device
    for (int j = jj; j < MIN(jj + bs, n); j++)
      for (int k = jj; k < MIN(jj + bs, n); k++)
        g[k][j] += j - k;
}

/* What is declared between the loops outlives iterations of the inner ones. */
static void between(int n, int (*g)[N]) {
  for (int ii = 0; ii < n; ii += 8) // raddle: device
    for (int jj = 0; jj < n; jj += 8) {
      int last[8];
      for (int i = ii; i < MIN(ii + 8, n); i++)
        for (int j = jj; j < MIN(jj + 8, n); j++) {
          if (i % 8 == 0)
            last[j & 7] = 0;
          last[j & 7] += g[i][j] & 0xff;
          g[i][j] = last[j & 7];
        }
    }
}

static void tables(int n, int bs, int (*g)[N]) {
  for (int ii = 0; ii < n; ii += bs) // raddle: host(anti on 'rounds')
    for (int jj = 0; jj < n; jj += bs) { // raddle: host(anti on 'rounds')
      static int rounds;
      for (int i = ii; i < MIN(ii + bs, n); i++) // raddle: host(trip count is not affine)
        for (int j = jj; j < MIN(jj + bs, n); j++) { // raddle: host(trip count is not affine)
          static const int table[4] = {1, 2, 3, 4};
          extern int shared;
          g[i][j] += table[j & 3] + shared + (rounds & 1);
        }
      rounds++;
    }
}
int shared = 3;

/* The element is named by the index of a loop around which the sum is. */
static void around(int n, int bs, int (*g)[N]) {
  int jj, kk, i, j = 0, k, s;
  for (jj = 0; jj < n; jj += bs) // raddle: host(anti on 'j')
    for (kk = 0; kk < n; kk += bs) // raddle: host(anti on 'j')
      for (i = 0; i < n; i++) { // raddle: host(anti on 'j')
        s = g[i][j];
        for (j = jj; j < MIN(jj + bs, n); j++) // raddle: host(trip count is not affine)
          for (k = kk; k < MIN(kk + bs, n); k++) // raddle: host(trip count is not affine)
            s = (s + j * k) & 0xffff;
        g[i][j] = s;
      }
}

static int global_size = 8;
static void global_blocks(int n, int *g) {
  for (int ii = 0; ii < n; ii += global_size) // raddle: device
    for (int i = ii; i < MIN(ii + global_size, n); i++)
      g[i] *= 3;
}

static void print(void) { PRINT_HASH(a), PRINT_HASH(b), PRINT_HASH(c), PRINT_HASH(d), PRINT_HASH(f), PRINT_HASH(g); }

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)   // raddle: device
    for (int j = 0; j < N; j++)
      a[i][j] = i * 0.25 - j, b[i][j] = (i + 3 * j) % 11, c[i][j] = i == j, f[i][j] = j, g[i][j] = i - j;
  int sizes[] = {1, 2, 7, 16, 64};
  for (int s = 0; s < 5; s++) { // raddle: host(call to 'printf')
    int bs = sizes[s];
    transpose(N, M, bs, &a[0][0], &d[0][0]), transpose(M, K, bs, &d[0][1], &d[20][0]);
    product(N, M, K, bs, c, a, b), product(K, K, 0, bs, c, b, b), product(K, K, K, bs, c, c, b);
    summed(N, M, K, c, a, b), summed(N, K, N - s, c, b, c), summed(K, K, 0, c, a, a);
    rounded(N - s, bs, f, a, b);
    full(48, bs == 7 ? 16 : bs == 64 ? 24 : bs, a, d), full(0, 0, a, d);
    from_one(N - 2, bs, a, d), from_one(K, bs, d, d);
    crossed(N, bs, a), downwards(N, bs, b);
    printf("%d\n", used(N - s, bs, g));
    several(N, bs, g);
    int *flat = &g[0][0], next[N];
    for (int k = 0; k < N; k++) // raddle: device
      next[k] = k * 5 % N;
    wrapping(5, N, bs, flat), wrapping(5, N, -1, flat), wrapping(3, 2, 0, flat), wrapping(0, N, -1, flat);
    mixed(N * N, bs, N, flat), mixed(0, 1, -3, flat);
    whole(48, bs == 7 ? 16 : 8, flat), whole(-2147483647 - 1, bs, flat), whole(0, 0, flat), whole(1, 1, flat);
    counted(N, flat), moving(N, N, flat, next), global_blocks(N * N - s, flat);
    global_size = bs;
    double sums[N] = {0.5}; // raddle: device
    ordered(N, bs, g, sums), wandering(N, next), squares(N, bs, g), between(N, g), tables(N, bs, g), around(N - 1, bs, g);
    PRINT_HASH(sums);
    print();
    for (int i = 0; i < N; i++)   // raddle: device
      for (int j = 0; j < N; j++)
        c[i][j] = b[i][j] > 0, a[i][j] = (i * 5 + j) % 7 - 2, b[i][j] = (i + 3 * j) % 11;
  }
}
