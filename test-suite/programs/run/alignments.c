/* Typedefs that ask for another alignment than their type has: more of it costs nothing, less leaves the loop to the host. */
#include "hash.h"
#include <stdint.h>

typedef double more __attribute__((aligned(32)));
typedef double less __attribute__((aligned(1)));
typedef struct {
  int a;
  double b;
} record;
typedef record less_record __attribute__((aligned(2)));
typedef record more_record __attribute__((aligned(64)));

enum { N = 120 };
static char bytes[1 + N * sizeof(record)];
static double plain[N];
static less alone;

static void from_less(const less *p, int n) {
  for (int i = 0; i < n; i++) // raddle: host('...' is not memory that a nest can describe
    plain[i] += p[i];
}

static void members(less_record *p, int n) {
  for (int i = 0; i < n; i++) // raddle: host('...' is not memory that a nest can describe
    p->b += i + p->a;
}

static void one_less(int n) {
  for (int i = 0; i < n; i++) // raddle: host(element that its type's alignment does not fit
    alone += plain[i];
}

static double from_more(const more *scale, int n) {
  more local = *scale;
  more_record r = {n, *scale};
  for (int i = 0; i < n; i++) // raddle: device
    plain[i] = plain[i] * local + r.b;
  printf("%d %d\n", (int)((uintptr_t)&local & 31), (int)((uintptr_t)&r & 63));
  return plain[n - 1];
}

int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    plain[i] = i;
  for (int i = 0; i < N * 8; i++) // raddle: device
    bytes[i + 1] = i & 7 ? 0 : i;
  more scale = 0.5;
  printf("%g\n", from_more(&scale, N));
  from_less((less *)(bytes + 1), N);
  members((less_record *)(bytes + 1), N);
  one_less(N);
  printf("%g\n", alone);
  print_hash("bytes", bytes, sizeof bytes);
  PRINT_HASH(plain);
  return 0;
}
