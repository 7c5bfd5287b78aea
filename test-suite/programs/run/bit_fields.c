/* Bit-fields share bytes with their neighbours: loops over them stay on the host; ordinary fields beside them need not. */
#include "hash.h"

typedef struct {
  unsigned low : 3, mid : 7;
  int high : 12;
  float weight;
} packed;

enum { N = 77 };
static packed p[N];

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: host(bit-field
    p[i].low = i;
    p[i].mid = i * 3;
    p[i].high = -i;
  }
  for (int i = 0; i < N; i++) // raddle: device
    p[i].weight = i * 0.5f;
  int sum = 0;
  for (int i = 0; i < N; i++) // raddle: host('p[i].low' is a bit-field)
    sum += p[i].low + p[i].mid * p[i].high;
  printf("%d\n", sum);
  PRINT_HASH(p);
  return 0;
}
