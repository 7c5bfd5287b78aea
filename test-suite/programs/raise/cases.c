// Values that are not affine and have bounds: remainders, masks, choices. Conditions on remainders, and boundaries told by equations.

void ring(int n, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raise: nest
    b[i] = a[(i + 1) % n] - a[i == 0 ? n - 1 : i - 1];
}

void torus(int n, int m, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < m; j++) {
      int up = (i + 1) % n, left = (j - 1 + m) % m, right = j == m - 1 ? 0 : j + 1;
      b[i * m + j] = a[up * m + j] * 3 - a[i * m + left] + a[i * m + right] + a[up * m + left];
    }
}

void columns(int L, const int *restrict a, int *restrict b) {
  for (int x = 0; x < L; x++) // raise: nest
    for (int y = 0; y < L; y++)
      b[x + y * L] = a[(x + 1) % L + y * L] - a[x + ((y + L - 1) % L) * L];
}

void clamped(int n, int m, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < m; j++) {
      int y = i + 2 > n - 1 ? n - 1 : i + 2, x = j - 3 < 0 ? 0 : j - 3;
      b[i * m + j] = a[y * m + x];
    }
}

void negative(int n, const int *restrict a, int *restrict b) {
  for (int i = -n; i < n; i++) // raise: nest
    b[n + i] = a[n + i % n] + (i & 3);
}

void assigned_twice(int n, int m, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < m; j++) {
      int y = (i + 1) % n;
      if (a[i * m + j] > 3)
        y = i;
      b[i * m + j] = a[y * m + j];
    }
}

struct cell {
  int speed[3], wall;
};

void cells(unsigned n, unsigned m, const struct cell *restrict a, struct cell *restrict b) {
  for (unsigned i = 0; i < n; i++) // raise: nest
    for (unsigned j = 0; j < m; j++) {
      unsigned e = (j + 1) % m;
      b[i * m + j].speed[0] = a[i * m + e].speed[1];
      b[i * m + j].speed[2] = a[i * m + j].wall;
    }
}

void colours(int n, int m, int *a) {
  for (int i = 1; i < n - 1; i++) // raise: nest
    for (int j = 1; j < m - 1; j++) {
      if ((i + j) % 2 == 0)
        a[i * m + j] = a[(i - 1) * m + j] + a[i * m + j + 1];
      if ((i - j) & 1)
        a[i * m + j] -= 5;
      if (i % 3 == 1 || !(j % 3))
        a[i * m + j] += 2;
    }
}

void signs(int n, int *a) {
  for (int i = -n; i < n; i++) { // raise: nest
    if (i % 4 == -1)
      a[i + n] = 1;
    if (i % 4 == 3)
      a[i + n] += 2;
    if (i % 4)
      a[i + n] += 4;
    if ((i & 3) == 3)
      a[i + n] += 8;
    if (i % 4 != 2 && i % -3 == 1)
      a[i + n] += 16;
  }
}

void edges(int n, int m, const int *restrict a, int *restrict b) {
  for (int j = 0; j < n; j++) // raise: nest
    for (int i = 0; i < m; i++)
      if (i == 0 || i == m - 1 || j == 0 || j == n - 1)
        b[i + j * m] = a[i + j * m];
      else
        b[i + j * m] = a[i - 1 + j * m] + a[i + 1 + j * m] + a[i + (j - 1) * m] + a[i + (j + 1) * m];
}

void last_column(int n, int m, const int *restrict w, int *restrict s) {
  for (int i = 0; i < n; i++) { // raise: nest
    s[i] = w[i * m + m - 1];
    for (int j = 0; j < m - 1; j++)
      s[i] += w[i * m + j];
  }
}

void repeated(int n, int *a, int *b) {
  int most = -1000;
  for (int i = 0; i < n; i++) // raise: nest
    if (a[i] > most) {
      if (a[i] > most)
        most = a[i];
    }
  b[0] = most;
}

void gathered(int n, int m, const int *restrict at, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + a[at[j]];
}

void scattered(int n, int m, const int *restrict at, int *restrict b) {
  for (int i = 0; i < n; i++) { // raise: declined('b' is accessed in shapes that may overlap)
    for (int j = 0; j < m; j++) // raise: nest
      b[i * m + j] = j;
    b[at[i]] = 1;
  }
}
