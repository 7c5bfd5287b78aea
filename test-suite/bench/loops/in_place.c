// Functions of vectors and images whose callers pass the output as one of the inputs.
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 20, WIDTH = 1 << 10, ROUNDS = 60 };

typedef void sum_of(int, double, const double *, double, const double *, double *);
typedef void filter(int, int, const float *, float *);

static void sum(int n, double a, const double *x, double b, const double *y, double *w) {
    for (int i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}

static void contrast(int width, int height, const float *from, float *to) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float v = from[y * width + x];
            v = v * v * (3 - 2 * v);
            to[y * width + x] = v < 0.1f ? 0.1f : v > 0.9f ? 0.9f : v;
        }
}

int main(int argc, char **argv) {
    // Nobody but the caller knows which arrays these are.
    sum_of *volatile add = sum;
    filter *volatile apply = contrast;
    double *x = malloc(N * sizeof(double)), *y = malloc(N * sizeof(double));
    float *image = malloc(N * sizeof(float));
    for (int i = 0; i < N; i++) {
        x[i] = i % 101;
        y[i] = 1.0 / (i + 1);
        image[i] = i % 97 / 96.0f;
    }
    for (int round = 0; round < ROUNDS; round++) {
        add(N, 0.5, x, 0.25, y, y);
        add(N, 0.5, x, 0.5, y, x);
        apply(WIDTH, N / WIDTH, image, image);
    }
    double all = 0;
    for (int i = 0; i < N; i++)
        all += x[i] + y[i] + image[i];
    printf("%.17g\n", all);
    return 0;
}
