/* Bounds, pointers and terms of subscripts in memory that a store of the nest might change: read once where it does not. */
#include "hash.h"

enum { N = 3000 };
int columns = N;
static int a[N + 8], b[N + 8];
static unsigned char text[N + 64];

struct buffer {
  int length;
  unsigned char *bytes;
};
struct rows {
  int n, m, shift;
  int *cells;
};

static void global_bound(int *out, const int *in) {
  for (int i = 0; i < columns; i++) // raddle: device
    out[i] = in[i] + 1;
}

static int behind_pointer(const int *n, int *out) {
  int rounds = 0;
  for (int i = 0; i < *n; i++) { // raddle: device
    out[i] = 7;
    rounds++;
  }
  return rounds;
}

static int downward(const int *first, int *out) {
  int rounds = 0;
  for (int i = *first; i >= 2; i -= 3) { // raddle: device
    out[i] = i;
    rounds++;
  }
  return rounds;
}

// Each byte is any object's.
static void bytes(struct buffer *p) {
  for (int i = 0; i < p->length; i++) // raddle: device
    p->bytes[i] = i * 3;
}

static void grid(struct rows *r) {
  for (int i = 0; i < r->n; i++) // raddle: device
    for (int j = 0; j < r->m; j++)
      r->cells[i * r->m + j + r->shift] = i - j;
}

// Where nobody knows what is written, a changing bound is not read once.
static void scattered(int *n, int *out, const int *at) {
  for (int i = 0; i < *n; i++) // raddle: host(may change in the nest)
    out[at[i]] = i;
}

int main(void) {
  for (int i = 0; i < N + 8; i++) // raddle: device
    a[i] = i * 5 % 97;
  global_bound(b, a);
  // The bound is the array's last element, its first, and one that the loop comes to.
  columns = 3;
  global_bound(&columns, a);
  printf("%d\n", columns);
  PRINT_HASH(b);
  int n = 2000;
  printf("%d", behind_pointer(&n, b));
  for (int at = 0; at < 1400; at += 400) { // raddle: host(call to 'printf')
    b[at] = 1200;
    printf(" %d", behind_pointer(&b[at], b));
  }
  b[1200] = 1200;
  printf(" %d", behind_pointer(b + 1200, b));
  b[1199] = 1200;
  printf(" %d\n", behind_pointer(b + 1199, b));
  PRINT_HASH(b);
  b[5] = 2990;
  printf("%d", downward(b + 5, b));
  b[1] = 2990;
  printf(" %d\n", downward(b + 1, b));
  PRINT_HASH(b);
  struct buffer outside = {N, text};
  bytes(&outside);
  PRINT_HASH(text);
  struct buffer *inside = (struct buffer *)text;
  inside->length = N;
  inside->bytes = text + 16;
  bytes(inside);
  inside->bytes = 0;
  PRINT_HASH(text);
  unsigned char *start = text;
  inside->length = 40;
  inside->bytes = start;
  bytes(inside);
  inside->bytes = 0;
  PRINT_HASH(text);
  struct rows rows = {40, 30, 0, a};
  grid(&rows);
  PRINT_HASH(a);
  rows = (struct rows){4, 5, 1, &rows.shift};
  rows.cells = a;
  rows.m = -3;
  grid(&rows);
  PRINT_HASH(a);
  int order[20];
  for (int i = 0; i < 20; i++) // raddle: device
    order[i] = 19 - i;
  a[12] = 20;
  scattered(&a[12], &a[0], order);
  PRINT_HASH(a);
  return 0;
}
