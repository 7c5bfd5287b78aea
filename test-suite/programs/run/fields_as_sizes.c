/* Sizes that are fields behind a pointer, read in inner loops: their products are strides, and are checked once it is known that they are read. */
#include <stdlib.h>
#include "hash.h"

typedef struct {
  int c, h, w;
  float *d;
} tensor;
#define AT(t, k, y, x) ((t)->d[((k) * (t)->h + (y)) * (t)->w + (x)])

static tensor filled(int c, int h, int w, int seed) {
  tensor t = {c, h, w, malloc(sizeof(float) * c * h * w)};
  for (int i = 0; i < c * h * w; i++) // raddle: device
    t.d[i] = (i * seed) % 19 * 0.25f - 2;
  return t;
}

__attribute__((noinline)) static void convolve(const tensor *in, const float *k, tensor *out) {
  for (int o = 0; o < out->c; o++) // raddle: device
    for (int y = 0; y < out->h; y++)
      for (int x = 0; x < out->w; x++) {
        float s = 0;
        for (int c = 0; c < in->c; c++)
          for (int dy = 0; dy < 3; dy++)
            for (int dx = 0; dx < 3; dx++) s += AT(in, c, y + dy, x + dx) * k[((o * in->c + c) * 3 + dy) * 3 + dx];
        AT(out, o, y, x) = s;
      }
}

__attribute__((noinline)) static void largest(const tensor *in, tensor *out) {
  for (int k = 0; k < out->c; k++) // raddle: device
    for (int y = 0; y < out->h; y++)
      for (int x = 0; x < out->w; x++) {
        float m = AT(in, k, 2 * y, 2 * x);
        for (int dy = 0; dy < 2; dy++)
          for (int dx = 0; dx < 2; dx++)
            if (AT(in, k, 2 * y + dy, 2 * x + dx) > m) m = AT(in, k, 2 * y + dy, 2 * x + dx);
        AT(out, k, y, x) = m;
      }
}

// A boundary: the field is read without a condition, too.
__attribute__((noinline)) static void smooth(int m, const tensor *in, tensor *out) {
  for (int i = 0; i < m; i++) // raddle: device
    for (int j = 0; j < m; j++) {
      float s = 4 * in->d[i * m + j];
      if (i > 0) s -= in->d[(i - 1) * m + j];
      if (j < m - 1) s -= in->d[i * m + j + 1];
      out->d[i * m + j] = s;
    }
}

int main(void) {
  tensor in = filled(3, 40, 44, 7), out = filled(5, 38, 42, 3), half = filled(5, 19, 21, 5), k = filled(5 * 3, 3, 3, 11);
  convolve(&in, k.d, &out);
  print_hash("convolved", out.d, sizeof(float) * 5 * 38 * 42);
  largest(&out, &half);
  print_hash("largest", half.d, sizeof(float) * 5 * 19 * 21);
  smooth(30, &in, &half);
  print_hash("smooth", half.d, sizeof(float) * 900);
  // Rows that are shorter than what is reached in them: the sequential loop, whose rows overlap.
  tensor narrow = {3, 40, 20, in.d};
  convolve(&narrow, k.d, &out);
  print_hash("narrow", out.d, sizeof(float) * 5 * 38 * 42);
  // Nothing is read behind pointers that lead nowhere.
  tensor nothing = {0, 38, 42, out.d};
  convolve(NULL, NULL, &nothing);
  tensor empty = {0, 40, 44, NULL};
  convolve(&empty, k.d, &out);
  print_hash("empty", out.d, sizeof(float) * 5 * 38 * 42);
  free(in.d);
  free(out.d);
  free(half.d);
  free(k.d);
  return 0;
}
