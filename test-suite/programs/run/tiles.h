/* Dense products in all shapes, over elements of type T; NAME makes names of it. With ALL also those
 * whose shape says nothing new of another type. */

static void NAME(ijk)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(ikj)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(of_rows)(int ni, int nj, int nk, T a[ni][nk], T b[nj][nk], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        c[i][j] += a[i][k] * b[j][k];
}

static void NAME(summed)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      T sum = 0;
      for (int k = 0; k < nk; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

static void NAME(kept)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < nk; k++) {
      T value = a[i][k] * 2;
      for (int j = 0; j < nj; j++)
        c[i][j] += value * b[k][j];
    }
}

static void NAME(lower)(int ni, int nk, T a[ni][nk], T c[ni][ni]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < nk; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += a[i][k] * a[j][k];
}

static void NAME(in_place_upwards)(int ni, int nj, T a[ni][ni], T b[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = i + 1; k < ni; k++)
        b[i][j] += a[k][i] * b[k][j];
}

static void NAME(paths)(int n, T p[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        p[i][j] = p[i][j] < p[i][k] + p[k][j] ? p[i][j] : p[i][k] + p[k][j];
}

static void NAME(least)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++) {
        T sum = a[i][k] + b[k][j];
        c[i][j] = sum < c[i][j] ? sum : c[i][j];
      }
}

static void NAME(filter)(int n, int m, int w, T in[n + w][m + w], T weights[w][w], T out[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int r = 0; r < w; r++)
        for (int s = 0; s < w; s++)
          out[i][j] += in[i + r][j + s] * weights[r][s];
}

static void NAME(of_pointers)(int ni, int nj, int nk, T **a, T **b, T **c) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        c[i][j] += a[i][k] * b[k][j];
}

#ifdef ALL
// The other orders of the loops.
static void NAME(jik)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int j = 0; j < nj; j++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(jki)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int j = 0; j < nj; j++)
    for (int k = 0; k < nk; k++)
      for (int i = 0; i < ni; i++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(kij)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int k = 0; k < nk; k++)
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(kji)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int k = 0; k < nk; k++)
    for (int j = 0; j < nj; j++)
      for (int i = 0; i < ni; i++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(of_columns)(int ni, int nj, int nk, T a[nk][ni], T b[nk][nj], T c[ni][nj]) {
  for (int k = 0; k < nk; k++)
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++)
        c[i][j] += a[k][i] * b[k][j];
}

static void NAME(transposed)(int ni, int nj, int nk, T a[nk][ni], T b[nj][nk], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        c[i][j] -= a[k][i] * b[j][k];
}

static void NAME(into_columns)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[nj][ni]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        c[j][i] += a[i][k] * b[k][j];
}

static void NAME(summed_and_scaled)(int ni, int nj, int nk, T a[ni][nk], T b[nj][nk], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      T sum = c[i][j] * 2;
      for (int k = 0; k < nk; k++)
        sum -= a[i][k] * b[j][k];
      c[i][j] = 3 * sum + c[i][j];
    }
}

static void NAME(summed_in_triangle)(int ni, int nj, int nk, T a[ni][nk], T b[ni][nk], T c[ni][ni]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < i; j++) {
      T sum = 1, other = 2;
      for (int k = 0; k < nk; k++) {
        sum += a[i][k] * b[j][k];
        other -= a[j][k];
      }
      c[i][j] = sum * other;
    }
}

static void NAME(kept_twice)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++) {
    T first = a[i][0];
    for (int k = 0; k < nk; k++) {
      T value = a[i][k] - first;
      for (int j = 0; j < nj; j++)
        c[i][j] += value * b[k][j] + first;
    }
  }
}

// What is kept would not be the same again.
static void NAME(kept_of_sums)(int ni, int nj, int nk, T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < nk; k++) {
      T value = c[i][k % nj] * (T)0.25;
      for (int j = 0; j < nj; j++)
        c[i][j] += value * b[k][j] * (T)0.03125;
    }
}

