// Inner loops that are left by 'break': their step may be done once more, where nobody sees it, and only there.
#include <limits.h>
#include <stdio.h>

enum { N = 200 };
static int keys[N], first[N], passed[N], steps[N], top[N];

static int find(int key) {
  int at = -1;
  for (int k = 0; k < N; k++) // raddle: host('break' in the loop)
    if (keys[k] >= key) {
      at = k;
      break;
    }
  return at;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    keys[i] = i * 7 % 101;
  for (int i = 0; i < N; i++) // raddle: device
    first[i] = find(i);
  // The index is read after the loop.
  for (int i = 0; i < N; i++) { // raddle: device
    int k;
    for (k = 0; k < N; k++)
      if (keys[k] == i)
        break;
    passed[i] = k;
  }
  // The index goes on from where the loop before left it.
  for (int i = 0; i < N; i++) { // raddle: device
    int k = 0, sum = 0;
    for (int round = 0; round < 3; round++)
      for (; k < N; k++)
        if (keys[k] == round + i % 50) {
          sum += k;
          break;
        }
    steps[i] = sum;
  }
  // One more step would be beyond 'int'.
  for (int i = 0; i < N; i++) { // raddle: device
    int rounds = 0;
    for (int k = INT_MAX - 3;; k++) {
      rounds++;
      if (k == INT_MAX - i % 4)
        break;
    }
    top[i] = rounds;
  }
  long sum = 0;
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'sum')
    sum += first[i] + 3L * passed[i] + 5L * steps[i] + 7L * top[i];
  printf("%ld %d %d %d %d\n", sum, first[150], passed[57], steps[49], top[3]);
  return 0;
}
