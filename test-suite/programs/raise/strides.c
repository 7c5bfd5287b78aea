// Steps that are not constant, but do not change.

void up(int n, int s, int *a, int *b) {
  for (int i = 0; i < n; i += s) // raise: nest
    a[i] = b[i] + i;
}

void down(int n, int s, int *a) {
  for (int i = n; i >= 0; i -= s) // raise: nest
    a[i] = i;
}

void negative(int n, int s, int *a) {
  for (int i = n; i > 2; i += s) // raise: nest
    a[i] = i;
}

int kept(int n, int s, int *a) {
  int i;
  for (i = 1; i <= n; i = i + s) // raise: nest
    a[i] = 4;
  return i;
}

void nested(int n, int m, int s, int t, int *a) {
  for (int i = 0; i < n; i += s) // raise: nest
    for (int j = m; j > 0; j -= t)
      a[j] = i;
}

// Another variable steps along.
int along(int n, int s, int *a) {
  int k = 0;
  for (int i = s - 1; i < n; i += s) { // raise: nest
    k += 2;
    a[k] = i;
  }
  return k;
}

void wide(unsigned long n, unsigned long s, int *a) {
  for (unsigned long i = 0; i < n; i += s) // raise: nest
    a[i] = 3;
}

void unsigned_step(unsigned n, unsigned s, int *a) {
  for (unsigned i = 1; i < n; i += s) // raise: nest
    a[i] = 3;
}

static int block = 3;
void set_block(int n) { block = n & 7; }
void global(int n, double *a) {
  for (int i = 0; i <= n - block; i += block) // raise: nest
    a[i] = 1;
}

void early(int n, int m, int s, int *a) {
  for (int t = 0; t < m; t++) // raise: nest
    for (int i = 0; i < n; i += s) {
      if (a[i] == 3)
        break;
      a[i] = t;
    }
}

void changing(int n, int s, int *a) {
  for (int i = 0; i < n; i += s) { // raise: declined(step 'i += s' is not constant)
    s = s + 1;
    a[i] = 3;
  }
}

void from_memory(int n, int *s, int *a) {
  for (int i = 0; i < n; i += *s) // raise: declined(step 'i += *s' is not constant)
    a[i] = 3;
}

void triangle(int n, int s, int *a) {
  for (int j = 0; j < n; j++) // raise: nest
    for (int i = j; i < n; i += s)
      a[i] = j;
}
