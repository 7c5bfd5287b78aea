// A static function whose calls all pass the same array: the parameter is that array, whose extent is known and which overlaps
// nothing else. Not so where other calls may be: by pointers, from a scope's end, by another name.
#include "hash.h"

enum { N = 400 };
static double in[N], out[N], other[N], third[N], wide[2 * N];
static int idx[N], rows[N + 1];
double shared[N];
static double table[20][N];
static _Thread_local double own[N];
#define ROW double *to, const double *from, const int *at
#define ELEMENT to[i] = from[at[i] + (from[i] > 1e300)] + from[i]

static void rows_of(int *row, int column[], double x[], double y[], int n) {
  for (int i = 0; i < n; i++) { // raddle: device
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += x[column[k]];
    y[i] += sum;
  }
}

/* What one passes on is the next one's. */
static void last_of_chain(ROW) {
  for (int i = 0; i < N; i++) // raddle: device
    ELEMENT;
}
static void next_of_chain(ROW, int n) {
  if (n > 0)
    last_of_chain(to, from, at);
}
static void chain(ROW) {
  next_of_chain(to, from, at, N);
  next_of_chain(to, from, at, 0);
}

static void with_table(double (*to)[N], int n) {
  for (int r = 0; r < n; r++) // raddle: device
    for (int i = 0; i < N; i++)
      to[r][i] += r - in[idx[i]];
}

/* The array of another function. */
static void into_local(ROW) {
  for (int i = 0; i < N; i++) // raddle: device
    ELEMENT;
}
static double has_local(void) {
  static double kept[N];
  into_local(kept, in, idx);
  into_local(kept, in, idx);
  return kept[7] + kept[N - 1];
}

/* Calls inside the function that pass the parameter on, and one that does not. */
static void recursive(ROW, int depth) {
  for (int i = 0; i < N; i++) // raddle: device
    ELEMENT;
  if (depth)
    recursive(to, from, at, depth - 1);
}
static void recursive_turn(ROW, int depth) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
  if (depth)
    recursive_turn(other, to, at, depth - 1);
}

static void two_arrays(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(output on 'to')
    to[at[i]] = from[i] + i;
}
static void a_part(ROW) {
  for (int i = 0; i < N / 2; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
static void assigned(ROW, int turn) {
  if (turn)
    from = other;
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
static void set(const double **p) { *p = other; }
static void address_taken(ROW, int turn) {
  if (turn)
    set(&from);
  for (int i = 0; i < N; i++) // raddle: host(the extent of 'from' that the loop reaches is not known)
    ELEMENT;
}
static void of_thread(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}

/* Functions that are called by pointers, which stand in an initializer, a static local's, a choice, an argument. */
static void in_table(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
typedef void (*function)(double *, const double *, const int *);
static const struct {
  int n;
  function f;
} functions[] = {{1, 0}, {2, in_table}};
static void in_local_table(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
static void in_argument(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
static void by_address(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
static void chosen(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
static void call(function f) { f(other, third, idx); }
static void by_pointers(int n) {
  static function const local[] = {in_local_table, 0};
  in_table(out, in, idx), in_local_table(out, in, idx), in_argument(out, in, idx), by_address(out, in, idx);
  chosen(out, in, idx);
  functions[n + 1].f(other, third, idx);
  local[n](other, third, idx);
  call(in_argument);
  function f = &by_address, g = n ? in_argument : chosen;
  (*f)(other, third, idx);
  call(g);
}

/* Functions that are called where a scope ends, and by another name. */
struct vector {
  double v[N];
};
static void at_end(struct vector *to) {
  for (int i = 0; i < N; i++) // raddle: device
    to->v[i] += in[idx[i]];
}
static struct vector whole[1];
static void has_cleanup(void) {
  __attribute__((cleanup(at_end))) struct vector local = {{1}};
  at_end(whole);
  local.v[3] += 2;
}
static void renamed(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
void by_other_name(ROW) __attribute__((alias("renamed")));
static void labelled(ROW) __asm__("agreed_labelled");
static void labelled(ROW) {
  for (int i = 0; i < N; i++) // raddle: host(extent of 'from')
    ELEMENT;
}
void by_label(ROW) __asm__("agreed_labelled");

/* No prototype: what is passed need not be what the parameter is. */
static void old_style();
static void old_style(to, from) double *to;
const int *from;
{
  for (int i = 0; i < N; i++) // raddle: device
    to[i] += from[i];
}

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    in[i] = i * 0.25 - 3;
    idx[i] = (i * 37 + 5) % N;
    other[i] = i % 9;
    third[i] = 1 - i;
    wide[i] = i * i, wide[i + N] = -i;
    rows[i] = i - i % 3;
  }
  for (int i = 0; i < N; i++) // raddle: host('own' is thread-local)
    own[i] = 2 * i;
  rows[N] = N;
  rows_of(rows, idx, in, out, N);
  rows_of(rows, idx, in, out, N - 2);
  PRINT_HASH(out);
  chain(out, in, idx);
  PRINT_HASH(out);
  with_table(table, 20);
  PRINT_HASH(table);
  printf("%a\n", has_local());
  recursive(out, other, idx, 2);
  PRINT_HASH(out);
  recursive_turn(out, in, idx, 2);
  PRINT_HASH(other);
  two_arrays(out, third, idx);
  two_arrays(in, third, idx);
  two_arrays(shared, third, idx);
  PRINT_HASH(in);
  a_part(out, wide + 100, idx);
  a_part(out, wide + 100, idx);
  PRINT_HASH(out);
  assigned(out, in, idx, 0);
  assigned(out, in, idx, 1);
  PRINT_HASH(out);
  address_taken(out, in, idx, 0);
  address_taken(out, in, idx, 1);
  PRINT_HASH(out);
  of_thread(own, own, idx);
  PRINT_HASH(own);
  by_pointers(0);
  PRINT_HASH(out);
  PRINT_HASH(other);
  has_cleanup();
  PRINT_HASH(whole);
  renamed(out, in, idx);
  by_other_name(third, in, idx);
  PRINT_HASH(third);
  labelled(out, in, idx);
  by_label(shared, in, idx);
  PRINT_HASH(shared);
  old_style(out, idx);
  old_style(out, idx);
  PRINT_HASH(out);
  return 0;
}
