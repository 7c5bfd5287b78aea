// What only a condition on data keeps inside an array gives its range away as perhaps too large.
// RUN: %raddle emit --stage gpu %s | FileCheck %s

// mask is read in every iteration, so its range is all of the array; the others are loose (16).
// CHECK-LABEL: @__raddle_impl_guarded
// CHECK: region.enter {{.*}}flags = array<i64: 1, 19>{{.*}} names = ["mask", "a"]
void guarded(int n, const int *restrict mask, double *restrict a) {
  for (int i = 0; i < n; i++)
    if (mask[i])
      a[i] += 1;
}

// One branch or the other writes each element: none is read before, and all of them are there.
// CHECK-LABEL: @__raddle_impl_either
// CHECK: region.enter {{.*}}flags = array<i64: 1, 6>{{.*}} names = ["x", "y"]
void either(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[i] = x[i] * 2;
    else
      y[i] = -1;
}

// One element or another is neither.
// CHECK-LABEL: @__raddle_impl_here_or_there
// CHECK: region.enter {{.*}}flags = array<i64: 1, 18>{{.*}} names = ["x", "y"]
void here_or_there(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[2 * i] = x[i] * 2;
    else
      y[2 * i + 1] = -1;
}

// Another access shows that the array is that large.
// CHECK-LABEL: @__raddle_impl_shown
// CHECK: region.enter {{.*}}flags = array<i64: 3, 1>{{.*}} names = ["a", "mask"]
void shown(int n, const int *restrict mask, double *restrict a) {
  for (int i = 0; i < n; i++) {
    a[i] *= 2;
    if (mask[i])
      a[i] += 1;
  }
}

// The condition is decided before the loop, or is affine.
// CHECK-LABEL: @__raddle_impl_decided
// CHECK: region.enter {{.*}}flags = array<i64: 3>{{.*}} names = ["a"]
void decided(int n, int m, double *a) {
  for (int i = 0; i < n; i++)
    if (i < m)
      a[i] += 1;
}

// What is read in every iteration is there, but what is only perhaps written may be a constant (1024: all of it is there).
// CHECK-LABEL: @__raddle_impl_clamp
// CHECK: region.enter {{.*}}flags = array<i64: 1043>{{.*}} names = ["a"]
void clamp(int n, int *a) {
  for (int i = 0; i < n; i++)
    if (a[i] > 10)
      a[i] = 10;
}

// Arrays of known size bound the range, but their elements may be another thread's to write.
double all[50];
// CHECK-LABEL: @__raddle_impl_bounded
// CHECK: region.enter {{.*}}flags = array<i64: 1, 1043>{{.*}} names = ["mask", "all"]
void bounded(int n, const int *mask) {
  for (int i = 0; i < n; i++)
    if (mask[i])
      all[i] += 1;
}

// The corners of these boxes are no access's, but the first and the last element are: no element beyond them is copied.
// CHECK-LABEL: @__raddle_impl_to_the_left
// CHECK: region.enter {{.*}}flags = array<i64: 3, 1>{{.*}} names = ["a", "b"]
void to_the_left(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - i; j++)
      a[i * n + j] += b[i * n + j];
}

// Nor is an element where nothing but a condition says that it is there.
// CHECK-LABEL: @__raddle_impl_perhaps_to_the_left
// CHECK: region.enter {{.*}}flags = array<i64: 1, 19>{{.*}} names = ["mask", "a"]
void perhaps_to_the_left(int n, const int *restrict mask, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - i; j++)
      if (mask[i])
        a[i * n + j] += 1;
}
