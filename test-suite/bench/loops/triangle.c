// Distances of all pairs, above the diagonal, in a matrix that nobody has touched.
#include <math.h>
#include <stdio.h>

enum { N = 3001, ROUNDS = 12 };
static double x[N], y[N], sums[N][N];

static void add_distances(int n, const double *x, const double *y, double sums[][N]) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j];
            sums[i][j] += sqrt(dx * dx + dy * dy);
        }
}

int main(void) {
    for (int i = 0; i < N; i++) {
        x[i] = i * 31 % 1009 / 1009.0;
        y[i] = i * 17 % 887 / 887.0;
    }
    for (int round = 0; round < ROUNDS; round++) {
        x[round] *= 0.5;
        add_distances(N, x, y, sums);
    }
    double all = 0;
    for (int i = 0; i < N; i++)
        all += sums[i][N - 1 - i / 2];
    printf("%.17g\n", all);
    return 0;
}
