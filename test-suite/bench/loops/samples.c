// Samples between two pointers.
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000000, ROUNDS = 300 };

static void scale(float *to, const float *from, const float *end) {
    while (from < end) {
        *to++ = *from * *from / (1 + *from);
        from++;
    }
}

int main(void) {
    float *samples = malloc(N * sizeof(float)), *scaled = malloc(N * sizeof(float));
    for (int i = 0; i < N; i++)
        samples[i] = i % 97;
    double sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        samples[round] += 1;
        scale(scaled, samples, samples + N);
        sum += scaled[round];
    }
    printf("%.17g\n", sum);
    free(samples);
    free(scaled);
    return 0;
}
