// Long conditions of choices take no time: their texts do not double with each term.
// RUN: %raddle explain %s | FileCheck %s

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
