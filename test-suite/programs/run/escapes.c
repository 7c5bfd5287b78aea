// Addresses that escape where no expression of a function is: in the initializers of static variables.
#include "hash.h"

enum { N = 300 };
static int inner, outer, element[4];
static int out[N];

static int *inner_address(void) {
  static struct {
    int n;
    int *p;
  } const known[] = {{1, 0}, {2, &inner}};
  return known[1].p;
}
static int *const at_file_scope = &outer;
static int *element_address(int i) {
  static int *const known = element;
  return known + i;
}

static void by_static_local(int n) {
  int *p = inner_address();
  for (int i = 0; i < n; i++) { // raddle: device
    out[i] = inner + i;
    *p = i * 3;
  }
}

static void by_file_scope(int n) {
  int *p = at_file_scope;
  for (int i = 0; i < n; i++) { // raddle: device
    out[i] = outer + i;
    *p = i * 3;
  }
}

static void by_element(int n) {
  int *p = element_address(2);
  for (int i = 0; i < n; i++) { // raddle: device
    out[i] = element[2] + i;
    *p = i * 3;
  }
}

int main(void) {
  by_static_local(N);
  PRINT_HASH(out);
  by_file_scope(N);
  PRINT_HASH(out);
  by_element(N);
  PRINT_HASH(out);
  return 0;
}
