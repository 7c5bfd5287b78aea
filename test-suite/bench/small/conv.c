/* Two layers of convolutions with pooling over tensors behind structs. */
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int c, h, w;
  float *d;
} Tensor;
static Tensor tensor(int c, int h, int w) {
  Tensor t = {c, h, w, calloc((size_t)c * h * w, sizeof(float))};
  return t;
}
#define AT(t, c_, y, x) ((t)->d[((c_) * (t)->h + (y)) * (t)->w + (x)])
static void conv2d(const Tensor *in, const float *k, const float *b, Tensor *out, int ks) {
  for (int o = 0; o < out->c; o++)
    for (int y = 0; y < out->h; y++)
      for (int x = 0; x < out->w; x++) {
        float s = b[o];
        for (int c = 0; c < in->c; c++)
          for (int ky = 0; ky < ks; ky++)
            for (int kx = 0; kx < ks; kx++)
              s += AT(in, c, y + ky, x + kx) * k[((o * in->c + c) * ks + ky) * ks + kx];
        AT(out, o, y, x) = s;
      }
}
static void relu(Tensor *t) {
  for (int i = 0; i < t->c * t->h * t->w; i++)
    if (t->d[i] < 0)
      t->d[i] = 0;
}
static void maxpool(const Tensor *in, Tensor *out) {
  for (int c = 0; c < out->c; c++)
    for (int y = 0; y < out->h; y++)
      for (int x = 0; x < out->w; x++) {
        float m = AT(in, c, 2 * y, 2 * x);
        for (int dy = 0; dy < 2; dy++)
          for (int dx = 0; dx < 2; dx++) {
            float v = AT(in, c, 2 * y + dy, 2 * x + dx);
            if (v > m)
              m = v;
          }
        AT(out, c, y, x) = m;
      }
}
static void dense(const float *in, int n, const float *w, float *out, int m) {
  for (int i = 0; i < m; i++) {
    float s = 0;
    for (int j = 0; j < n; j++)
      s += w[i * n + j] * in[j];
    out[i] = s;
  }
}
int main(void) {
  Tensor in = tensor(3, 130, 130), a = tensor(16, 128, 128), p = tensor(16, 64, 64), b2 = tensor(32, 62, 62),
         q = tensor(32, 31, 31);
  float *k1 = malloc(16 * 3 * 9 * 4), *k2 = malloc(32 * 16 * 9 * 4), *bias = calloc(32, 4),
        *w = malloc(10 * 32 * 31 * 31 * 4), out[10];
  for (int i = 0; i < 16 * 3 * 9; i++)
    k1[i] = (i % 7 - 3) * 0.1f;
  for (int i = 0; i < 32 * 16 * 9; i++)
    k2[i] = (i % 5 - 2) * 0.1f;
  for (int i = 0; i < 10 * 32 * 31 * 31; i++)
    w[i] = (i % 11 - 5) * 0.01f;
  for (int i = 0; i < 3 * 130 * 130; i++)
    in.d[i] = i % 255 / 255.0f;
  double t = 0;
  for (int r = 0; r < 5; r++) {
    conv2d(&in, k1, bias, &a, 3);
    relu(&a);
    maxpool(&a, &p);
    conv2d(&p, k2, bias, &b2, 3);
    relu(&b2);
    maxpool(&b2, &q);
    dense(q.d, 32 * 31 * 31, w, out, 10);
    for (int i = 0; i < 10; i++)
      t += out[i];
    in.d[r] += 0.5f;
  }
  printf("%.9g\n", t);
}
