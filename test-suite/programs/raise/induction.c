// Variables that loops step: their values are written in terms of the indices.

void strided(int n, double *a, double *b) {
  int k = 3;
  for (int i = 0; i < n; i++) { // raise: nest
    a[k] = b[i];
    k += 2;
  }
  a[0] = k;
}

// Fig 4.9 of Par4All: k is i + j.
int figure(int n, int *a) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    k = i;
    for (int j = 0; j < 8; j++) {
      a[k++] = j;
    }
  }
  return k;
}

// And its second loop, which must count down to `--k`.
int figure_down(int n, int *a) {
  int k = n;
  for (int i = 0; i < n; i++) { // raise: nest
    a[--k] = i;
  }
  return k;
}

int after_and_before(int n, int *a) {
  unsigned k = 5, m = 70;
  for (int i = 2; i <= n; i++) { // raise: nest
    a[k++] = i;
    a[m--] = i;
    ++k;
  }
  return k * 100 + m;
}

// The whole nest counts: k is i * m + j.
long linear(int n, int m, double *a, double *b) {
  long k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    for (int j = 0; j < m; j++) {
      a[k] = b[j] + i;
      k++;
    }
  }
  return k;
}

long constant_counts(int n, double *a) {
  long k = 1;
  for (int i = n; i > 0; i--) { // raise: nest
    a[k] = i;
    for (int j = 10; j >= 0; j--)
      a[k++] = j;
    k++;
  }
  return k;
}

// An index is not divided.
long thirds(int n, double *a) {
  long k = 1;
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 10; j >= 0; j -= 3)
      a[k++] = j;
  return k;
}

// An inner loop that may not run hides what follows it, but its own uses are right.
int hidden(int n, int m, int *a) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    for (int j = 0; j < m; j++)
      k++;
    a[i] = k;
  }
  return k;
}

int triangular(int n, int *a) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    for (int j = i; j < n; j++)
      a[k++] = i - j;
  }
  return k;
}

int two_in_the_header(int n, int *a) {
  int i, k, m;
  for (i = 0, k = 2, m = n; i < n; i++, k += 2, --m) { // raise: nest
    a[k] = m;
  }
  return i + k + m;
}

int declared_in_the_header(int n, int *a) {
  for (int i = 0, k = 9; i < n; k++, i++) { // raise: nest
    a[k] = i;
  }
  return n;
}

void walks(int n, double *a, double *b) {
  double *p = a, *q = b + 2 * n;
  for (int i = 0; i < n; i++) { // raise: nest
    *p++ = *--q;
    q--;
  }
  *p = 1;
}

// Steps that depend on data or are not run each time stay what they are.
int packs(int n, int *a, int *b) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] > 0)
      b[k++] = a[i];
  }
  return k;
}

int skips(int n, int *a, int *b) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] > 0)
      continue;
    b[k++] = i;
  }
  return k;
}

int perhaps(int n, int *a, int *b) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    a[i] = b[i] && k++;
  }
  return k;
}

// 32 bits wrap, and the sum is taken in 64.
unsigned wraps(int n, int *a) {
  unsigned k = 4294967290u;
  for (int i = 0; i < n; i++) { // raise: nest
    a[k % 16] = i;
    k += 7;
  }
  return k;
}

int steps_of_three(int n, int *a) {
  int k = 0, m = 0;
  for (int i = 1; i < n; i += 3) { // raise: nest
    a[k] = i;
    k += 6;
    a[m + 64] = i;
    m += 2;
  }
  return k + m;
}

int bound_changes_later(int n, int *a) {
  int k = n;
  n = 3;
  for (int i = 0; i < n; i++) { // raise: nest
    a[k++] = i;
  }
  return k;
}

void sizes(int n, int *a) {
  int k = 1;
  for (int i = 0; i < n; i++) { // raise: declined(variable 't' has type)
    int t[k];
    t[0] = i;
    a[i] = t[0] + sizeof t;
    k++;
  }
}

// Both branches step by two, in their own ways.
void in_both_branches(int n, int *a, int *b) {
  int k = -1;
  for (int i = 0; i < n; i++) { // raise: nest
    if (b[i] > 0) {
      k++;
      a[k] = 3;
      k++;
    } else {
      a[k + 1] = 4;
      k += 2;
    }
    b[i] = k;
  }
}

int coupled(int n, int *a, int *b) {
  int j = -1, k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    k = j + 1;
    a[i] = b[k] - 2;
    j = k + 2;
    b[k] = a[i] + j;
  }
  return j * 100 + k;
}

void in_one_branch(int n, int *a, int *b) {
  int k = 0;
  for (int i = 0; i < n; i++) { // raise: nest
    if (b[i] > 0)
      k++;
    else
      k += 2;
    a[i] = k;
  }
}
