// Minima and maxima with what is kept of their iteration: which loops have such selections, and which traps have none.
// RUN: %raddle emit --stage nest --locations %s -o %t.mlir
// RUN: %raddle-opt %t.mlir --canonicalize --cse --region-privatize --region-parallelize 2>/dev/null | FileCheck %s
// RUN: %raddle-opt %t.mlir --canonicalize --cse --region-privatize --region-atomics 2>&1 >/dev/null | FileCheck %s --check-prefix=ATOMICS

// CHECK-LABEL: @__raddle_impl_guarded(
// CHECK: region.reductions = ["min on 'm' with 'p': {{.*}}selections.c:[[#@LINE+4]]
void guarded(int n, const int *a, int *restrict m, int *restrict p) {
  for (int i = 0; i < n; i++)
    if (a[i] < *m) {
      *m = a[i];
      *p = i;
    }
}

// The position first, several values, a comparison that is not strict, the other way round.
// CHECK-LABEL: @__raddle_impl_several(
// CHECK: region.reductions = ["max on 'm' with 'p', 'w'
double several(int n, const float *a, const double *b) {
  float m = 0;
  int p = -1;
  double w = 0;
  for (int i = 0; i < n; i++)
    if (m <= a[i]) {
      p = i;
      m = a[i];
      w = b[i] * i;
    }
  return m + p + w;
}

// CHECK-LABEL: @__raddle_impl_chosen(
// CHECK: region.reductions = ["min on 'm' with 'p'
int chosen(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++) {
    p = a[i] < m ? i : p;
    m = a[i] < m ? a[i] : m;
  }
  return m + p;
}

// Integers may be taken because a comparison fails.
// CHECK-LABEL: @__raddle_impl_unless(
// CHECK: region.reductions = ["min on 'm' with 'p'
int unless(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++) {
    p = m <= a[i] ? p : i;
    m = m <= a[i] ? m : a[i];
  }
  return m + p;
}

// Both loops.
// CHECK-LABEL: @__raddle_impl_matrix(
// CHECK: region.reductions = ["max on 'm' with 'p', 'q'
// CHECK: region.reductions = ["max on 'm' with 'p', 'q'
int matrix(int n, const double a[n][n], double m, int p, int q) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (a[i][j] > m) {
        m = a[i][j];
        p = i;
        q = j;
      }
  return p + q;
}

// Another selection, a sum and a condition of its own beside it.
// CHECK-LABEL: @__raddle_impl_beside(
// CHECK: region.reductions = ["+ on 's': {{.*}}", "min on 'l' with 'p': {{.*}}", "max on 'm' with 'q'
int beside(int n, const int *a, int l, int m, int s, int p, int q) {
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (i % 2) {
      if (a[i] < l) {
        l = a[i];
        p = i;
      }
    }
    if (a[i] > m) {
      m = a[i];
      q = i;
    }
  }
  return l + m + s + p + q;
}

// Small integers, chosen as ints.
// CHECK-LABEL: @__raddle_impl_small(
// CHECK: region.reductions = ["max on 'm' with 'p'
int small(int n, const signed char *a, signed char m, short p) {
  for (int i = 0; i < n; i++) {
    p = m < a[i] ? i : p;
    m = m < a[i] ? a[i] : m;
  }
  return m + p;
}

// What is kept may be a choice of its own.
// CHECK-LABEL: @__raddle_impl_kept_choice(
// CHECK: region.reductions = ["min on 'm' with 'p'
int kept_choice(int n, const int *a, const int *b, int m, int p) {
  for (int i = 0; i < n; i++)
    if (a[i] < m) {
      p = b[i] > 3 ? b[i] : i;
      m = a[i];
    }
  return m + p;
}

// Traps, from here on. The minimum is read elsewhere.
// CHECK-LABEL: @__raddle_impl_read(
// CHECK-NOT: region.reductions
int read(int n, const int *a, int *restrict b, int m, int p) {
  for (int i = 0; i < n; i++) {
    if (a[i] < m) {
      m = a[i];
      p = i;
    }
    b[i] = m;
  }
  return p;
}

// CHECK-LABEL: @__raddle_impl_position_read(
// CHECK-NOT: region.reductions
int position_read(int n, const int *a, int *restrict b, int m, int p) {
  for (int i = 0; i < n; i++) {
    if (a[i] < m) {
      m = a[i];
      p = i;
    }
    b[i] = p;
  }
  return m;
}

