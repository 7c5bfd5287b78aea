// A sum of values of functions, in order.
#include <math.h>
#include <stdio.h>

enum { N = 400000, ROUNDS = 60 };
static double x[N];

int main(void) {
    double all = 0;
    for (int i = 0; i < N; i++)
        x[i] = i % 997 / 500.0;
    for (int round = 0; round < ROUNDS; round++) {
        double s = 0;
        for (int i = 0; i < N; i++)
            s += exp(-x[i] * x[i]) * sin(x[i] + round);
        all += s * round;
    }
    printf("%.17g\n", all);
    return 0;
}
