// The energy of all pairs of bodies, with a cutoff.
#include <math.h>
#include <stdio.h>

enum { N = 2000, ROUNDS = 20 };
static double x[N], y[N], mass[N];

static double energy(int n, const double *x, const double *y, const double *mass) {
    double e = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j], r2 = dx * dx + dy * dy;
            if (r2 < 0.8)
                e -= mass[i] * mass[j] / sqrt(r2 + 1e-9);
        }
    return e;
}

int main(void) {
    for (int i = 0; i < N; i++) {
        x[i] = i * 31 % 1009 / 1009.0;
        y[i] = i * 17 % 887 / 887.0;
        mass[i] = 1 + i % 3;
    }
    double sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        x[round] *= 0.5;
        sum += energy(N, x, y, mass);
    }
    printf("%.17g\n", sum);
    return 0;
}
