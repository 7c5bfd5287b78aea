/* Forward jumps inside of parallel iterations. */
#include "hash.h"

enum { N = 700 };
static double a[N + 1], b[N + 1], c[N + 1], d[N + 1], e[N + 1];
static int kind[N], out[N];

static void fill(void) {
  for (int i = 0; i <= N; i++) { // raddle: device
    a[i] = (i * 37 % 101) - 50;
    b[i] = (i * 53 % 97) - 40;
    c[i] = (i * 11 % 29) * 0.5;
    d[i] = (i * 7 % 13) - 6;
    e[i] = i * 0.25;
  }
  for (int i = 0; i < N; i++) // raddle: device
    kind[i] = i * 31 % 7;
}

int main(void) {
  fill();
  for (int i = 0; i < N; i++) { // raddle: device
    if (a[i] > 0)
      goto positive;
    b[i] = -b[i] + d[i] * d[i];
    if (b[i] <= a[i])
      goto both;
    c[i] += d[i] * e[i];
    goto both;
  positive:
    c[i] = -c[i] + e[i] * e[i];
  both:
    a[i] = b[i] + c[i] * d[i];
  }
  PRINT_HASH(a);
  PRINT_HASH(b);
  PRINT_HASH(c);

  for (int i = 0; i < N; i++) { // raddle: device
    switch (kind[i]) {
    case 1:
      goto one;
    case 2:
      goto two;
    case 3:
    case 6:
      a[i] = 1;
      goto three;
    case 4:
      continue;
    }
  one:
    a[i] += b[i] * b[i];
    goto end;
  two:
    a[i] += c[i] * c[i];
    goto end;
  three:
    a[i] += d[i] * d[i];
  end:
    e[i] = a[i];
  }
  PRINT_HASH(a);
  PRINT_HASH(e);

  for (int i = 0; i < N; i++) { // raddle: device
    int n = kind[i];
    if (n > 4) {
      n *= 3;
      if (d[i] > 2)
        goto store;
      n += 100;
    } else if (n == 0) {
      goto skip;
    }
    int end = n;
    for (int k = 0; k < end; k++) {
      if (k == kind[i])
        continue;
      if (b[k] > 20)
        goto counted;
      n += 7;
    counted:
      n += k & 1;
      if (n > 60)
        break;
    }
  store:
    out[i] = n;
  skip:
    out[i] += i;
  }
  PRINT_HASH(out);

  int last;
  for (last = 0; last < N; last++) { // raddle: device
    if (e[last] < 0)
      goto next;
    e[last] = 3;
  next:;
  }
  printf("%d\n", last);
  PRINT_HASH(e);

  /* Out of the loop. */
  for (last = 0; last < N; last++) // raddle: host('goto' in the loop)
    if (a[last] > 40)
      goto found;
found:
  printf("%d\n", last);
  return 0;
}
