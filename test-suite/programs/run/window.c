// An array that is declared before the loops, and that each iteration fills and then sorts, searches or counts in, at places that the data tell.
#include <stdio.h>
#include <stdlib.h>

enum { M = 40, N = 60 };
static int image[M * N], sorted[M * N], counted[M * N], kept[M * N];

static void median(int m, int n, const int *g, int *o) {
    int p[5];
    for (int i = 1; i < m - 1; i++)          // raddle: device
        for (int j = 1; j < n - 1; j++) {
            p[0] = g[(i - 1) * n + j];
            p[1] = g[(i + 1) * n + j];
            p[2] = g[i * n + j];
            p[3] = g[i * n + j - 1];
            p[4] = g[i * n + j + 1];
            for (int a = 1; a < 5; a++) {
                int v = p[a], b = a - 1;
                while (b >= 0 && p[b] > v) {
                    p[b + 1] = p[b];
                    b--;
                }
                p[b + 1] = v;
            }
            o[i * n + j] = p[2];
        }
}

// Filled by a loop.
static void commonest(int m, int n, const int *g, int *o) {
    int found[16], i, j, k;
    for (i = 0; i < m; i++)                  // raddle: device
        for (j = 3; j < n; j++) {
            for (k = 0; k < 16; k++)
                found[k] = 0;
            for (k = 0; k < 4; k++)
                found[g[i * n + j - k] & 15]++;
            int best = 0;
            for (k = 1; k < 16; k++)
                if (found[k] > found[best])
                    best = k;
            o[i * n + j] = best;
        }
}

// One element is left as the iteration before had it: the loop stays in order.
static void left(int m, int n, const int *g, int *o) {
    int p[5] = {1, 2, 3, 4, 5};
    for (int i = 0; i < m * n; i++) {        // raddle: host(output on 'p')
        p[0] = g[i];
        p[1] = p[0] & 3;
        p[2] = 7;
        p[3] = p[1] + 1;
        o[i] = p[(g[i] & 1023) % 5];
        p[g[i] % 5] += 1;
    }
}

int main(void) {
    unsigned at = 1;
    for (int i = 0; i < M * N; i++) { // raddle: host(anti on 'at')
        at = at * 1664525u + 1013904223u;
        image[i] = at >> 20;
    }
    median(M, N, image, sorted);
    commonest(M, N, image, counted);
    left(M, N, image, kept);
    unsigned sum = 0;
    for (int i = 0; i < M * N; i++)  // raddle: host(anti on 'sum')
        sum = sum * 31 + sorted[i] + 7 * counted[i] + 13 * kept[i];
    printf("%u\n", sum);
    return 0;
}
