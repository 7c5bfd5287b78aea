/* Values that depend on order, contraction, denormals, infinities, NaNs and signed zeros. */
#include "hash.h"

enum { N = 400 };
static double a[N], b[N], c[N];
static float x[N], y[N], z[N];
static unsigned char order[N];

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    a[i] = 1.0 + i * 1e-16 + i * 0.1;
    b[i] = i % 5 == 0 ? 0.0 : 1.0 / (i - 200.5);
    x[i] = 1e-38f / (i + 1);
    y[i] = i % 7 ? 3.3f * i : -0.0f;
  }
  for (int i = 0; i < N; i++) { // raddle: device
    c[i] = a[i] * a[i] - a[i] * b[i] + b[i];
    c[i] = (c[i] + 1e16) - 1e16 + c[i] / b[i];
    z[i] = (x[i] * 0.25f + y[i]) - y[i] + x[i] / 3;
  }
  for (int i = 0; i < N; i++) // raddle: device
    order[i] = (unsigned char)((c[i] < a[i]) | (c[i] == c[i]) << 1 | (z[i] >= x[i]) << 2 | (y[i] != 0) << 3 | !(c[i] > b[i]) << 4);
  /* The sign and payload of a NaN made by an operation are not fixed by the language. */
  for (int i = 0; i < N; i++) // raddle: device
    if (c[i] != c[i])
      c[i] = 0;
  PRINT_HASH(c);
  PRINT_HASH(z);
  PRINT_HASH(order);
  return 0;
}
