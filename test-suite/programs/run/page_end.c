/* Arrays that end where memory ends, behind subscripts that could reach further but do not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
/* The last `size` bytes before a page that nobody may touch. */
static void *ending(size_t size) {
  size_t page = sysconf(_SC_PAGESIZE), room = (size + page - 1) / page * page;
  char *p = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect(p + room, page, PROT_NONE))
    exit(2);
  return p + room - size;
}
static void ring(int n, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raddle: device
    b[i] = a[i % 1000] + 1;
}
static void rows(int n, int m, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raddle: device
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[(i % 1000) * m + j] + 1;
}
static void scattered(int n, int *restrict a, const int *restrict b) {
  for (int i = 0; i < n; i++) // raddle: host(output on 'a')
    a[(i * 3) & 1023] = b[i];
}
static void window(int n, int at, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raddle: device | threads(extent of)
    b[i] = a[(i + at) & 255] + a[i];
}
static unsigned sum(const int *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) // raddle: host(anti on 's')
    s = s * 3 + a[i];
  return s;
}
int main(void) {
  int *a = ending(20 * sizeof *a), *b = ending(20 * sizeof *b), *c = ending(58 * sizeof *c);
  for (int i = 0; i < 20; i++) // raddle: device
    a[i] = i * i;
  ring(20, a, b);
  printf("%u\n", sum(b, 20));
  rows(5, 4, a, b);
  printf("%u\n", sum(b, 20));
  memset(c, 0, 58 * sizeof *c);
  scattered(20, c, b);
  printf("%u\n", sum(c, 58));
  window(10, 10, c, b);
  printf("%u\n", sum(b, 20));
  return 0;
}
