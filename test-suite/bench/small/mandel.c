/* The Mandelbrot set with double complex. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int w = 1000, h = 700;
  int *it = malloc(w * h * sizeof(int));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      double complex c = (x - 700) / 350.0 + (y - 350) / 350.0 * I, z = 0;
      int n = 0;
      while (creal(z) * creal(z) + cimag(z) * cimag(z) < 4 && n < 200) {
        z = z * z + c;
        n++;
      }
      it[y * w + x] = n;
    }
  long s = 0;
  for (int i = 0; i < w * h; i++)
    s += it[i];
  printf("%ld\n", s);
}
