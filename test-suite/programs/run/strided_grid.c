// Grids in one array, whose strides are numbers that need not be products of extents, as structured-grid codes have them.
#include <stdio.h>
#include <string.h>

enum { ROOM = 12000 };
static double a[ROOM], b[ROOM], c[ROOM];
static struct { int jp, kp, imin, imax, jmin, jmax, kmin, kmax; } domain;

static void smooth(double *to, const double *x, const double *w, int jp, int kp, int n, int m, int l) {
    for (int k = 1; k < l; k++) // raddle: device
        for (int j = 1; j < m; j++)
            for (int i = 1; i < n; i++) {
                int at = i + j * jp + k * kp;
                to[at] = w[at] * (x[at - 1] + x[at + 1] + x[at - jp] + x[at + jp] + x[at - kp] + x[at + kp]);
            }
}

// In the order of memory, or not; strides in memory.
static void scale(double *to, double by) {
    int jp = domain.jp, kp = domain.kp;
    for (int k = domain.kmin; k < domain.kmax; k++) // raddle: device
        for (int j = domain.jmin; j < domain.jmax; j++)
            for (int i = domain.imin; i < domain.imax; i++)
                to[i + j * jp + k * kp] *= by;
}

static void plane(double *to, long row, long n, long m, double by) {
    for (long i = 0; i < n; i++) // raddle: device
        for (long j = 0; j < m; j++)
            to[3 * i + j * row] = by + i * j;
}

static double weigh(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) // raddle: host(anti on 'sum')
        sum = sum * 0.75 + x[i] * (i % 13 - 6);
    return sum;
}

static void one(int jp, int kp, int n, int m, int l) {
    for (int i = 0; i < ROOM; i++) { // raddle: device
        a[i] = i % 97 * 0.5;
        b[i] = i % 31 - 3;
        c[i] = 1.0 / (1 + i % 7);
    }
    smooth(a + 500, b + 500, c + 500, jp, kp, n, m, l);
    domain.jp = jp, domain.kp = kp;
    domain.imin = domain.jmin = domain.kmin = 0;
    domain.imax = n, domain.jmax = m, domain.kmax = l;
    scale(a + 500, 1.5);
    plane(c + 500, jp, n, m, 0.25);
    // Behind its own array, which is in the middle of the values.
    smooth(b + 500, b + 501, c + 500, jp, kp, n, m, l);
    printf("%.17g %.17g %.17g\n", weigh(a, ROOM), weigh(b, ROOM), weigh(c, ROOM));
}

int main(void) {
    one(20, 400, 19, 19, 19);
    // Gaps behind rows and planes.
    one(25, 601, 19, 21, 17);
    one(27, 700, 19, 19, 15);
    // Rows that meet, planes that meet, none at all, the other way round, and downward.
    one(10, 400, 19, 19, 19);
    one(20, 100, 19, 19, 19);
    one(0, 0, 9, 9, 9);
    one(400, 20, 19, 19, 19);
    one(20, -20, 5, 9, 3);
    one(-20, 400, 9, 9, 3);
    one(20, 400, 1, 0, -5);
    return 0;
}
