// Choices and quotients are sets where the numbers are the source's, and any element where these may wrap, or are rounded upwards.
// RUN: %raddle explain %s | FileCheck %s

// The text of a long condition does not double with each term.
// CHECK: in 'all'
// CHECK: reads    b[i] for
void all(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = (i > 0 && i > 1 && i > 2 && i > 3 && i > 4 && i > 5 && i > 6 && i > 7 && i > 8 && i > 9 && i > 10 && i > 11 && i > 12 && i > 13 && i > 14 && i > 15 && i > 16 && i > 17 && i > 18 && i > 19 && i > 20 && i > 21 && i > 22 && i > 23 && i > 24 && i > 25 && i > 26 && i > 27) ? b[i] : 0;
}
// CHECK: in 'neither'
// A choice of truth values that is neither `&&` nor `||` is not taken for one.
// CHECK: reads    perhaps b[i] for 0 <= i < n
void neither(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = (i < 4 ? 0 : i > 2) ? b[i] : 0;
}
// A condition as a number is not understood.
// CHECK: in 'number'
// CHECK: reads    perhaps any element of b
void number(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = b[(i > 3) + 1];
}
// Beyond the greatest int, `(int)i` is negative: the bound has no sign.
// CHECK: in 'unsigned_index'
// CHECK: reads    perhaps b[i] for 0 <= i < n
void unsigned_index(unsigned n, double *restrict a, const double *restrict b) {
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)i < 0 ? b[i] : 0;
}
// CHECK: in 'signed_bound'
// CHECK: reads    b[i] for 3 <= i < n
void signed_bound(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = i > 2 ? b[i] : 0;
}
// CHECK: in 'last_one'
// CHECK: reads    b[i] for 3 <= i <= n
void last_one(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i <= n; i++)
    a[i] = i > 2 ? b[i] : 0;
}
// Sums without a sign wrap.
// CHECK: in 'wraps'
// CHECK: reads    perhaps any element of b
void wraps(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = b[i > 3 ? (unsigned)i - 4u : 0u];
}
// C rounds quotients of negative numbers upwards.
// CHECK: in 'negative'
// CHECK: reads    perhaps any element of b
void negative(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = b[(i - 5) / 2 + 2];
}
// CHECK: in 'quotient'
// CHECK: loops {{.*}} parallel
// CHECK: writes   a[
void quotient(int n, double (*restrict a)[10]) {
  for (int i = 0; i < 10 * 100; i++)
    a[i / 10][i % 10] = i;
}
// Two numbers have one remainder.
// CHECK: in 'remainders'
// CHECK: loops {{.*}} sequential
void remainders(int n, double *restrict a) {
  for (int i = 0; i < 1000; i++)
    a[i % 10] = i;
}
