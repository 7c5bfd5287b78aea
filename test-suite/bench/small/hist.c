/* Histogram equalization of an image. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int w = 2000, h = 2000;
  unsigned char *im = malloc(w * h * 3), *gray = malloc(w * h), *eq = malloc(w * h);
  int hist[256], cdf[256];
  for (int i = 0; i < w * h * 3; i++)
    im[i] = (i * 2654435761u) >> 25;
  for (int r = 0; r < 5; r++) {
    for (int i = 0; i < w * h; i++)
      gray[i] = (unsigned char)(0.299f * im[3 * i] + 0.587f * im[3 * i + 1] + 0.114f * im[3 * i + 2]);
    memset(hist, 0, sizeof hist);
    for (int i = 0; i < w * h; i++)
      hist[gray[i]]++;
    cdf[0] = hist[0];
    for (int i = 1; i < 256; i++)
      cdf[i] = cdf[i - 1] + hist[i];
    for (int i = 0; i < w * h; i++)
      eq[i] = (unsigned char)(255L * cdf[gray[i]] / (w * h));
    im[r] ^= 1;
  }
  unsigned s = 0;
  for (int i = 0; i < w * h; i++)
    s += eq[i] * (i & 7);
  printf("%u\n", s);
}
