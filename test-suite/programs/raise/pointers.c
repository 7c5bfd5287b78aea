// Loops that walk a pointer.

double data[40];

void to_sum(int n, double *a) {
  for (double *p = a; p < a + n; p++) // raise: nest
    *p = 1;
}

void to_address(int n) {
  double *p;
  for (p = data; p <= &data[n - 1]; ++p) // raise: nest
    *p += 2;
}

void to_end(double *p, double *end) {
  for (; p != end; ++p) // raise: nest
    *p *= 2;
}

void to_known_end(int n, int *a) {
  int *end = a + n;
  for (int *p = a; p != end; p += 1) // raise: nest
    p[0] = p[1];
}

void down(int n, int *a) {
  for (int *p = a + n; p > a; p--) // raise: nest
    p[-1] = 3;
}

void by_two(int n, int *a) {
  for (int *p = a; p < a + n; p += 2) // raise: nest
    *p = p[1];
}

void rows(int n, int m, double (*a)[30]) {
  for (int i = 0; i < n; i++) // raise: nest
    for (double *p = a[i]; p < a[i] + m; p++)
      *p = i;
}

double *used_after(int n, double *a) {
  double *p;
  for (p = a; p < a + n; p++) // raise: declined(pointer 'p' is used after the loop that walks it)
    *p = 1;
  return p;
}

void may_miss(int n, int *a) {
  for (int *p = a; p != a + n; p += 2) // raise: declined('p != (a + n)' may never become false)
    *p = 1;
}

void pointer_value(int n, int *a, int **out) {
  for (int *p = a; p < a + n; p++) // raise: declined(pointer '*out = p' is computed in the nest)
    *out = p;
}

struct list {
  struct list *next;
  int value;
};

int linked(struct list *l) {
  int sum = 0;
  for (; l; l = l->next) // raise: declined(step 'l = l->next' is not constant)
    sum += l->value;
  return sum;
}

/* Nobody knows before the nest where the rows are that are written. */
void watched_beside_rows(int *n, int **rows) {
  for (int i = 0; i < *n; i++) // raise: declined('*n' may change in the nest)
    rows[i][0] = 0;
}
