// Updates that share only what they read get loops of their own, where that makes one of them parallel.
// RUN: %raddle emit --stage schedule --offload-min 0 %s 2>/dev/null | FileCheck %s

// CHECK-LABEL: # nest in both
// CHECK: loop at {{.*}}, as in the source
// CHECK: loop at {{.*}}, in strips
// CHECK: loop at {{.*}}, with loops that run at once outside
void both(int n, int m, double a[restrict n][m], double *restrict s, double *restrict q, double *restrict p, double *restrict r) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * a[i][j];
      q[i] = q[i] + a[i][j] * p[j];
    }
}

// The second one needs what the first one has summed up so far.
// CHECK-LABEL: # nest in chained
// CHECK: loop at {{.*}}, as in the source
// CHECK-NOT: with loops that run at once outside
// CHECK-LABEL: # nest in feeds_back
void chained(int n, int m, double a[restrict n][m], double *restrict s, double *restrict q, double *restrict p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      q[i] = q[i] + a[i][j] * p[j];
      s[j] = s[j] + q[i] * a[i][j];
    }
}

// The first one reads what an earlier iteration of the second one has stored.
// CHECK-NOT: with loops that run at once outside
void feeds_back(int n, int m, double a[restrict n][m], double *restrict s, double *restrict q) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      q[i] = q[i] + a[i][j] * s[j];
      s[j] = s[j] + a[i][j] + q[i];
    }
}
