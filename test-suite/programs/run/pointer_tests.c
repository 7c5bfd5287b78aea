// Conditions that ask whether an optional array is there are computed before the loop.
#include <stdio.h>
#include <stdlib.h>
void add(int n, const float *a, const float *bias, float *o, int *count) {
  for (int i = 0; i < n; i++) { // raddle: device
    float s = a[i] * 2;
    if (bias) s += bias[i];
    if (!count) s -= 1;
    o[i] = s;
    if (count != NULL && a[i] > 3) count[i] = 7;
    o[i] += bias ? bias[i] * 3 : 1;
    if (NULL == bias || bias[i] > 100) o[i] -= 5;
  }
}
static void scaled(int n, const float *a, const float *weights, float *o) {
  for (int i = 0; i < n; i++) { // raddle: device
    float s = a[i];
    if (weights) s *= weights[i];
    o[i] += s;
  }
}

static float weights[5000];

static void without(int n, const float *a, float *o) { scaled(n, a, NULL, o); }
static void with(int n, const float *a, float *o) { scaled(n, a, weights, o); }

// Which row there is changes from iteration to iteration.
static void rows(int n, float *const *table, float *o) {
  for (int i = 0; i < n; i++) { // raddle: host(pointer 'table[i]' is computed in the nest)
    if (table[i]) o[i] += 1;
  }
}

// No file has it; a pragma behind the declaration says that this is no error.
extern float missing[5000];
#pragma weak missing

static void perhaps(int n, const float *a, float *o) {
  for (int i = 0; i < n; i++) { // raddle: host(pointer 'missing' is computed in the nest)
    if (missing) o[i] += missing[i];
    o[i] += a[i];
  }
}

int main(int argc, char **argv) {
  int n = 5000;
  float *a = malloc(n * 4), *b = malloc(n * 4), *o = calloc(n, 4);
  int *c = calloc(n, 4);
  for (int i = 0; i < n; i++) weights[i] = i % 11; // raddle: device
  for (int i = 0; i < n; i++) { a[i] = i % 7; b[i] = i % 150; } // raddle: device
  float *table[5000];
  for (int i = 0; i < n; i++) table[i] = i % 3 ? a : 0; // raddle: host(is computed in the nest)
  rows(n, table, o);
  double h = 0;
  for (int k = 0; k < 4; k++) { // raddle: host(is not a pointer that a nest can follow)
    add(n, a, k & 1 ? b : 0, o, k & 2 ? c : 0);
    without(n, a, o);
    with(n, a, o);
    perhaps(n, a, o);
    for (int i = 0; i < n; i++) h = h * 0.99 + o[i] + c[i]; // raddle: host(anti on 'h')
  }
  printf("%.17g\n", h);
}
