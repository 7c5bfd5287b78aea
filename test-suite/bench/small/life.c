/* The game of life on a torus. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define W 1024
#define H 1024
static unsigned char g[H][W], ng[H][W];
static int neighbors(int y, int x) {
  int c = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      if (dx == 0 && dy == 0)
        continue;
      int yy = (y + dy + H) % H, xx = (x + dx + W) % W;
      c += g[yy][xx];
    }
  return c;
}
int main(void) {
  unsigned s = 12345;
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++) {
      s = s * 1103515245u + 12345u;
      g[i][j] = (s >> 16) & 1;
    }
  for (int t = 0; t < 40; t++) {
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int n = neighbors(y, x);
        ng[y][x] = n == 3 || (g[y][x] && n == 2);
      }
    memcpy(g, ng, sizeof g);
  }
  int c = 0;
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      c += g[i][j];
  printf("%d\n", c);
}
