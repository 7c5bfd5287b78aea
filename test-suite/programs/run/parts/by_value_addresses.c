#include <stdlib.h>

typedef struct layer layer;
typedef struct { int n; float *input; float pad[50]; } network;
struct layer { int batch, c, size; void (*forward)(layer, network); float *output; float pad[100]; };

void forward(const layer l, network net) {
  for (int b = 0; b < l.batch; ++b) // raddle: device
    for (int k = 0; k < l.c; ++k) {
      int o = k + b * l.c;
      l.output[o] = 0;
      for (int i = 0; i < l.size; ++i) l.output[o] += net.input[i + l.size * o];
      l.output[o] /= l.size;
    }
}

layer make(int batch, int size, int c) {
  layer l = {0};
  l.size = size;
  l.c = c;
  l.batch = batch;
  l.output = calloc(c * batch, sizeof(float));
  l.forward = forward;
  return l;
}
