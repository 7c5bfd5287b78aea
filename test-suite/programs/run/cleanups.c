/* Variables with a function to call where their scope ends: in a loop's body and head, and in functions called there. */
#include "hash.h"

enum { N = 60 };
static int a[N], b[N], c[N];
static int n_ends;

static void end(int *p) { n_ends += 1 + *p % 3; }

static int ended(int x) {
  int k __attribute__((__cleanup__(end))) = x;
  return k + 1;
}

static void in_body(void) {
  for (int i = 0; i < N; i++) { // raddle: host(variable 'k' has attribute 'cleanup')
    int k __attribute__((cleanup(end))) = i;
    a[i] = k;
  }
}

static void in_inner_body(void) {
  for (int i = 0; i < N; i++) // raddle: host(variable 'k' has attribute 'cleanup')
    for (int j = 0; j < 3; j++) { // raddle: host(variable 'k' has attribute 'cleanup')
      int k __attribute__((cleanup(end))) = j;
      a[i] += k;
    }
}

static void in_head(void) {
  for (int i __attribute__((cleanup(end))) = 0; i < N; i++) // raddle: host(loop index 'i' has attribute 'cleanup')
    b[i] = i;
}

static void beside_the_index(void) {
  for (int i = 0, k __attribute__((cleanup(end))) = 5; i < N; i++) // raddle: host(attribute 'cleanup')
    b[i] += k;
}

static void in_function(void) {
  for (int i = 0; i < N; i++) // raddle: host(call to 'ended')
    c[i] = ended(i);
}

static void around(void) {
  int k __attribute__((cleanup(end))) = 1;
  for (int i = 0; i < N; i++) // raddle: host(
    k = i;
}

int main(void) {
  in_body();
  in_inner_body();
  in_head();
  beside_the_index();
  in_function();
  around();
  for (int i = 0; i < N; i++) // raddle: device
    c[i] += a[i] * b[i];
  PRINT_HASH(c);
  printf("%d\n", n_ends);
  return 0;
}
