// Statements around and inside of loops.

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

int counter;
volatile int device;
_Thread_local int mine;

void inside_while(int n, int *a) {
  while (a[0] > 0) { // raise: declined(before it runs)
    for (int i = 0; i < n; i++) // raise: nest
      a[i]--;
  }
}

void with_while(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int k = 0;
    while (a[i] > k)
      k++;
    do a[i] += k--;
    while (k > 0);
  }
}

void inner_not_affine(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 1; j * j < a[i]; j++)
      a[i] -= j;
}

void with_continue(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] == 2) continue;
    a[i] += 1;
    if (i > 3) {
      a[i] *= 2;
      continue;
    } else
      a[i] = 5;
    a[i + 1] = i;
  }
}

void deep_continue(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (a[i] == 2) {
      if (i > 3) continue;
      a[i] = 1;
    }
    a[i] += 1;
  }
}

void continue_in_a_block(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    {
      if (a[i] == 2) continue;
      a[i] += 3;
    }
    a[i + 1] += 1;
    continue;
    a[i] = 77;
  }
}

void with_break(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined('break' in the loop)
    if (a[i] == 3) break;
    for (int j = 0; j < n; j++) // raise: nest
      a[j] += i;
  }
}

void inner_break(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int j;
    for (j = 0; j < i; j++) {
      if (a[j] == 3) break;
      if (a[j] > 2) {
        a[j] = 0;
        if (a[j + 1] == 1) break;
        a[j] = 5;
      }
      a[j] += i;
    }
    a[i] += j;
  }
}

void after_break(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) // raise: nest
    // Past the end of what it may read, neither the condition nor the step is evaluated.
    for (int k = 0; b[k] > i; k += b[k] / b[k + 4]) {
      a[k] += 1;
      if (b[k + 4] == 0) break;
    }
}

void endless(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int k = 0;
    for (;;) {
      if (k++ > a[i]) break;
      if (k == 2) continue;
      a[i] -= 1;
    }
    while (1) {
      if (--k < 3) {
        a[i] = k;
        break;
      }
    }
  }
}

void do_with_jumps(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int k = 0;
    do {
      if (a[k] == i) continue;
      a[k] += 2;
      if (a[k] > 9) break;
    } while (++k < 4);
    a[i] += k;
  }
}

void really_endless(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined(loop without a condition)
    for (;;) // raise: declined(loop without a condition)
      a[i]++;
}

int with_return(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined('return' in the loop)
    if (a[i] == 3) return i;
  return -1;
}

void with_goto(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined('goto' in the loop)
    if (a[i] == 3) goto out;
    for (int j = 0; j < n; j++) // raise: nest
      a[j] += i;
  }
out:
  a[0] = 1;
}

void with_label(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined(label in the loop)
  again:
    a[i]++;
    if (a[i] < 4) goto again;
  }
}

void with_switch(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    switch (a[i]) {
    case 1:
      for (int j = 0; j < n; j++)
        a[j] = 2;
      break;
    default: a[i] = 0;
    }
  }
}

void falling_through(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    switch (i % 7) {
    case 5: a[i] += 1;
    default: a[i] += 10;
    case 0:
    case 2:
      if (a[i] & 1) break;
      a[i] += 100;
    case 3: a[i] += 1000; break;
    case 4:
      if (a[i + 1] == 3) continue;
      a[i] += 7;
    }
    a[i + 1] += 1;
  }
}

void unsigned_labels(int n, unsigned *a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < 4; j++) {
      switch (a[i] - 3 + j) {
      case 0xfffffffeu ... 0xffffffffu: a[i] = 1; break;
      case 0: a[i] = 2; break;
      case 1 ... 2: continue;
      }
      if (a[i] == 8) break;
      a[i] += 3;
    }
}

void switch_around_statements(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined(a label of 'switch' within a statement)
    switch (a[i] & 3) {
    case 0:
      do { // raise: declined(before it runs)
        a[i]++;
      case 1: a[i] += 2;
      } while (a[i] < 9);
    }
  }
}

void shared_by_cases(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined(a variable of several cases of a 'switch')
    switch (a[i] & 3) {
    case 0:;
      int t = 4;
      a[i] = t;
      break;
    case 1:
      t = 3;
      a[i] += t;
    }
  }
}

void with_print(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined(call to 'printf')
    printf("%d\n", a[i]);
    for (int j = 0; j < n; j++) // raise: nest
      a[j] = j;
  }
}

void through_pointer(int n, int *a, int (*f)(int)) {
  for (int i = 0; i < n; i++) // raise: declined(call to 'f')
    a[i] = f(i);
}

void with_math(int n, double *a, float *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    a[i] = sqrt(fabs(a[i])) + pow(a[i], 0.5);
    b[i] = fminf(sinf(b[i]), 1.0f);
  }
}

void with_setjmp(int n, int *a, jmp_buf *env) {
  for (int i = 0; i < n; i++) // raise: declined(setjmp')
    if (setjmp(*env)) a[i] = 1;
}

void with_asm(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined(GCCAsmStmt in the loop)
    __asm__ volatile("" ::: "memory");
    a[i] = 1;
  }
}

void with_volatile(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined('device' is volatile or atomic)
    a[i] = device;
}

void with_atomic(int n, _Atomic int *a) {
  for (int i = 0; i < n; i++) // raise: declined(is volatile or atomic)
    a[i] = 1;
}

void with_thread_local(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined('mine' is thread-local)
    a[i] = mine;
}

void with_statement_expression(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = ({ int t = i; t + 1; });
  for (int i = 0; i < n; i++) // raise: declined(it jumps out of the expression)
    a[i] = ({ if (a[i]) break; a[i + 1]; });
}

void side_effect_in_condition(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int k = 0;
    if (a[i]++ > 3 && a[i + 1]-- < i) a[i] = 0;
    while (k++ < 4)
      a[i] += k;
    do a[i] -= 2;
    while (k-- > 2 || ++k < 0);
  }
}

void pragmas(int n, int *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = i;
}

void affine_conditions(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    if (i > 0 && i < n - 1) a[i] = 1;
    else a[i] = 2;
    if (i == 3 || !(i < 9)) a[i] = 4;
    if (i % 2) a[i] = 5;
  }
}

void global_counter(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    if (a[i] > 1) counter++;
}
