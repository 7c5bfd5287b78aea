// The norm of b - A x: a product of each row, whose squares are added up in order.
#include <stdio.h>

enum { N = 600, ROUNDS = 1500 };
static double a[N * N], x[N], b[N];

static double residual(int n, const double *a, const double *x, const double *b) {
    double norm = 0;
    for (int i = 0; i < n; i++) {
        double r = b[i];
        for (int j = 0; j < n; j++)
            r -= a[i * n + j] * x[j];
        norm += r * r;
    }
    return norm;
}

int main(void) {
    for (int i = 0; i < N * N; i++)
        a[i] = i * 7 % 1013 / 1013.0;
    double sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        x[round % N] += 0.5;
        sum += residual(N, a, x, b);
    }
    printf("%.17g\n", sum);
    return 0;
}
