// Branches that meet in memory become two conditions.

static double a[80], b[80], c[80], d[80];
void fill(int n) {
  for (int i = 0; i < 80; i++) { // raise: nest
    a[i] = i;
    b[i] = 4 - i % 7;
    c[i] = i % 5;
    d[i] = n;
  }
}

double other_elements(int n) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (b[i] < 0)
      c[i + 1] = a[i] + d[i];
    else
      a[i] = c[i] * d[i];
  }
  return a[3] + c[4];
}

// The condition reads what the loop writes, so its value may be another one the second time.
double changed(int n) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] < 2)
      a[i] = c[i + 1];
    else
      c[i] = a[i];
  }
  return a[3] + c[4];
}