static void NAME(upper)(int ni, int nk, T a[nk][ni], T c[ni][ni]) {
  for (int i = 0; i < ni; i++)
    for (int j = i + 1; j < ni; j++)
      for (int k = 0; k < nk; k++)
        c[i][j] += a[k][i] * a[k][j];
}

static void NAME(sum_of_two)(int ni, int nk, T a[ni][nk], T b[ni][nk], T c[ni][ni]) {
  for (int i = 0; i < ni; i++) {
    for (int j = 0; j <= i; j++)
      c[i][j] *= 2;
    for (int k = 0; k < nk; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += a[j][k] * 3 * b[i][k] + b[j][k] * 3 * a[i][k];
  }
}

static void NAME(trapezoid)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj && j < i + 9; j++)
      for (int k = 0; k < nk; k++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(starts_late)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 1; i < ni; i++)
    for (int k = 2; k < nk; k++)
      for (int j = 3; j < nj - 2; j++)
        c[i][j] += a[i - 1][k] * b[k - 2][j + 2];
}

static void NAME(up_to_diagonal)(int ni, int nj, T a[ni][ni], T b[ni][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k <= i; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// Two updates in one body, over different loops, and a value that both read.
static void NAME(symmetric)(int ni, int nj, T a[ni][ni], T b[ni][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      T sum = 0;
      for (int k = 0; k < i; k++) {
        T x = a[i][k];
        c[k][j] += b[i][j] * x;
        sum += b[k][j] * x;
      }
      c[i][j] += b[i][j] * a[i][i] + sum;
    }
}

// The same, where the second update reads what the first one has written.
static void NAME(chained)(int ni, int nj, T a[ni][ni], T b[ni][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      T sum = 0;
      for (int k = 0; k < i; k++) {
        c[k][j] += b[i][j] * a[i][k];
        sum += c[k][j] * a[i][k];
      }
      c[i][j] += sum;
    }
}

// The second update reads what the first one has not written yet.
static void NAME(of_old)(int ni, int nj, T a[ni][ni], T b[ni][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      T sum = 0;
      for (int k = 0; k < i; k++) {
        T x = c[k][j];
        c[k][j] = x + b[i][j] * a[i][k];
        sum += x * a[i][k];
      }
      c[i][j] = b[i][j] + sum / 1000;
    }
}

static void NAME(band)(int ni, int nj, T a[ni][ni], T b[ni][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < ni; k++)
      if (k >= i - 7 && k <= i + 10)
        for (int j = 0; j < nj; j++)
          c[i][j] += a[i][k] * b[k][j];
}

static void NAME(downwards)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = ni - 1; i >= 0; i--)
    for (int k = nk - 1; k >= 0; k--)
      for (int j = nj - 1; j >= 0; j--)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(every_other)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i += 2)
    for (int k = 0; k < nk; k += 3)
      for (int j = 0; j < nj; j++)
        c[i][j] += a[i][k] * b[k][j];
}

static void NAME(lanes_apart)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj / 2; j++)
        c[i][2 * j] += a[i][k] * b[k][2 * j + 1];
}

static void NAME(in_place_downwards)(int ni, int nj, T a[ni][ni], T b[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < i; k++)
        b[i][j] -= a[i][k] * b[k][j] / 16;
}

static void NAME(in_place_columns)(int ni, int nj, T a[nj][nj], T b[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < nj; k++)
      for (int j = k + 1; j < nj; j++)
        b[i][j] -= b[i][k] * a[k][j] / 16;
}

