/* Unsigned char images: a 3x3 box filter, a threshold and a histogram. */
#include "hash.h"

enum { H = 61, W = 83 };
static unsigned char in[H][W], out[H][W], mask[H * W];
static int histogram[256];

int main(void) {
  for (int y = 0; y < H; y++) // raddle: device
    for (int x = 0; x < W; x++)
      in[y][x] = (unsigned char)(x * y + 13 * x + 7 * y);
  for (int y = 1; y < H - 1; y++) // raddle: device
    for (int x = 1; x < W - 1; x++) {
      int sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          sum += in[y + dy][x + dx];
      out[y][x] = sum / 9;
    }
  for (int y = 0; y < H; y++) // raddle: device
    for (int x = 0; x < W; x++)
      mask[y * W + x] = out[y][x] > 127 ? 255 : out[y][x] >> 1;
  for (int i = 0; i < H * W; i++) // raddle: device
    histogram[mask[i]]++;
  PRINT_HASH(out);
  PRINT_HASH(mask);
  PRINT_HASH(histogram);
  return 0;
}
