/* Global and static arrays and scalars, static locals, tentative definitions, thread-local and constant data. */
#include "hash.h"

enum { N = 100 };
double tentative[N];
double tentative[N];
int size = N;
static float table[N] = {1, 2, 3};
const int coefficients[4] = {1, -2, 3, -4};
_Thread_local int local_to_thread[N];
static const char *const label = "label"; // Clang leaves it out where it folds all its reads.
int single;

static double *remember(double x) {
  static double seen[N];
  static int count;
  for (int i = 0; i < N; i++) // raddle: device
    seen[i] += x * count;
  count++;
  return seen;
}

static int labelled(int *a) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = 3 * i;
  return label[1] + a[7];
}

static double *remember_too(double x) {
  static double seen[N];
  for (int i = 0; i < size; i++) // raddle: device
    seen[i] = x - i;
  return seen;
}

int main(void) {
  for (int i = 0; i < size; i++) // raddle: device
    tentative[i] = coefficients[i % 4] * i;
  for (int i = 3; i < N; i++) // raddle: device
    table[i] = i * 0.125f;
  for (int i = 0; i < N; i++) // raddle: host('local_to_thread' is thread-local)
    local_to_thread[i] = i ^ 5;
  for (int i = 0; i < N; i++) // raddle: host(reduction + on 'single')
    single += i;
  double *a = remember(1.5), *b = remember_too(2);
  remember(0.25);
  int labels[N];
  single += labelled(labels);
  print_hash("a", a, sizeof(double) * N);
  print_hash("b", b, sizeof(double) * N);
  PRINT_HASH(tentative);
  PRINT_HASH(table);
  PRINT_HASH(local_to_thread);
  printf("%d\n", single);
  return 0;
}
