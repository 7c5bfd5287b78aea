// One object by several names, types or fields: loops that reach it twice keep their order, on the device where
// a check at run time says that they may.
#include "hash.h"

enum { N = 2000, ROWS = 40, COLUMNS = 50 };
int a[N + 1], labelled[N + 1];
extern int b[N + 1] __attribute__((alias("a")));
extern int c[N + 1] __asm__("labelled");
static int hidden[N + 1];
extern int public[N + 1] __attribute__((alias("hidden")));
int count = N;
extern int same_count __attribute__((alias("count")));

static void by_alias(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    b[i + 1] = a[i] + 1;
}

static void by_label(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    c[i + 1] = labelled[i] + 1;
}

// Others know the array's address by the alias.
static void by_pointer(int *p, int n) {
  for (int i = 0; i < n; i++) // raddle: device
    p[i + 1] = hidden[i] + 1;
}

static int changed_bound(void) {
  int rounds = 0;
  for (int i = 0; i < count; i++) { // raddle: device
    same_count--;
    rounds++;
  }
  return rounds;
}

typedef float __attribute__((may_alias)) any_float;

static int by_type(any_float *to, const int *n) {
  int rounds = 0;
  for (int i = 0; i < *n; i++) { // raddle: device
    to[i] = 0.0f;
    rounds++;
  }
  return rounds;
}

struct message {
  unsigned char bytes[0];
  int length, words[100];
};

static int by_field(struct message *m) {
  int rounds = 0;
  for (int i = 0; i < m->length; i++) { // raddle: host(may change in the nest)
    m->bytes[i] = 0;
    rounds++;
  }
  return rounds;
}

static int table[ROWS][COLUMNS];

static void all_rows(void) {
  int *p = &table[0][0];
  for (int i = 0; i < N; i++) // raddle: device
    p[i] = i;
  for (int i = 1; i < ROWS; i++) // raddle: device
    for (int j = 0; j < COLUMNS; j++)
      p[i * COLUMNS + j] += table[i - 1][j];
}

int main(void) {
  static struct message m = {.length = 300};
  by_alias(N);
  by_label(N);
  by_pointer(public, N);
  printf("%d %d %d\n", a[N], labelled[N], hidden[N]);
  printf("%d %d\n", changed_bound(), by_field(&m));
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = 1500;
  printf("%d\n", by_type((any_float *)a, a + 700));
  all_rows();
  PRINT_HASH(table);
  return 0;
}
