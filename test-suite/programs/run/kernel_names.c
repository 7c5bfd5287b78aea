/* A kernel's name never is one of the program: the loop in line 12 gives its kernel the name of a function of the program, and of a
   variable. */
#include "hash.h"

#include <stdlib.h>

double kernel_names_12(double);
double kernel_names_kernel_names_12(double);
double kernel_names_kernel_names_12_2[2] = {1, 2};

static void kernel_names(double *restrict a, int n) {
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + i; // raddle: device
  a[0] = kernel_names_12(a[0]) + kernel_names_kernel_names_12(a[1]) + kernel_names_kernel_names_12_2[n & 1];
}

double kernel_names_12(double x) { return x + 3; }

double kernel_names_kernel_names_12(double x) { return x * 2; }

int main(void) {
  enum { N = 4000 };
  double *a = calloc(N, sizeof *a);
  kernel_names(a, N);
  print_hash("halves", a, N * sizeof *a);
  free(a);
}
