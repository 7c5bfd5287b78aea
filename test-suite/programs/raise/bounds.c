// Bounds and steps of loops. The comment on a loop's line is what `raise` makes of it; loops inside a nest have none.

void up(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = i;
}

void inclusive(int n, int *a) {
  for (int i = 1; i <= n; i += 2) // raise: nest
    a[i] = i;
}

void down(int n, int *a) {
  for (int i = n - 1; i >= 0; i--) // raise: nest
    a[i] = a[i + 1];
}

void down_by_three(int n, int *a) {
  for (int i = n; i > 2; i = i - 3) // raise: nest
    a[i] = i;
}

void swapped_operands(int n, int *a) {
  for (int i = 0; n > i; i = 1 + i) // raise: nest
    a[i] = i;
}

void unequal(int n, int *a) {
  for (int i = 0; i != n; i++) // raise: nest
    a[i] = i;
}

void down_to_zero(int n, int *a) {
  for (int i = n; i; --i) // raise: nest
    a[i] = i;
}

void unequal_by_two(int n, int *a) {
  for (int i = 0; i != n; i += 2) // raise: declined('i != n' may never become false)
    a[i] = i;
}

void unequal_by_two_even(int n, int *a) {
  for (int i = 0; i != 2 * n; i += 2) // raise: nest
    a[i] = i;
}

void triangle(int n, int a[][64]) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = i + 1; j <= n - i; j++)
      a[i][j] = j;
}

void least_of_two(int n, int m, int *a) {
  for (int i = 0; i < (n < m ? n : m); i++) // raise: nest
    a[i] = i;
}

void greatest_of_two(int n, int m, int *a) {
  for (int i = (n > m ? n : m); i < 50; i++) // raise: nest
    a[i] = i;
}

void two_tests(int n, int m, int *a) {
  for (int i = 0; i < n && i <= m; i++) // raise: nest
    a[i] = i;
}

void multiple(int n, int *a) {
  for (int i = 0; 2 * i < 8 * n + 3; i++) // raise: nest
    a[i] = i;
}

void quotient(int n, int *a) {
  for (int i = 0; i < n / 2; i++) // raise: nest
    a[i] = i;
}

void product_of_symbols(int n, int m, int *a) {
  for (int i = 0; i < n * m; i++) // raise: nest
    a[i] = i;
}

void index_outside(int n, int *a) {
  int i, j;
  for (i = 0; i < n; i++) // raise: nest
    for (j = 0; j < i; j++)
      a[j] = i;
}

int index_live(int n, int *a) {
  int i;
  for (i = 0; i < n; i += 2) // raise: nest
    a[i] = i;
  return i;
}

void no_start(int n, int *a) {
  int i = n / 4;
  for (; i < n; i++) // raise: nest
    a[i] = i;
}

void two_variables(int n, int *a) {
  int i, s;
  for (i = 0, s = 2; i < n; a[i] = s, i++) // raise: nest
    s = s + i;
}

void square(int n, int *a) {
  for (int i = 0; i * i < n; i++) // raise: declined('(i * i) < n' does not bound the loop)
    a[i] = i;
}

void symbolic_step(int n, int s, int *a) {
  for (int i = 0; i < n; i += s) // raise: nest
    a[i] = i;
}

void wrong_direction(int n, int *a) {
  for (int i = 0; i < n; i--) // raise: declined('i < n' does not bound the loop)
    a[i] = i;
}

void no_condition(int n, int *a) {
  for (int i = 0;; i++) { // raise: declined(loop without a condition)
    if (i == n) break;
    a[i] = i;
  }
}

void modified_index(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined(loop index 'i' is modified in the loop)
    a[i] = i;
    if (a[i] > 3) i++;
  }
}

void modified_bound(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined('n' may change in the nest)
    a[i] = i;
    if (a[i] > 3) n--;
  }
}

void bound_in_memory(int *n, int *a) {
  for (int i = 0; i < *n; i++) // raise: nest
    a[i] = i;
}

void bound_of_other_type(int *n, double *a) {
  for (int i = 0; i < *n; i++) // raise: nest
    a[i] = i;
}

void bound_behind_restrict(const int *restrict n, int *restrict a) {
  for (int i = 0; i < *n; i++) // raise: nest
    a[i] = i;
}

void index_address(int n, int *a) {
  int i, *p = &i;
  for (i = 0; i < n; i++) // raise: nest
    a[i] = *p;
}

void index_in_argument(int n, int *a) {
  int i, *p = &i;
  for (*p = 0, i = 0; i < n; i++) // raise: declined(loop index 'i' may be reached through a pointer)
    a[i] = *(&i);
}

void volatile_index(int n, int *a) {
  volatile int i;
  for (i = 0; i < n; i++) // raise: declined(is volatile)
    a[i] = 1;
}

void float_index(double *a) {
  for (float x = 0; x < 4; x++) // raise: declined(loop index 'x' is not an integer)
    a[0] += x;
}
