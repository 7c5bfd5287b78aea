// Pointers, arrays, strings, function pointers, address arithmetic, statics and globals.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int later[];
int *const through = later + 2;
static int counter(void) {
  static int n = 10;
  static char tag[4] = "ab";
  tag[0]++;
  return n++ + tag[0];
}
int later[5] = {1, 2, 3, 4, 5};
_Thread_local int local_to_thread = 3;

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static binary choose(int c) { return c ? add : &sub; }
static binary table[] = {add, sub};
static int apply(int f(int, int), int a, int b) { return f(a, b) + (*f)(a, b) + (**f)(b, a); }

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static long differences(int *a, int *b, char *c) {
  return (b - a) * 100 + (c - (char *)a) + (a < b) + (a != b) * 2 + (a == NULL) + !b;
}

static unsigned walk(const char *s) {
  unsigned n = 0;
  while (*s) n = n * 31 + *s++;
  for (const char *p = s - 1; p >= s - 3; --p) n ^= *p;
  return n;
}

static int matrix(int m[3][4], int (*row)[4], int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) s += m[i][j] * row[i][j] + *(*(m + i) + j) + i[m][j];
  return s + sizeof m[0] + (row + 1 == m + 1);
}

static void modify(int **pp, int v) {
  **pp = v;
  *pp += 1;
  (*pp)[0] = v + 1;
  *++*pp = v + 2;
}

static int variable(int n, int m, double a[n][m]) {
  int s = sizeof(a[0]);
  double (*p)[m] = a + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = i * 10 + j;
  s += p[0][1] + (*p)[2] + p[-1][1] + (&a[2][0] - &a[0][0]);
  m = 1;
  return s + (int)a[2][1];
}

static int vla(int n) {
  int total = 0;
  for (int i = 1; i <= n; i++) {
    int a[i], b[2][i + 1];
    for (int j = 0; j < i; j++) a[j] = b[1][j] = j * i;
    if (i == 3) continue;
    int c[i];
    c[i - 1] = a[i - 1];
    total += c[i - 1] + b[1][i - 1] + sizeof a + sizeof b;
    if (i == 7) break;
  }
  return total;
}

static void *memory(size_t n) {
  char *p = malloc(n);
  memset(p, 'x', n);
  memcpy(p + 2, "hello", 5);
  memmove(p + 1, p + 2, 5);
  p[n - 1] = 0;
  return p;
}

static int integers(void *p) {
  size_t n = (size_t)p;
  void *q = (void *)(n + 8);
  return (char *)q - (char *)p + (p ? 1 : 0) + (_Bool)q + (p == (void *)n);
}

static int volatiles(volatile int *v) {
  *v = *v + 1;
  (*v)++;
  *v;
  return *v;
}

static int turns;
static int index_of(int i) {
  turns = turns * 10 + 1;
  return i;
}
static int *pointer_to(int *p) {
  turns = turns * 10 + 2;
  return p;
}

// Also with the index first, operands are evaluated from left to right.
static int index_first(int *p) {
  int v = index_of(1)[pointer_to(p)];
  index_of(2)[pointer_to(p)] += pointer_to(p)[index_of(0)];
  return v + (0)[p];
}

// The empty initializer of C23.
static int cleared(int n) {
  int dirty[n], sum = 0;
  for (int i = 0; i < n; i++) dirty[i] = i + 1;
  for (int turn = 0; turn < 2; turn++) {
    int v[n] = {}, w[n][3] = {};
    for (int i = 0; i < n; i++) sum += v[i] + w[i][2], v[i] = w[i][2] = dirty[i];
  }
  return sum;
}

int main(void) {
  int a[6] = {5, 3, [4] = 9}, *p = a;
  printf("%d %d %d\n", counter(), counter(), counter());
  printf("%d %d %d\n", *through, later[4], local_to_thread++ + local_to_thread);
  printf("%d %d %d %d\n", choose(1)(5, 3), choose(0)(5, 3), table[1](9, 4), apply(sub, 10, 4));
  qsort(a, 6, sizeof *a, compare);
  for (size_t i = 0; i < sizeof a / sizeof *a; i++) printf("%d ", a[i]);
  printf("%ld\n", differences(a, a + 4, (char *)(a + 2) + 1));
  printf("%u %td\n", walk("differential"), &a[5] - p);
  int m[3][4] = {{1, 2}, {[2] = 3}, {4, 5, 6, 7}};
  printf("%d\n", matrix(m, m, 3));
  modify(&p, 77);
  printf("%d %d %d\n", a[0], a[1], a[2]);
  double d[3][4];
  printf("%d %d\n", variable(3, 4, d), vla(9));
  char *text = memory(12);
  puts(text);
  free(text);
  int v = 5;
  printf("%d %d\n", integers(a), volatiles(&v));
  const char *strings[] = {"a\0b", "caf\xc3\xa9", __func__, "long " "joined"};
  for (int i = 0; i < 4; i++) printf("%s %zu\n", strings[i], strlen(strings[i]));
  printf("%d %zu %c\n", "abc" [1], sizeof "abc", *("xyz" + 2));
  int from_index[] = {3, 4, 5};
  printf("%d", index_first(from_index));
  printf(" %d %d\n", turns, from_index[2]);
  printf("%d\n", cleared(50));
  return 0;
}
