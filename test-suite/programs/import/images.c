// Loops over bytes, strided structs, transposes and tables: shapes that become nests elsewhere, as host code here.
#include <stdio.h>
#include <stdlib.h>

struct pixel { unsigned char r, g, b; float weight; };

static void blur(int w, int h, const unsigned char *in, unsigned char *restrict out) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) sum += in[(y + dy) * w + x + dx];
      out[y * w + x] = sum / 9;
    }
}

static void gray(struct pixel *p, long n) {
  for (long i = 0; i < n; i++) {
    p[i].weight = 0.25f * p[i].r + 0.5f * p[i].g + 0.25f * p[i].b;
    p[i].r = p[i].g = p[i].b = (unsigned char)p[i].weight;
  }
}

static unsigned histogram(const unsigned char *in, unsigned n) {
  unsigned count[256] = {0}, mode = 0;
  for (unsigned i = 0; i < n; i++) count[in[i]]++;
  for (unsigned v = 1; v < 256; v++)
    if (count[v] > count[mode]) mode = v;
  return mode * 1000 + count[mode];
}

static void transpose(int n, short (*a)[n]) {
  for (int i = n - 1; i > 0; i--)
    for (int j = i - 1; j >= 0; j--) {
      short t = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = t;
    }
}

int main(void) {
  enum { W = 37, H = 23 };
  unsigned char *in = malloc(W * H), *out = calloc(W, H);
  for (int i = 0; i < W * H; i++) in[i] = i * 7 + (i >> 3);
  blur(W, H, in, out);
  unsigned long sum = 0;
  for (int i = 0; i < W * H; i++) sum = sum * 31 + out[i];
  struct pixel p[50];
  for (int i = 0; i < 50; i++) p[i] = (struct pixel){i * 5, 255 - i, i ^ 85};
  gray(p, 50);
  float total = 0;
  for (int i = 0; i < 50; i++) total += p[i].weight * p[i].g;
  short a[9][9];
  for (int i = 0; i < 81; i++) a[i / 9][i % 9] = i;
  transpose(9, a);
  for (int i = 0; i < 81; i++) sum = sum * 17 + a[i / 9][i % 9];
  printf("%lx %.3f %u\n", sum, total, histogram(in, W * H));
  free(in);
  free(out);
  return 0;
}
