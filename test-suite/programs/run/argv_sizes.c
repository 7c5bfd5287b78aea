/* Sizes from the command line, variable-length arrays and pointers to them. */
// args: 23 31
#include "hash.h"
#include <stdlib.h>

static void transpose(int n, int m, double a[n][m], double b[m][n]) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      b[j][i] = a[i][j];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 6;
  double a[n][m];
  double(*b)[n] = malloc(sizeof(double[m][n]));
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      a[i][j] = i * 1000 + j;
  transpose(n, m, a, b);
  print_hash("b", b, sizeof(double[m][n]));
  for (int k = argc; k < argc + 3; k++) { // raddle: host(variable 'v' has type 'float[k * 20]')
    float v[k * 20];
    for (int i = 0; i < k * 20; i++) // raddle: device
      v[i] = (float)i / k;
    print_hash("v", v, sizeof v);
  }
  free(b);
  return 0;
}
