// A loop with two inner loops, each of which comes apart into several.
#include <stdio.h>

enum { N = 50, M = 9 };
static int counts[512], sums[64], cells[1024];

static long tail;

static void fill(int n, int m, int one, int two) {
    unsigned k = 0;
    int p = two, q = two, i, j = 0;
    for (i = 0; i < n; i++) {         // raddle: device | host(output on 'cells')
        for (j = 0; j < m - 1; j++) { // raddle: host(output on 'cells')
            counts[(unsigned long)(q + 4096) % 512] += 1;
            cells[i * 8 + (j & 7)] = (int)p;
            sums[i] += (int)(q % 1000);
            cells[i * 8 + (j & 7)] = (int)p;
        }
        for (j = 0; j < 3; j++) { // raddle: host(output on 'cells')
            cells[i * 8 + (j & 7)] = (int)k;
            cells[i * 8 + (j & 7)] = (int)p;
        }
        for (j = 0; j < n; j++) // raddle: host(output on 'cells')
            cells[i * 8 + (j & 7)] = (int)q;
    }
    tail += (long)k + p + q + i + j + one;
}

int main(void) {
    fill(N, M, 3, 11);
    fill(0, M, 2, 3);
    fill(5, -1, 8, 7);
    fill(9, 0, -2, 3);
    unsigned h = 1;
    for (int i = 0; i < 512; i++) // raddle: host(anti on 'h')
        h = h * 31 + counts[i];
    for (int i = 0; i < 64; i++) // raddle: host(anti on 'h')
        h = h * 31 + sums[i];
    for (int i = 0; i < 1024; i++) // raddle: host(anti on 'h')
        h = h * 31 + cells[i];
    printf("%u %ld\n", h, tail);
    return 0;
}
