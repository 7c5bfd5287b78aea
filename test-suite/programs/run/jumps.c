/* Jumps inside of parallel iterations: loops that end early, conditions of data, switches, sparse rows. */
#include "hash.h"

enum { N = 90, WIDTH = 12 };
static int row_start[N + 1], column[N * WIDTH];
static double value[N * WIDTH], x[N], y[N];
static int key[N], table[N], found[N], steps[N], kind[N];

static void fill(void) {
  int i = 0, k = 0;
  while (i < N) { // raddle: device | host(anti on 'k')
    int j = 0;
    row_start[i] = k;
    while (j < i * 7 % WIDTH) { // raddle: host(trip count)
      column[k] = (i * 13 + j * 5) % N;
      value[k++] = i * 0.25 + j++;
    }
    x[i] = i - 31;
    key[i] = i * 37 % N;
    table[i] = i * i % 61;
    i++;
  }
  row_start[N] = k;
}

int main(void) {
  fill();
  for (int i = 0; i < N; i++) { // raddle: device
    double sum = 0;
    for (int k = row_start[i]; k < row_start[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
  PRINT_HASH(y);

  for (int i = 0; i < N; i++) { // raddle: device
    int at;
    for (at = 0; at < N; at++)
      if (table[at] == key[i])
        break;
    found[i] = at < N ? at : -1;
  }
  PRINT_HASH(found);

  for (int i = 0; i < N; i++) { // raddle: device
    int left = 0, right = N - 1, n = 0;
    while (left <= right) {
      int middle = (left + right) / 2;
      n++;
      if (row_start[middle] == i)
        break;
      if (row_start[middle] < i) {
        left = middle + 1;
        continue;
      }
      right = middle - 1;
    }
    steps[i] = n * 1000 + left;
  }
  PRINT_HASH(steps);

  for (int i = 0; i < N; i++) { // raddle: device
    int n = i, count = 0;
    do {
      if (n % 2 == 0) {
        n /= 2;
        continue;
      }
      if (count > 60)
        break;
      n = 3 * n + 1;
    } while (++count < 100 && n > 1);
    steps[i] += count;
  }
  PRINT_HASH(steps);

  for (int i = 0; i < N; i++) { // raddle: device
    int state = key[i] % 5, n = 0;
    for (;;) {
      switch (state) {
      case 0:
        n += 1;
        state = 3;
        break;
      case 1:
        n += 10;
        /* fall through */
      case 2:
        if (n > 20) {
          state = 7;
          break;
        }
        n += 5;
        state = n % 4;
        continue;
      case 3 ... 4:
        n += 100;
        state = 1;
        break;
      default:
        n += 1000;
        state = -1;
      }
      if (state < 0)
        break;
    }
    kind[i] = n;
  }
  PRINT_HASH(kind);

  for (int i = 0; i < N; i++) { // raddle: device
    if (key[i] % 3 == 0) {
      if (key[i] % 2)
        continue;
      kind[i] += 1;
    }
    kind[i] ^= 5;
  }
  PRINT_HASH(kind);

  int first = -1;
  for (int i = 0; i < N; i++) { // raddle: host('break' in the loop)
    if (table[i] == 36) {
      first = i;
      break;
    }
  }
  printf("%d\n", first);
  return 0;
}
