/* What a launch with four arrays takes, with its loop: docs/performance.md. Arguments: how many launches. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define N 2000
static double a[N], b[N], c[N], d[N];

__attribute__((noinline)) static void step(int n, double s) {
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i - 1] * s + c[i] + d[i + 1];
}

int main(int argc, char **argv) {
  int launches = argc > 1 ? atoi(argv[1]) : 100000;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = i;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int k = 0; k < launches; k++) {
    step(N, k);
    if (a[5] == 1e300)
      puts("never");
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double ns = (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec);
  printf("%.2f us a launch, a[5] = %g\n", ns / 1e3 / launches, a[5]);
  return 0;
}
