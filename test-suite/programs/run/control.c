/* Conditions inside nests: affine, of data, switch, conditional operators, short circuits. */
#include "hash.h"

enum { N = 75 };
static int a[N][N], b[N][N], kind[N];

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < N; j++) {
      if (i < j)
        a[i][j] = i;
      else if (i == j)
        a[i][j] = -1;
      else
        a[i][j] = j * 2;
    }
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < N; j++)
      if (a[i][j] > 10 && (a[j][i] & 1 || i + j > 40))
        b[i][j] = a[i][j] > a[j][i] ? a[i][j] : -a[j][i];
  for (int i = 0; i < N; i++) // raddle: device
    switch (i % 4) {
    case 0:
      kind[i] = 5;
      break;
    case 1:
    case 2:
      kind[i] = i;
      /* fall through */
    default:
      kind[i] += 100;
    }
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(kind);
  return 0;
}