// The position is replaced without the minimum.
// CHECK-LABEL: @__raddle_impl_position_alone(
// CHECK-NOT: region.reductions
int position_alone(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++) {
    if (a[i] < m)
      p = i;
    if (a[i] == 7)
      m = a[i];
  }
  return m + p;
}

// The minimum is replaced without the position.
// CHECK-LABEL: @__raddle_impl_further_condition(
// CHECK-NOT: region.reductions
int further_condition(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++)
    if (a[i] < m) {
      m = a[i];
      if (i % 2)
        p = i;
    }
  return m + p;
}

// CHECK-LABEL: @__raddle_impl_twice(
// CHECK-NOT: region.reductions
int twice(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++) {
    if (a[i] < m) {
      m = a[i];
      p = i;
    }
    if (a[i] - 5 < m)
      m = a[i] - 5;
  }
  return m + p;
}

// The position is chosen by the new minimum, so it never changes.
// CHECK-LABEL: @__raddle_impl_too_late(
// CHECK-NOT: region.reductions
int too_late(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++) {
    m = a[i] < m ? a[i] : m;
    p = a[i] < m ? i : p;
  }
  return m + p;
}

// CHECK-LABEL: @__raddle_impl_other_comparison(
// CHECK-NOT: region.reductions
int other_comparison(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++) {
    p = a[i] <= m ? i : p;
    m = a[i] < m ? a[i] : m;
  }
  return m + p;
}

// CHECK-LABEL: @__raddle_impl_other_term(
// CHECK-NOT: region.reductions
int other_term(int n, const int *a, const int *b, int m, int p) {
  for (int i = 0; i < n; i++)
    if (b[i] < m) {
      m = a[i];
      p = i;
    }
  return m + p;
}

// Nothing is compared with what is stored: the last values stay.
// CHECK-LABEL: @__raddle_impl_other_variable(
// CHECK: region.reductions = ["last value on 'm'{{[^"]*}}", "last value on 'p'
int other_variable(int n, const int *a, int m, int k, int p) {
  for (int i = 0; i < n; i++)
    if (a[i] < k) {
      m = a[i];
      p = i;
    }
  return m + p;
}

// CHECK-LABEL: @__raddle_impl_different(
// CHECK-NOT: region.reductions
int different(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++)
    if (a[i] != m) {
      m = a[i];
      p = i;
    }
  return m + p;
}

// CHECK-LABEL: @__raddle_impl_counts(
// CHECK-NOT: region.reductions
int counts(int n, const int *a, int m, int p, int times) {
  for (int i = 0; i < n; i++)
    if (a[i] < m) {
      m = a[i];
      p = i;
      times++;
    }
  return m + p + times;
}

// CHECK-LABEL: @__raddle_impl_depends(
// CHECK-NOT: region.reductions
int depends(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++)
    if (a[i] < m) {
      p = i - m;
      m = a[i];
    }
  return m + p;
}

// CHECK-LABEL: @__raddle_impl_otherwise(
// CHECK-NOT: region.reductions
int otherwise(int n, const int *a, int m, int p) {
  for (int i = 0; i < n; i++)
    if (a[i] < m) {
      m = a[i];
      p = i;
    } else
      p = 0;
  return m + p;
}

// Elements of another array are no positions: which of them are written depends on the order.
// CHECK-LABEL: @__raddle_impl_marks(
// CHECK-NOT: region.reductions
int marks(int n, const int *a, char *restrict best, int m) {
  for (int i = 0; i < n; i++)
    if (a[i] < m) {
      m = a[i];
      best[i] = 1;
    }
  return m;
}

// A NaN would be taken, and the next term after it.
// CHECK-LABEL: @__raddle_impl_takes_nan(
// CHECK-NOT: region.reductions
float takes_nan(int n, const float *a, float m, int p) {
  for (int i = 0; i < n; i++) {
    p = m < a[i] ? p : i;
    m = m < a[i] ? m : a[i];
  }
  return m + p;
}

// Elements that iterations share are no atomic updates: value and position go together.
// CHECK-LABEL: @__raddle_impl_shared(
// CHECK: region.reductions = ["min on 'm' with 'p'
// ATOMICS: selections.c:[[#@LINE+2]]:{{.*}}: updates stay in order: what is kept with 'm' must be of the same iteration
void shared(int n, const int *a, const int *k, int *restrict m, int *restrict p) {
  for (int i = 0; i < n; i++)
    if (a[i] < m[k[i]]) {
      m[k[i]] = a[i];
      p[k[i]] = i;
    }
}
