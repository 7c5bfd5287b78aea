// Loops that stay on the host: the dependence that keeps them there, with its kind and distance; a reduction; a call.
// RUN: %raddle explain %s | FileCheck %s
void use(double);

// CHECK: in 'recurrence': stays on the host
// CHECK: for i: sequential: an iteration reads in line [[# @LINE + 3]] what an earlier one wrote to 'a' in line [[# @LINE + 3]] (read after write, 2 iterations apart)
void recurrence(int n, double *a) {
  for (int i = 2; i < n; i++)
    a[i] = 0.5 * a[i - 2] * a[i];
}

// CHECK: in 'sum': stays on the host
// CHECK: sequential: reduction + on 's': line [[# @LINE + 6]]; --fp reproducible would run it in parallel
// CHECK-NEXT: reads s if n > 0
// CHECK-NEXT: a[i] for 0 <= i < n
double sum(int n, double *a) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

// CHECK: in 'indirect': stays on the host
// CHECK: an iteration may overwrite in line [[# @LINE + 6]] what an earlier one wrote to 'a' in line [[# @LINE + 6]] (write after write; assumed, not shown)
// CHECK-NEXT: reads at[i] for 0 <= i < n
// CHECK-NEXT: b[i] for 0 <= i < n
// CHECK-NEXT: writes perhaps any element of a: only data tell which (line [[# @LINE + 3]])
void indirect(int n, double *restrict a, double *restrict b, int *restrict at) {
  for (int i = 0; i < n; i++)
    a[at[i]] = b[i];
}

// CHECK: in 'calls': stays on the host
// CHECK: why call to 'use'
// CHECK-NOT: {{reads|writes|launch}}
void calls(int n, double *a) {
  for (int i = 0; i < n; i++)
    use(a[i]);
}
