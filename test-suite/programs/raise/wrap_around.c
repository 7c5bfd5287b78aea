// Values of the iteration before.

static double b[64], c[64];
void fill(void) {
  for (int i = 0; i < 64; i++) { // raise: nest
    b[i] = i * 0.5;
    c[i] = 9 - i;
  }
}

double loaded(int n, double *restrict a) {
  double x = b[63];
  for (int i = 0; i < n; i++) { // raise: nest
    a[i] = (b[i] + x) * 0.5;
    x = b[i];
  }
  return x;
}

int of_the_index(int n, int *a) {
  int before = n - 1, first = n - 2;
  for (int i = 0; i < n; i++) { // raise: nest
    a[i] = before * 100 + first;
    first = before;
    before = i;
  }
  return before + first;
}

void computed(int n, int *a) {
  int t = 0;
  for (unsigned i = 3; i < n; i++) { // raise: nest
    int s = i * i + n;
    a[i] = s + t;
    t = s;
  }
}

void down(int n, int *a) {
  int t = 7;
  for (long i = n; i > 0; i--) { // raise: nest
    a[i] = t;
    if (a[i] > 4)
      a[i] -= t;
    t = 3 * i;
  }
}
