// Scalars with several values, sums that are exact, last indices.

double reused(int n, double *a, double *b) {
  double t = 4;
  for (int i = 0; i < n; i++) { // raise: nest
    t = a[i] + b[i];
    a[i] = t * 2;
    t = t + b[i];
    b[i] = t;
    t = 3 * b[i];
  }
  return t;
}

int first_read(int n, int *a) {
  int t = 4;
  for (int i = 0; i < n; i++) { // raise: nest
    a[i] += t;
    t = a[i];
    a[i] += t;
    t = 2 * i;
  }
  return t;
}

float exact(double *a) {
  float s = 1;
  double t = 0.5;
  for (int i = 3; i < 60; i++) { // raise: nest
    a[i] = t * s;
    s += 2.0f;
    t -= 0.25;
    a[i] += s / t;
  }
  return s + t;
}

double rounded(double *a) {
  double t = 0;
  for (int i = 0; i < 60; i++) { // raise: nest
    t += 0.1;
    a[i] = t;
  }
  return t;
}

int last(int n, int *a) {
  int last = -1, other = 7;
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] < 0)
      last = i;
    if (a[i] > 2)
      other = i;
  }
  return last * 100 + other;
}
