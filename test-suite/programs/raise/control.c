// Statements around and inside of loops.

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

int counter;
volatile int device;
_Thread_local int mine;

void inside_while(int n, int *a) {
  while (a[0] > 0) {
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
  for (int i = 0; i < n; i++) { // raise: declined('continue' in the loop)
    if (a[i] == 2) {
      if (i > 3) continue;
      a[i] = 1;
    }
    a[i] += 1;
  }
}

void with_break(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: declined('break' in the loop)
    if (a[i] == 3) break;
    for (int j = 0; j < n; j++) // raise: nest
      a[j] += i;
  }
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
  for (int i = 0; i < n; i++) { // raise: declined('switch' in the loop)
    switch (a[i]) {
    case 1:
      for (int j = 0; j < n; j++) // raise: nest
        a[j] = 2;
      break;
    default: a[i] = 0;
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
  for (int i = 0; i < n; i++) // raise: declined(cannot be part of a nest)
    a[i] = ({ int t = i; t + 1; });
}

void side_effect_in_condition(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined(condition with side effects)
    if (a[i]++ > 3) a[i] = 0;
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