static void NAME(factors)(int n, T a[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

static void NAME(greatest)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        if (a[i][k] - b[k][j] > c[i][j])
          c[i][j] = a[i][k] - b[k][j];
}

static void NAME(filter_into_sum)(int n, int m, int w, T in[n + w][m + w], T weights[w][w], T out[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      T sum = 0;
      for (int r = 0; r < w; r++)
        for (int s = 0; s < w; s++)
          sum += in[i + r][j + s] * weights[r][s];
      out[i][j] = sum;
    }
}

static void NAME(channels)(int n, int m, int w, T in[4][n + w][m + w], T weights[3][4][w][w], T out[3][n][m]) {
  for (int f = 0; f < 3; f++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        for (int c = 0; c < 4; c++)
          for (int r = 0; r < w; r++)
            for (int s = 0; s < w; s++)
              out[f][i][j] += in[c][i + r][j + s] * weights[f][c][r][s];
}

static void NAME(contracted)(int ni, int nj, int nk, T a[ni][3][nk], T b[3][nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int l = 0; l < 3; l++)
        for (int k = 0; k < nk; k++)
          c[i][j] += a[i][l][k] * b[l][k][j];
}

static void NAME(batch)(int ni, int nj, int nk, T a[2][ni][nk], T b[2][nk][nj], T c[2][ni][nj]) {
  for (int l = 0; l < 2; l++)
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++)
        for (int k = 0; k < nk; k++)
          c[l][i][j] += a[l][i][k] * b[l][k][j];
}

// Several statements.
static void NAME(mirrored)(int ni, int nk, T a[ni][nk], T c[ni][ni]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < ni; j++)
      if (j <= i) {
        c[i][j] = 0;
        for (int k = 0; k < nk; k++)
          c[i][j] += a[i][k] * a[j][k];
        c[j][i] = c[i][j];
      }
}

static void NAME(two_products)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj], T d[ni][nj]) {
  for (int i = 0; i < ni; i++) {
    for (int j = 0; j < nj; j++)
      d[i][j] = c[i][j] - 1;
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        c[i][j] += a[i][k] * b[k][j];
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        d[i][j] -= a[i][k] * b[k][j];
    for (int j = 0; j < nj; j++)
      d[i][j] += c[i][j];
  }
}

static void NAME(if_apart)(int ni, int nj, int nk, T a[ni][nk], T b[nk][nj], T c[ni][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        if (i != j)
          c[i][j] += a[i][k] * b[k][j];
}

static void NAME(sums_of_pointers)(int ni, int nj, int nk, T **a, T **b, T **c) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      T sum = 0;
      for (int k = 0; k < nk; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum * (T)0.5;
    }
}
#endif

enum { NAME(ELEMENTS) = 3 * 71 * 71 + 4 * 71 * 131 };
static T NAME(a)[NAME(ELEMENTS)], NAME(b)[NAME(ELEMENTS)], NAME(c)[NAME(ELEMENTS)], NAME(d)[NAME(ELEMENTS)];

// Numbers whose products and sums are rounded, but that stay small. Each follows from the one before, so that no device makes them.
static void NAME(fill)(int seed) {
  unsigned number = seed;
  for (int i = 0; i < NAME(ELEMENTS); i++) {
    number = number * 1664525u + 1013904223u;
    NAME(a)[i] = (T)((int)(number >> 8) % 101 - 50) / (T)7;
    NAME(b)[i] = (T)((int)(number >> 12) % 97 - 48) / (T)11;
    NAME(c)[i] = (T)((int)(number >> 16) % 89) / (T)3;
    NAME(d)[i] = (T)(i % 13 + 1);
  }
}

