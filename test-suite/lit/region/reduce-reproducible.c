// --fp reproducible: whether a sum follows the tree may depend on what the program does, never on where the heap puts its arrays.
// RUN: %raddle emit --stage gpu --fp reproducible %s --remarks -o /dev/null 2>&1 | FileCheck %s

// Data decide how far x is read: what lies behind that may be the sum, or not.
// CHECK: loop in 'masked' stays on the host: reduction + on 's': {{.*}}; how far 'x' reaches into memory that may be another array's is not known before the loop
void masked(int n, const char *m, const double *x, double *s) {
  for (int i = 0; i < n; i++)
    if (m[i])
      *s += x[i];
}

// CHECK: loop in 'below_diagonal' stays on the host: reduction + on 's': {{.*}}; how far 'x' reaches
void below_diagonal(int n, const double (*x)[64], double *s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 64; j++)
      if (x[i][j] > 0)
        *s += x[i + 1][j];
}

// All of x is read: where it overlaps the sum, it does so in every run.
// CHECK: loop in 'all' runs on the device
void all(int n, const double *x, double *s) {
  for (int i = 0; i < n; i++)
    *s += x[i];
}

// The sum itself is one element, whether it is reached or not.
// CHECK: loop in 'some' runs on the device
void some(int n, const double *x, double *s) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      *s += x[i];
}

// No pointer reaches a variable whose address is not taken.
// CHECK: loop in 'to_a_variable' runs on the device
double to_a_variable(int n, const char *m, const double *x, double s) {
  for (int i = 0; i < n; i++)
    if (m[i])
      s += x[i];
  return s;
}

// CHECK: loop in 'promised' runs on the device
void promised(int n, const char *restrict m, const double *restrict x, double *restrict s) {
  for (int i = 0; i < n; i++)
    if (m[i])
      *s += x[i];
}

// An array of known extent is there up to its end.
// CHECK: loop in 'from_known' runs on the device
static double known[5000];
void from_known(int n, const int *place, double *s) {
  for (int i = 0; i < n; i++)
    *s += known[place[i]];
}

// Integers are the same in every order.
// CHECK: loop in 'integers' runs on the device
void integers(int n, const char *m, const int *x, int *s) {
  for (int i = 0; i < n; i++)
    if (m[i])
      *s += x[i];
}
