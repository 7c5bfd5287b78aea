// Forward jumps become conditions.

void to_the_end(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (b[i] > 1)
      goto next;
    a[i] = 2;
    if (b[i] < 0)
      goto next;
    a[i] += 1;
  next:;
  }
}

void either(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] > 0)
      goto one;
    b[i] = -b[i];
    if (b[i] <= a[i])
      goto two;
    b[i] += 3;
    goto two;
  one:
    b[i] = 7;
  two:
    a[i] = b[i];
  }
}

void nested(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] > 2) {
      b[i] = 1;
      if (a[i] > 4)
        goto out;
      b[i] += 1;
      {
        if (a[i] == 3)
          goto next;
        else
          b[i] = 9;
      }
    } else if (a[i] < 0) {
      goto next;
    }
    b[i] *= 2;
  out:
    b[i] += 3;
  next:;
  }
}

void computed(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    switch (b[i]) {
    case 1:
      goto one;
    case 2:
    case 5:
      b[i] = 4;
      goto two;
    case 3:
      break;
    default:
      continue;
    }
  one:
    a[i] = 1;
    goto end;
  two:
    a[i] = 2;
  end:
    a[i] += i;
  }
}

// A jump out of the inner list ends it, like `continue`.
void two_lists(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    {
      if (b[i] > 3)
        goto outer;
      if (b[i] > 2)
        goto inner;
      a[i] = 1;
    inner:
      a[i] += 2;
    }
    a[i] *= 2;
  outer:
    b[i] = 0;
  }
}

void scoped(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (b[i] > 2)
      goto next;
    int twice = 2 * b[i];
    a[i] = twice;
  next:
    b[i] = i;
  }
}

// An error at the end does not keep the loop of the function from being one.
int failing(int n, int *a) {
  int result = -1, last = 0;
  if (n < 0)
    goto fail;
  for (last = 0; last < n; last++) // raise: nest
    a[last] = 3;
  if (n == 4)
    goto fail;
  result = last;
fail:
  return result;
}

void used_behind(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: declined('goto' in the loop)
    if (b[i] > 2)
      goto next;
    int twice;
    twice = 2 * b[i];
  next:
    twice = 4;
    a[i] = twice;
  }
}

void back(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: declined(label in the loop)
  again:
    a[i] += 1;
    if (a[i] < b[i])
      goto again;
  }
}

void into(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: declined('goto' in the loop)
    if (b[i] > 2)
      goto inside;
    if (b[i] > 1) {
      a[i] = 1;
    inside:
      a[i] += 2;
    }
  }
}

int out_of_the_loop(int n, int *a) {
  int i;
  for (i = 0; i < n; i++) // raise: declined('goto' in the loop)
    if (a[i] == 3)
      goto found;
  i = -1;
found:
  return i;
}

void from_a_loop(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: declined('goto' in the loop)
    for (int j = 0; j < 4; j++) // raise: declined('goto' in the loop)
      if (a[j] == i)
        goto next;
    b[i] = 1;
  next:;
  }
}

// A `break` would leave the `switch` that the code moves into.
void breaks(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: declined('goto' in the loop)
    switch (b[i]) {
    case 1:
      goto one;
    }
    if (b[i] > 3)
      break;
  one:
    a[i] = 1;
  }
}

// The label that is jumped back to stays, and so does its list.
void both_ways(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: declined('goto' in the loop)
    if (b[i] > 3)
      goto two;
    goto three;
  two:
    a[i] += 1;
  three:
    b[i] += 2;
    if (b[i] < 4)
      goto two;
  }
}