#define CALL(name, ...)                                                                                                \
  do {                                                                                                                 \
    NAME(fill)(ni + nj);                                                                                               \
    NAME(name)(__VA_ARGS__);                                                                                           \
    print_hash(#name, NAME(c), sizeof NAME(c));                                                                        \
  } while (0)

#define A (void *)NAME(a)
#define B (void *)NAME(b)
#define C (void *)NAME(c)
#define D (void *)NAME(d)

static void NAME(products)(int ni, int nj, int nk) {
  CALL(ijk, ni, nj, nk, A, B, C);
  CALL(ikj, ni, nj, nk, A, B, C);
#ifdef ALL
  CALL(jik, ni, nj, nk, A, B, C);
  CALL(jki, ni, nj, nk, A, B, C);
  CALL(kij, ni, nj, nk, A, B, C);
  CALL(kji, ni, nj, nk, A, B, C);
#endif
  CALL(of_rows, ni, nj, nk, A, B, C);
#ifdef ALL
  CALL(of_columns, ni, nj, nk, A, B, C);
  CALL(transposed, ni, nj, nk, A, B, C);
  CALL(into_columns, ni, nj, nk, A, B, C);
#endif
  CALL(summed, ni, nj, nk, A, B, C);
#ifdef ALL
  CALL(summed_and_scaled, ni, nj, nk, A, B, C);
#endif
  CALL(kept, ni, nj, nk, A, B, C);
#ifdef ALL
  CALL(kept_twice, ni, nj, nk, A, B, C);
  CALL(kept_of_sums, ni, nj, nk > 12 ? 12 : nk, B, C);
  CALL(trapezoid, ni, nj, nk, A, B, C);
  CALL(starts_late, ni, nj, nk, A, B, C);
  CALL(downwards, ni, nj, nk, A, B, C);
  CALL(every_other, ni, nj, nk, A, B, C);
  CALL(lanes_apart, ni, nj, nk, A, B, C);
#endif
  CALL(least, ni, nj, nk, A, B, C);
#ifdef ALL
  CALL(greatest, ni, nj, nk, A, B, C);
  CALL(if_apart, ni, nj, nk, A, B, C);
  CALL(two_products, ni, nj, nk, A, B, C, D);
  print_hash("and", NAME(d), sizeof NAME(d));
#endif
}

static void NAME(triangles)(int ni, int nk) {
  int nj = ni;
  CALL(lower, ni, nk, A, C);
#ifdef ALL
  CALL(upper, ni, nk, A, C);
  CALL(sum_of_two, ni, nk, A, B, C);
  CALL(mirrored, ni, nk, A, C);
  CALL(summed_in_triangle, ni, nj, nk, A, B, C);
#endif
}

static void NAME(squares)(int ni, int nj) {
#ifdef ALL
  CALL(up_to_diagonal, ni, nj, A, B, C);
  CALL(band, ni, nj, A, B, C);
  CALL(symmetric, ni, nj, A, B, C);
  CALL(chained, ni, nj, A, B, C);
  CALL(of_old, ni, nj, A, B, C);
#endif
  CALL(in_place_upwards, ni, nj, D, C);
}

static void NAME(filters)(int ni, int nj, int w) {
  CALL(filter, ni, nj, w, A, B, C);
#ifdef ALL
  CALL(filter_into_sum, ni, nj, w, A, B, C);
  CALL(channels, ni / 2, nj / 2, w, A, B, C);
  CALL(contracted, ni / 2, nj, 2 * w, A, B, C);
  CALL(batch, ni / 2, nj / 2, 3 * w, A, B, C);
#endif
}

// Arguments that reach each other's elements, and rows that are two rows.
static void NAME(overlapping)(int n) {
  int ni = n, nj = n;
  T *rows[3][71];
  T *arrays[3] = {NAME(a), NAME(b), NAME(c)};
  CALL(ijk, n, n, n, C, B, C);
  CALL(ikj, n, n, n, A, C, C);
  CALL(kept, n, n, n, A, (void *)(NAME(c) + 5), C);
  CALL(summed, n, n, n, (void *)(NAME(c) + n * n - 1), B, C);
  CALL(of_rows, n, n, n, A, A, C);
  for (int kind = 0; kind < 5; kind++) {
    for (int i = 0; i < n; i++)
      for (int which = 0; which < 3; which++)
        rows[which][i] = arrays[which] + (n - 1 - i) * n;
    if (kind == 1)
      rows[0][1] = rows[0][2] = rows[0][n - 1];
    if (kind == 2)
      rows[2][1] = rows[2][n - 1];
    if (kind == 3)
      rows[1][1] = rows[2][2];
    if (kind == 4)
      rows[2][n - 1] = rows[2][0] + n / 2;
    CALL(of_pointers, n, n, n, rows[0], rows[1], rows[2]);
#ifdef ALL
    CALL(sums_of_pointers, n, n, n, rows[0], rows[1], rows[2]);
#endif
  }
}

#undef A
#undef B
#undef C
#undef D
#undef CALL
