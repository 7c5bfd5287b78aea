/* Loops that begin with a remainder: the elements of one colour, of a grid or of a cube. */
// flags: -ffp-contract=off
#include "hash.h"

enum { N = 131, M = 61, K = 23 };
static double u[N][M], f[N][M], cube[K][K][K];
static int a[N][M];

#define RELAX u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);

static void by_mask(int colour) {
  for (int i = 1; i < N - 1; i++) // raddle: device
    for (int j = 1 + ((i + colour) & 1); j < M - 1; j += 2)
      RELAX
}

static void by_remainder(int n, int m, double (*u)[m], double (*f)[m], int colour) {
  for (int i = 1; i < n - 1; i++) // raddle: device
    for (int j = (i + colour) % 2 + 1; j < m - 1; j += 2)
      RELAX
}

static void by_choice(void) {
  int i, j;
  for (i = 1; i < N - 1; i++) // raddle: device
    for (j = i % 2 == 0 ? 1 : 2; j < M - 1; j += 2)
      RELAX
  for (i = 1; i < N - 1; i++) // raddle: device
    for (j = (i & 1) ? 1 : 2; j <= M - 2; j += 2)
      RELAX
}

static void by_variable(int n, int m, double *restrict u, const double *restrict f, int colour) {
  for (int i = 1; i < n - 1; i++) { // raddle: device
    int odd = (i + colour) & 1, j;
    for (j = 2 - odd; j < m - 1; j += 2)
      u[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1] - f[i * m + j]);
  }
}

static void in_a_cube(int colour) {
  for (int k = 1; k < K - 1; k++) // raddle: device
    for (int i = 1; i < K - 1; i++)
      for (int j = 1 + ((k + i + colour) & 1); j < K - 1; j += 2)
        cube[k][i][j] += 0.125 * (cube[k][i][j - 1] + cube[k][i][j + 1] + cube[k - 1][i][j] + cube[k][i + 1][j]);
}

// Four colours, and rows whose first element moves without a step of its own.
static void four(int from) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = (3 * i - from) & 3; j < M; j += 4)
      a[i][j] = i * 100 + j;
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = i % 7; j < M; j++)
      a[i][j] += j;
}

// Nothing but the remainder.
static void alone(int n) {
  for (int i = 1; i < n; i++) // raddle: device
    for (int j = (3 * i) & 1; j < M; j++)
      a[i][j] += i;
  for (int i = 3; i < n; i++) // raddle: device
    for (int j = i & 3; j < M; j += 2)
      a[i][j] ^= j;
}

// 258 is 2 in eight bits.
static void narrow(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    for (signed char j = 258 + (i & 1); j < M; j += 2)
      a[i][j] += 3;
}

// Neighbours of the same colour depend on each other.
static void crossing(int colour) {
  for (int i = 1; i < N - 1; i++) // raddle: host(
    for (int j = 1 + ((i + colour) & 1); j < M - 2; j += 2) // raddle: device
      u[i][j] = 0.5 * (u[i - 1][j] + u[i - 1][j + 1]);
}

// What is divided is negative at times: the first element is then before the row's third.
static void negative(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 2 + (i - 50) % 3; j < M; j += 3)
      a[i][j] -= 5;
}

// The index is wanted behind the loop.
static long last(int colour) {
  long sum = 0;
  for (int i = 0; i < N; i++) { // raddle: host(
    int j;
    for (j = 1 + ((i + colour) & 1); j < M; j += 2) // raddle: device
      a[i][j] ^= 1;
    sum = sum * 3 + j;
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    for (int j = 0; j < M; j++) {
      u[i][j] = (i * 37 + j * 11) % 101;
      f[i][j] = (i * 7 + j) % 13;
    }
  for (int i = 0; i < K; i++) // raddle: device
    for (int j = 0; j < K; j++)
      for (int k = 0; k < K; k++)
        cube[i][j][k] = (i * 5 + j * 3 + k) % 17;
  for (int colour = 0; colour < 2; colour++) { // raddle: host(
    by_mask(colour);
    by_mask(colour - 7);
    by_remainder(N, M, u, f, colour);
    by_remainder(3, M, u, f, colour);
    by_variable(N, M, &u[0][0], &f[0][0], colour);
    in_a_cube(colour);
  }
  by_remainder(N, M, u, f, -3);
  by_choice();
  four(5);
  alone(N);
  narrow(N);
  PRINT_HASH(u);
  crossing(1);
  negative();
  printf("%ld\n", last(1));
  PRINT_HASH(u);
  PRINT_HASH(a);
  PRINT_HASH(cube);
  return 0;
}
