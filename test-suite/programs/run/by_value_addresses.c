// with: parts/by_value_addresses.c
// A function whose address is stored in a struct that it takes by value: the body that stores it is known in both files.
#include <stdio.h>

typedef struct layer layer;
typedef struct { int n; float *input; float pad[50]; } network;
struct layer { int batch, c, size; void (*forward)(layer, network); float *output; float pad[100]; };
layer make(int batch, int size, int c);

static layer parse(int b) {
  layer l = make(b, 30, 7);
  return l;
}

static layer layers[10];
static float input[30 * 7 * 10];

int main(void) {
  for (int i = 0; i < 2100; i++) input[i] = i % 13; // raddle: host(the function is left to clang)
  network net = {1, input, {0}};
  double sum = 0;
  for (int i = 0; i < 10; i++) layers[i] = parse(i + 1); // raddle: host(variable 'l' has type) | host(the function is left to clang)
  for (int i = 0; i < 10; i++) layers[i].forward(layers[i], net); // raddle: host(call to 'layers[i].forward')
  for (int i = 0; i < 7; i++) sum = sum * 0.9 + layers[9].output[i]; // raddle: host(the function is left to clang)
  printf("%.17g %d\n", sum, layers[3].size);
}
