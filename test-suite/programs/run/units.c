/* Calls of functions that other files of the program define. */
// with: parts/units.c parts/units_deep.c
#include "parts/units.h"
#include "hash.h"

enum { N = 3000 };
static double a[N], b[N];
static int k[N];
static double taken = 0.125;

/* The other file has a static function of this name. */
static double twice(double x) { return 3 * x; }

/* A unit of its own may say more of a function that others define. */
double own(int i) { return twice(i) + 1; }

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = 0.25 * i;
  // With a static function of the other file.
  for (int i = 0; i < N; i++) // raddle: device
    b[i] = shape(a[i] + twice(i), 0.5);
  // That calls a third file's, which calls the other file's again.
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += chain(b[i]);
  // That calls a function of this file.
  for (int i = 0; i < N; i++) // raddle: device
    b[i] -= calls_back(i);
  // A loop, and stores through pointers.
  for (int i = 0; i < N / 10; i++) // raddle: device
    add_row(10, a + 10 * i, b + 10 * i);
  // Fields of a struct that both files declare.
  struct pair p[2] = {{1, 2.5}, {3, 4.5}};
  for (int i = 0; i < N; i++) // raddle: device
    a[i] += weigh(&p[1], i);
  // A variable that this file does not mention.
  for (int i = 0; i < N; i++) // raddle: device
    a[i] *= scaled(i);
  for (int i = 0; i < N; i++) // raddle: device
    k[i] = symbol_of_another_name(i);
  // One of the same name in both.
  for (int i = 0; i < N; i++) // raddle: threads(call to 'uses_taken', a function of the program)
    a[i] += uses_taken(i) + taken;
  for (int i = 0; i < N; i++) // raddle: threads(call to 'reads_hidden', a function of the program)
    b[i] += reads_hidden(i);
  for (int i = 0; i < N; i++) // raddle: host(whose body in another file cannot replace it: it uses 'hidden')
    b[i] += changes_hidden(i);
  for (int i = 0; i < N; i++) // raddle: threads(call to 'bits', a function of the program)
    b[i] += bits(i * 1001L);
  for (int i = 0; i < N; i++) // raddle: host(whose body in another file cannot replace it: it is recursive or large)
    b[i] += counted(i);
  for (int i = 0; i < N; i++) // raddle: host(whose body in another file cannot replace it: it is recursive or large)
    b[i] += sum_of(2, a[i], b[i]);
  for (int i = 0; i < N; i++) // raddle: host(whose body in another file cannot replace it: it may be another one)
    k[i] += weak_here(i);
  for (int i = 0; i < N; i++) // raddle: host(whose body in another file cannot replace it: it may be another one)
    k[i] += weak_twice(i);
  for (int i = 0; i < N; i++) // raddle: host(call to 'calls_weak', whose body in another file cannot replace it: it calls 'weak_here')
    k[i] += calls_weak(i);
  for (int i = 0; i < N; i++) // raddle: host(call to 'rand', which is in another file; give its file)
    k[i] += rand() % 3;
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(k);
  return 0;
}
