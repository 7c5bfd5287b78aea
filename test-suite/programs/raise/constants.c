// Local variables that have one value are that.

void initialized(int *a) {
  int m = 0, j = m, k = m + 1, far = 2 * k - j;
  for (int i = 0; i < 10; i++) // raise: nest
    a[k * i + j] = a[100 * far + i];
}

void assigned_once(int n, int *a) {
  int k, s;
  for (int t = 0; t < 3; t++) { // raise: nest
    s = 2;
    k = 0;
    for (int i = 0; i < n; i++) {
      k += s;
      a[k] = i;
    }
  }
}

// It is read before it is assigned, in the next iteration.
void not_first(int n, int *a) {
  int k;
  for (int i = 0; i < n; i++) { // raise: nest
    if (i > 0)
      a[i] = k;
    k = 5;
  }
}

unsigned wrapped(int *a) {
  unsigned char small = 300;
  unsigned large = -1;
  for (int i = 0; i < small; i++) // raise: nest
    a[i] = large;
  return large;
}
