/* A library of its own file, whose functions the program calls in loops. What they do is said in a file of stubs. */
// with: parts/stubs_library.c
// stubs: parts/stubs.c
#include "parts/stubs_library.h"
#include "hash.h"

enum { N = 3000 };
static double a[N], b[N];

int main(void) {
  struct grid *g = grid_make(N, 3);
  long total = 0;
  // The bound is a field of a struct that this file does not know.
  for (int i = 0; i < grid_size(g); i++) // raddle: device
    a[i] = 0.25 * i;
  // A body for an expression, with a helper of the stubs' file and a variable of the program's.
  for (int i = 0; i < N; i++) // raddle: device
    b[i] = bend(a[i]);
  // A body with a loop.
  for (int i = 0; i < N / 10; i++) // raddle: device
    add_row(10, a + 10 * i, b + 10 * i);
  // Effects only: called once, before the loop.
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += b[i] * factor(7);
  // The program's own body, as no stub gives one.
  for (int i = 0; i < N; i++) // raddle: device
    b[i] -= factor(i);
  // Reads memory that the loop does not write.
  for (int i = 0; i < grid_weight(g); i++) // raddle: device
    total += i;
  for (int i = 0; i < grid_weight(g); i++) // raddle: device
    a[i] *= 2;
  // It counts its calls in a variable of its file that others may read.
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += counted(i);
  // The stub, which comes before the body, uses what only the library has.
  for (int i = 0; i < N; i++) // raddle: host(call to 'remembered', whose body in another file cannot replace it: it uses 'memory')
    b[i] += remembered(i);
  // This file's own function, whatever a stub says.
  for (int i = 0; i < N; i++) // raddle: device
    b[i] += own(i);
  PRINT_HASH(a);
  PRINT_HASH(b);
  printf("%ld %ld %g\n", total, calls, bias);
  return 0;
}

double bias = 0.5;

int own(int i) {
  return 3 * i + 1;
}
