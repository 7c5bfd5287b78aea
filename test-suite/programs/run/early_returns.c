// Helpers with several returns: their bodies stand for the calls in loops.
#include "hash.h"

enum { N = 3000 };
static int a[N], b[N], c[N];
static double x[N], y[N];

// A local that is assigned before an early return.
static int maximum(int p, int q, int r) {
  int k;
  if (p <= q)
    k = q;
  else
    k = p;
  if (k <= r)
    return r;
  return k;
}

static int nested(int p, int q) {
  int k = p * 3;
  if (p > 10) {
    if (q > 5)
      return k + 1;
    k -= q;
    if (k & 1) {
      k += 2;
      if (k % 3 == 0)
        return k;
    } else
      return -k;
  }
  k ^= q;
  return k;
}

static void clamp(int *p, int lo, int hi) {
  if (*p < lo) {
    *p = lo;
    return;
  }
  if (*p > hi)
    *p = hi;
}

static double sum_of_powers(double v, int n) {
  double s = 0, t = 1;
  if (n < 0)
    return -1;
  for (int k = 0; k < 4; k++) { // raddle: host(
    s += t;
    t *= v;
  }
  if (s > 100)
    return 100;
  return s;
}

// Loops and switches that a return leaves.
static int search(const int *p, int n, int wanted) {
  for (int k = 0; k < n; k++) { // raddle: host(
    if (p[k] == wanted)
      return k;
    switch (p[k] & 7) {
    case 5:
      return -k;
    case 6:
      if (k & 1)
        return 1000;
    case 7:
      k++;
      break;
    default:;
    }
  }
  return -1;
}

static int kind(int v) {
  switch (v % 5) {
  case 0:
    return 3;
  case 1:
  case 2:
    v += 7;
    break;
  case 3:
    if (v > 50)
      return v;
    v = -v;
  default:
    v *= 2;
  }
  return v + 1;
}

static double outer(double v, int n) {
  double s = sum_of_powers(v, n);
  if (s < 2)
    return s * maximum(n, 2, 3);
  return sum_of_powers(s / 100, n) + s;
}

static int calls;
static int counted(int v) {
  if (v < 3)
    return 0;
  calls++;
  return v;
}

static int n_down;
static int counts_down(int v) {
  n_down++;
  return v < 1 ? n_down : counts_down(v - 1);
}
static int recursive(int v) { return v < 2 ? 1 : recursive(v - 1) + v; }

static int remembers(int v) {
  static int last;
  if (v & 1)
    return last;
  last = v;
  return v + 1;
}

static int jumps(int v) {
  if (v > 4)
    goto out;
  v++;
out:
  return v;
}

static int volatile_local(int v) {
  volatile int w = v;
  return w + w;
}

static int variable(int n, ...) { return n; }

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = (i * 37) % 101;
    b[i] = (i * 53) % 89 - 20;
    x[i] = (i % 17) * 0.3;
  }
  for (int i = 1; i < N - 1; i++) // raddle: device
    c[i] = maximum(a[i - 1], b[i], a[i + 1]);
  PRINT_HASH(c);
  // Inside of larger expressions, under conditions, in conditions.
  for (int i = 1; i < N - 1; i++) // raddle: device
    c[i] = 2 * maximum(a[i], b[i], 7) + (b[i] > 0 ? nested(a[i], b[i]) : nested(b[i], maximum(a[i], 1, 2)));
  PRINT_HASH(c);
  for (int i = 1; i < N - 1; i++) // raddle: device
    if (a[i] > 3 && maximum(a[i], b[i], 30) == 30)
      c[i] = nested(c[i], i);
    else if (b[i] < 2 || nested(a[i], b[i]) > 100)
      c[i]++;
  PRINT_HASH(c);
  for (int i = 0; i < N; i++) // raddle: device
    clamp(&c[i], -30, 40);
  PRINT_HASH(c);
  for (int i = 0; i < N; i++) { // raddle: device
    int k = i, m = maximum(k, a[i], 5), n = nested(k++, m);
    clamp(&n, -5, 5);
    c[i] = n + k;
  }
  PRINT_HASH(c);
  for (int i = 0; i < N; i++) // raddle: device
    y[i] = outer(x[i], a[i] - 10);
  PRINT_HASH(y);
  for (int i = 0; i < N - 30; i++) // raddle: device
    c[i] = search(&a[i], 30, b[i]) + kind(a[i]) * kind(b[i]);
  PRINT_HASH(c);
  for (int i = 0; i < N - 30; i++) { // raddle: device
    int k = 0, t = a[i];
    while (kind(t) < maximum(40, a[i], b[i]) && k < 9) {
      t++;
      if (kind(t) == 12)
        continue;
      k++;
    }
    c[i] += t;
  }
  PRINT_HASH(c);
  for (int i = 0; i < N; i++) // raddle: device
    c[i] = counted(a[i]);
  for (int i = 0; i < 20; i++) // raddle: threads(call to 'recursive', a function of the program)
    c[i] = recursive(i);
  for (int i = 0; i < N; i++) // raddle: host(call to 'remembers', whose body cannot replace it: its variable 'last' is static)
    c[i] += remembers(a[i]);
  for (int i = 0; i < N; i++) // raddle: device
    c[i] += jumps(a[i]);
  for (int i = 0; i < N; i++) // raddle: host(its variable 'w' is volatile or atomic)
    c[i] += volatile_local(a[i]);
  for (int i = 0; i < N; i++) // raddle: host(it has a variable number of arguments)
    c[i] += variable(a[i], 1);
  // The other call is not to blame.
  for (int i = 0; i < N; i++) // raddle: host(call to 'counts_down', whose body cannot replace it: it calls itself)
    c[i] += maximum(a[i], b[i], 1) + counts_down(3);
  // Two calls that count, and an operand that the calls change.
  for (int i = 0; i < N; i++) // raddle: host(it may change memory, inside of an expression)
    c[i] = calls + counted(a[i]);
  for (int i = 0; i < N; i++) // raddle: host(it may change memory, inside of an expression)
    c[i] += counted(a[i]) + counted(b[i]);
  PRINT_HASH(c);
  printf("%d\n", calls);
  return 0;
}
