// A product, a transposition and a stencil in blocks whose size is given when the program runs.
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { N = 701, ROUNDS = 40 };

static void product(int n, int size, const double *restrict a, const double *restrict b, double *restrict c) {
    for (int ii = 0; ii < n; ii += size)
        for (int kk = 0; kk < n; kk += size)
            for (int jj = 0; jj < n; jj += size)
                for (int i = ii; i < MIN(ii + size, n); i++)
                    for (int k = kk; k < MIN(kk + size, n); k++)
                        for (int j = jj; j < MIN(jj + size, n); j++)
                            c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void transpose(int n, int size, const double *restrict a, double *restrict t) {
    for (int ii = 0; ii < n; ii += size)
        for (int jj = 0; jj < n; jj += size)
            for (int i = ii; i < ii + size && i < n; i++)
                for (int j = jj; j < jj + size && j < n; j++)
                    t[j * n + i] = a[i * n + j];
}

static void smooth(int n, int size, const double *restrict a, double *restrict b) {
    for (int ii = 1; ii < n - 1; ii += size)
        for (int jj = 1; jj < n - 1; jj += size)
            for (int i = ii; i < MIN(ii + size, n - 1); i++)
                for (int j = jj; j < MIN(jj + size, n - 1); j++)
                    b[i * n + j] = 0.2 * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
}

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 48;
    double *a = malloc(N * N * sizeof(double)), *b = malloc(N * N * sizeof(double)), *c = calloc(N * N, sizeof(double));
    for (int i = 0; i < N * N; i++) {
        a[i] = i % 17 * 0.25 - 2;
        b[i] = i % 13 * 0.125 - 1;
    }
    product(N, size, a, b, c);
    for (int round = 0; round < ROUNDS; round++) {
        transpose(N, size, a, b);
        smooth(N, size, b, a);
    }
    double all = 0;
    for (int i = 0; i < N * N; i++)
        all += a[i] * (i % 7) + c[i];
    printf("%.17g\n", all);
    return 0;
}
