// Arithmetic that wraps: proven not to, checked before the nest, or declined.

typedef unsigned long size;

void plain(unsigned n, int *a) {
  for (unsigned i = 0; i < n; i++) // raise: nest
    a[i] = i;
}

void neighbours(unsigned n, int *a) {
  for (unsigned i = 1; i < n - 1; i++) // raise: nest
    a[i] = a[i - 1] + a[i + 1];
}

void sum_in_test(unsigned n, int *a) {
  for (unsigned i = 0; i + 1 < n; i++) // raise: nest
    a[i] = a[i + 1];
}

void size_index(size n, int *a) {
  for (size i = 0; i < n; i++) // raise: nest
    a[i] = 1;
}

void int_bound(int n, int *a) {
  for (size i = 0; i < n; i++) // raise: nest
    a[i] = 1;
}

void long_bound(long n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = 1;
}

void inclusive(unsigned n, int *a) {
  for (unsigned i = 0; i <= n; i++) // raise: nest
    a[i] = 1;
}

void always_true(int *a) {
  for (unsigned i = 5; i >= 0; i--) // raise: declined(loop index 'i' may wrap)
    a[i] = 1;
}

void down_to_one(unsigned n, int *a) {
  for (unsigned i = n; i > 0; i--) // raise: nest
    a[i - 1] = 1;
}

void down_past_zero(unsigned n, int *a) {
  for (unsigned i = n; i > 0; i -= 2) // raise: declined(loop index 'i' may wrap)
    a[i] = 1;
}

void narrow_index(int n, int *a) {
  for (unsigned char i = 0; i < n; i++) // raise: nest
    a[i] = 1;
}

void endless_narrow_index(int *a) {
  for (unsigned char i = 0; i < 300; i++) // raise: declined(loop index 'i' may wrap)
    a[i] = 1;
}

void signed_char(int *a) {
  for (signed char i = -5; i < 127; i++) // raise: nest
    a[i] = 1;
}

void negative_step(long n, short *a) {
  for (short i = 100; i > n; i -= 7) // raise: nest
    a[i] = i;
}

// The subscript wraps around: it stays an expression.
void narrowed_subscript(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[(unsigned char)(i * 3)] = i;
}

void linearized(size n, size m, double *a) {
  for (size i = 0; i < n; i++) // raise: nest
    for (size j = 0; j < m; j++)
      a[i * m + j] = 0;
}
