/* Dense products in tiles of caches and registers: extents for which tiles are full, and for which they are not. */
// flags: -std=gnu2x
#include "hash.h"

#define ALL
#define T double
#define NAME(name) name##_of_doubles
#include "tiles.h"
#undef ALL
#undef T
#undef NAME

#define T float
#define NAME(name) name##_of_floats
#include "tiles.h"
#undef T
#undef NAME

#define T int
#define NAME(name) name##_of_ints
#include "tiles.h"
#undef T
#undef NAME

#define T unsigned long
#define NAME(name) name##_of_longs
#include "tiles.h"
#undef T
#undef NAME

// Elements of several sizes in one product: the largest says how many lanes there are.
static void mixed(int n, float a[n][n], double b[n][n], double c[n][n]) {
  for (int i = 0; i < n; i++)  // raddle: device
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

static void rounded(int n, double a[n][n], int b[n][n], float c[n][n]) {
  for (int i = 0; i < n; i++)  // raddle: device
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}

static void of_bytes(int n, signed char a[n][n], signed char b[n][n], int c[n][n]) {
  for (int i = 0; i < n; i++)  // raddle: device
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}

static void of_shorts(int n, unsigned short a[n][n], unsigned short b[n][n], unsigned short c[n][n]) {
  for (int i = 0; i < n; i++)  // raddle: device
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * (unsigned)b[k][j];
}

static void mixed_types(int n) {
  static signed char bytes[71 * 71];
  static unsigned short shorts[3][71 * 71];
  fill_of_doubles(n);
  fill_of_floats(n);
  fill_of_ints(n);
  for (int i = 0; i < 71 * 71; i++) {  // raddle: device
    bytes[i] = (signed char)(i * 7);
    shorts[0][i] = (unsigned short)(i * 77);
    shorts[1][i] = (unsigned short)(i * 99);
  }
  mixed(n, (void *)a_of_floats, (void *)b_of_doubles, (void *)c_of_doubles);
  PRINT_HASH(c_of_doubles);
  rounded(n, (void *)a_of_doubles, (void *)b_of_ints, (void *)c_of_floats);
  PRINT_HASH(c_of_floats);
  of_bytes(n, (void *)bytes, (void *)bytes, (void *)c_of_ints);
  PRINT_HASH(c_of_ints);
  of_shorts(n, (void *)shorts[0], (void *)shorts[1], (void *)shorts[2]);
  PRINT_HASH(shorts);
}

// The extents are known.
static double fixed[3][70][70];

static void of_known_size(void) {
  for (int i = 0; i < 37; i++)  // raddle: device
    for (int j = 0; j < 70; j++)
      for (int k = 0; k < 45; k++)
        fixed[2][i][j] += fixed[0][i][k] * fixed[1][k][j];
}

// Solvers and factorizations; what they divide by is large, so that numbers stay finite.
static void in_place(int n) {
  enum { SIZE = 71 * 71 };
  fill_of_doubles(n);
  in_place_downwards_of_doubles(n, n, (void *)a_of_doubles, (void *)c_of_doubles);
  print_hash("in_place_downwards", c_of_doubles, SIZE * sizeof(double));
  fill_of_doubles(n);
  in_place_columns_of_doubles(n, n, (void *)a_of_doubles, (void *)c_of_doubles);
  print_hash("in_place_columns", c_of_doubles, SIZE * sizeof(double));
  fill_of_doubles(n);
  for (int i = 0; i < n; i++)  // raddle: device
    c_of_doubles[i * n + i] += 3000;
  factors_of_doubles(n, (void *)c_of_doubles);
  print_hash("factors", c_of_doubles, SIZE * sizeof(double));
  fill_of_ints(n);
  paths_of_ints(n, (void *)c_of_ints);
  print_hash("paths", c_of_ints, SIZE * sizeof(int));
  fill_of_floats(n);
  paths_of_floats(n, (void *)c_of_floats);
  print_hash("paths", c_of_floats, SIZE * sizeof(float));
}

int main(void) {
  static const int sizes[][3] = {{1, 1, 1},    {8, 16, 8},   {9, 33, 9},   {13, 17, 10}, {12, 32, 16},
                                 {65, 70, 9},  {10, 19, 131}, {70, 67, 11}, {17, 70, 24}, {4, 40, 40}};
  enum { SIZES = sizeof sizes / sizeof sizes[0] };
  for (int it = 0; it < SIZES; it++) {  // raddle: host(body cannot replace it)
    const int *size = sizes[it];
    products_of_doubles(size[0], size[1], size[2]);
    if (it % 2 == 0)
      products_of_floats(size[0], size[1], size[2]);
    if (it % 3 == 0)
      products_of_ints(size[0], size[1], size[2]);
    if (it % 3 == 1)
      products_of_longs(size[0], size[1], size[2]);
  }
  for (int n = 1; n <= 71; n += 10) {  // raddle: host(body cannot replace it)
    triangles_of_doubles(n, n % 3 * 12 + 3);
    triangles_of_floats(n, 9);
    triangles_of_ints(n, 10);
    squares_of_doubles(n, 37);
    squares_of_floats(n, 18);
  }
  triangles_of_doubles(40, 131);
  for (int w = 1; w <= 7; w += 2) {  // raddle: host(body cannot replace it)
    filters_of_doubles(35, 41, w);
    filters_of_floats(16, 39, w);
    filters_of_ints(70, 36, w);
  }
  overlapping_of_doubles(23);
  overlapping_of_floats(41);
  overlapping_of_longs(17);
  for (int n = 1; n < 71; n += 23) {  // raddle: host(body cannot replace it)
    mixed_types(n);
    in_place(n);
  }
  fill_of_doubles(7);
  for (int i = 0; i < 3; i++)  // raddle: device
    for (int j = 0; j < 70; j++)
      for (int k = 0; k < 70; k++)
        fixed[i][j][k] = a_of_doubles[(i * 70 + j) * 70 + k];
  of_known_size();
  PRINT_HASH(fixed);
  return 0;
}
