// `while` loops that end with a step are `for` loops.

void upward(int n, int *a) {
  int i = 0;
  while (i < n) { // raise: nest
    a[i] += i;
    i++;
  }
  a[0] = i;
}

void downward(int n, int *a) {
  while (n > 0) { // raise: nest
    a[n - 1] *= 3;
    n -= 1;
  }
}

void by_two(int n, int *a) {
  int i = 1;
  while (n > i) { // raise: nest
    a[i] = a[i - 1];
    i = i + 2;
  }
}

void along_a_pointer(int n, int *a) {
  int *p = a, *end = a + n;
  while (p < end) { // raise: nest
    *p ^= 5;
    ++p;
  }
}

void nested(int n, int *a) {
  int i = 0;
  while (i < n) { // raise: nest
    int k = 0;
    while (k < 3) {
      k++;
      if (k == 2)
        continue;
      a[i] += k;
    }
    for (int j = 0; j < 4; j++) {
      if (a[i] & 1)
        continue;
      a[i]++;
    }
    i++;
  }
}

void skipped_step(int n, int *a) {
  int i = 0;
  while (i < n) { // raise: declined(before it runs)
    if (a[i] > 100 && i > 2) {
      i += 2;
      continue;
    }
    a[i]++;
    i++;
  }
}

void step_of_its_own(int n, int *a) {
  int i = 0;
  while (i < n) { // raise: declined(before it runs)
    int step = 1 + (a[i] & 1);
    a[i] = 7;
    i += step;
  }
}

void other_variable(int n, int *a) {
  int k = 0;
  while (a[0] < n) { // raise: declined(before it runs)
    a[0]++;
    k++;
  }
  a[1] = k;
}

void changed_inside(int n, int *a) {
  int i = 0;
  while (i < n) { // raise: declined(i)
    a[i] = i;
    if (i == 2)
      i++;
    i++;
  }
}

void at_least_once(int n, int *a) {
  int i = 0;
  do { // raise: declined(before it runs)
    a[i] = n;
    i++;
  } while (i < n);
}
