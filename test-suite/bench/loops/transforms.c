// A two-dimensional Fourier transform: rows, then columns, each in an array for one of them. And a filter whose table reads what no
// iteration writes, so that nothing is won by looking at it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 512, LOG = 9, ROUNDS = 12 };

static double re[N][N], im[N][N], cosine[N], sine[N];

static void transform(int sign, int n, double *xr, double *xi) {
    for (int i = 0, j = 0; i < n - 1; i++) {
        if (i < j) {
            double t = xr[i];
            xr[i] = xr[j], xr[j] = t;
            t = xi[i];
            xi[i] = xi[j], xi[j] = t;
        }
        int k = n >> 1;
        while (k <= j)
            j -= k, k >>= 1;
        j += k;
    }
    for (int len = 2; len <= n; len <<= 1)
        for (int i = 0; i < n; i += len)
            for (int k = 0; k < len / 2; k++) {
                double wr = cosine[k * (n / len)], wi = sign * sine[k * (n / len)];
                double vr = xr[i + k + len / 2] * wr - xi[i + k + len / 2] * wi;
                double vi = xr[i + k + len / 2] * wi + xi[i + k + len / 2] * wr;
                xr[i + k + len / 2] = xr[i + k] - vr, xi[i + k + len / 2] = xi[i + k] - vi;
                xr[i + k] += vr, xi[i + k] += vi;
            }
}

static void transform2(int sign) {
    double *r = malloc(N * sizeof *r), *i = malloc(N * sizeof *i);
    for (int row = 0; row < N; row++) {
        for (int c = 0; c < N; c++)
            r[c] = re[row][c], i[c] = im[row][c];
        transform(sign, N, r, i);
        for (int c = 0; c < N; c++)
            re[row][c] = r[c], im[row][c] = i[c];
    }
    for (int column = 0; column < N; column++) {
        for (int c = 0; c < N; c++)
            r[c] = re[c][column], i[c] = im[c][column];
        transform(sign, N, r, i);
        for (int c = 0; c < N; c++)
            re[c][column] = r[c] / N, im[c][column] = i[c] / N;
    }
    free(r), free(i);
}

static void filter(int n, const int *to, const int *from, double *line) {
    for (int row = 0; row < N; row++) {
        for (int i = 0; i < n; i++)
            line[to[i]] = re[row][i];
        for (int i = 0; i < n; i++)
            im[row][i] = 0.25 * line[from[i]] + 0.75 * im[row][i];
    }
}

int main(void) {
    static int to[N], from[N];
    static double line[N + 1];
    for (int i = 0; i < N; i++) {
        cosine[i] = cos(2 * 3.141592653589793 * i / N), sine[i] = sin(2 * 3.141592653589793 * i / N);
        to[i] = i, from[i] = i ? i - 1 : N;
        for (int j = 0; j < N; j++)
            re[i][j] = (i * 7 + j * 13) % 64;
    }
    for (int round = 0; round < ROUNDS; round++) {
        transform2(1), transform2(-1);
        filter(N, to, from, line);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += re[i][j] * (j + 1) + im[i][j];
    printf("%.17g\n", sum);
}
