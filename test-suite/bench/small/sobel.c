/* A blur and a gradient over an image behind a struct, edges clamped. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int width, height, stride;
  uint8_t *pixels;
} Image;
static inline int clampi(int v, int lo, int hi) {
  return v < lo ? lo : v > hi ? hi : v;
}
static inline int px(const Image *im, int x, int y) {
  return im->pixels[clampi(y, 0, im->height - 1) * im->stride + clampi(x, 0, im->width - 1)];
}
void sobel(const Image *in, Image *out) {
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++) {
      int gx = -px(in, x - 1, y - 1) + px(in, x + 1, y - 1) - 2 * px(in, x - 1, y) + 2 * px(in, x + 1, y) -
               px(in, x - 1, y + 1) + px(in, x + 1, y + 1);
      int gy = -px(in, x - 1, y - 1) - 2 * px(in, x, y - 1) - px(in, x + 1, y - 1) + px(in, x - 1, y + 1) +
               2 * px(in, x, y + 1) + px(in, x + 1, y + 1);
      int m = (int)sqrt((double)(gx * gx + gy * gy));
      out->pixels[y * out->stride + x] = m > 255 ? 255 : m;
    }
}
void blur(const Image *in, Image *out, const float *k, int r) {
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++) {
      float s = 0, w = 0;
      for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++) {
          float kk = k[(dy + r) * (2 * r + 1) + dx + r];
          s += kk * px(in, x + dx, y + dy);
          w += kk;
        }
      out->pixels[y * out->stride + x] = (uint8_t)(s / w + 0.5f);
    }
}
int main(void) {
  Image a = {1500, 1000, 1536, malloc(1536 * 1000)}, b = {1500, 1000, 1536, malloc(1536 * 1000)};
  for (int i = 0; i < 1536 * 1000; i++)
    a.pixels[i] = (i * 2654435761u) >> 24;
  float k[49];
  for (int i = 0; i < 49; i++)
    k[i] = 1 + i % 5;
  for (int t = 0; t < 3; t++) {
    blur(&a, &b, k, 3);
    sobel(&b, &a);
  }
  unsigned s = 0;
  for (int y = 0; y < 1000; y++)
    for (int x = 0; x < 1500; x++)
      s = s * 31 + a.pixels[y * 1536 + x];
  printf("%u\n", s);
}
