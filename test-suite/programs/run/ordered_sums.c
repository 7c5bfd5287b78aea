// flags: -lm
// Sums of floating-point numbers keep their order; what they add up is computed in parallel before them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 150 };
static double a[N * N], x[N], y[N], m[N], u[N * N], v[N * N];
static int member[N * N], size[8];
static float points[N * N], centers[24], sum[24];

static double residual(int n, const double *restrict a, const double *restrict x, const double *restrict b) {
    double norm = 0;
    for (int i = 0; i < n; i++) {             // raddle: device | host(reduction + on 'norm')
        double r = b[i];
        for (int j = 0; j < n; j++)
            r -= a[i * n + j] * x[j];
        norm += r * r;
    }
    return norm;
}

// A value for each pair, of which there are fewer in each iteration before.
static double energy(int n, const double *restrict x, const double *restrict y, const double *restrict m) {
    double e = 0;
    for (int i = 0; i < n; i++)               // raddle: device | host(reduction + on 'e')
        for (int j = 0; j < i; j++) {         // raddle: host(reduction + on 'e')
            double dx = x[i] - x[j], dy = y[i] - y[j];
            e -= m[i] * m[j] / sqrt(dx * dx + dy * dy + 1e-9);
        }
    return e;
}

// Under a condition, which the second part needs as well.
static double cutoff(int n, const double *restrict x, const double *restrict y, double *restrict f, int *restrict pairs) {
    double e = 0;
    int count = 0;
    for (int i = 0; i < n; i++) {             // raddle: device | host(reduction + on 'e')
        double force = 0;
        for (int j = 0; j < n; j++) {         // raddle: host(reduction + on 'e')
            double dx = x[i] - x[j], dy = y[i] - y[j], r2 = dx * dx + dy * dy;
            if (r2 < 0.5 && j != i) {
                double s = 1 / (sqrt(r2) + 0.25) + 1 / (1 + r2), s3 = s * s * s / (1 + s);
                e += s3 * (s3 - 1);
                force += dx * s3;
                count++;
            }
        }
        f[i] = force;
    }
    *pairs = count;
    return e;
}

// What is added up is an element that was stored, an iteration's own variable, or both.
static double stencil(int n, double *restrict u, const double *restrict v) {
    double d = 0;
    for (int i = 1; i < n - 1; i++)           // raddle: device | host(reduction + on 'd')
        for (int j = 1; j < n - 1; j++) {     // raddle: host(reduction + on 'd')
            double t = 0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] + v[i * n + j - 1] + v[i * n + j + 1]);
            d += (t - v[i * n + j]) * (t - v[i * n + j]);
            u[i * n + j] = t;
        }
    return d;
}

static float nearest(int n, int k, int d, const float *restrict x, const float *restrict c, int *restrict member,
                     float *restrict sum, int *restrict size) {
    float delta = 0;
    for (int i = 0; i < n; i++) {             // raddle: device | host(reduction + on 'delta')
        int index = 0;
        float best = 1e30f;
        for (int j = 0; j < k; j++) {
            float s = 0;
            for (int f = 0; f < d; f++)
                s += (x[i * d + f] - c[j * d + f]) * (x[i * d + f] - c[j * d + f]);
            if (s < best) {
                best = s;
                index = j;
            }
        }
        if (member[i] != index)
            delta += 1.0f;
        member[i] = index;
        size[index]++;
        for (int f = 0; f < d; f++)           // raddle: host(reduction + on 'sum')
            sum[index * d + f] += x[i * d + f];
    }
    return delta;
}

// Each step needs the sum of the one before.
static double steps(int n, int t, double *restrict x, const double *restrict a) {
    double s = 1;
    for (int k = 0; k < t; k++) {            // raddle: host(anti on 'x')
        double all = 0;
        for (int i = 0; i < n; i++)          // raddle: device
            x[i] = x[i] / s + 1;
        for (int i = 0; i < n; i++) {        // raddle: device | host(reduction + on 'all')
            double r = 0;
            for (int j = 0; j < n; j++)
                r += a[i * n + j] * x[j];
            all += r * r;
        }
        s = sqrt(all);
    }
    return s;
}

// The first part would read what the second one writes: it is none.
static double chained(int n, const double *restrict a, double *restrict x) {
    double s = 0;
    for (int i = 0; i < n; i++) {            // raddle: host(prefix sum on 's')
        double r = s;
        for (int j = 0; j < n; j++)          // raddle: host(reduction + on 'r')
            r += a[i * n + j] / (1 + j);
        s += sqrt(fabs(r));
        x[i] = r;
    }
    return s;
}

// An element that is stored again and again is no place to read from.
static double again(int n, double *restrict x, const double *restrict a) {
    double s = 0;
    for (int i = 0; i < n; i++)              // raddle: device | host(reduction + on 's')
        for (int j = 0; j < n; j++) {        // raddle: host(reduction + on 's')
            double t = sqrt(a[i * n + j]) / (1 + a[i * n + j]);
            x[i] = t;
            s += t;
        }
    return s;
}

// Each iteration fills a buffer, of which the last one's is wanted, and a table.
enum { LONG = 600 };
static double buffer[LONG], table[LONG / 4];
static double buffers(int n, double *seed, double *counts) {
    double s = 0, c[4] = {0};
    for (int k = 0; k < n; k++) {            // raddle: device | host(reduction + on 's')
        double w = 0.25 + *seed * k;
        for (int i = 0; i < LONG; i++) {
            w = w * 3.9 * (1 - w);
            buffer[i] = w;
        }
        for (int i = 0; i < LONG / 4; i++) {
            double t = sqrt(buffer[i] * buffer[LONG - 1 - i]) / (1 + buffer[i + LONG / 2]);
            table[i] = sqrt(1 + t) / (2 - t) + sqrt(2 + t) / (3 - t) + sqrt(3 + t) / (4 - t);
        }
        for (int i = 0; i < LONG / 4; i++) { // raddle: host(reduction + on 's')
            s += table[i] / (1 + w);
            c[i & 3] += table[i];
        }
    }
    for (int i = 0; i < 4; i++)              // raddle: device
        counts[i] = c[i];
    return s;
}

// What is added so far decides what is computed.
static double enough(int n, double *restrict x, const double *restrict a) {
    double s = 0;
    for (int i = 0; i < n; i++)              // raddle: host(prefix sum on 's')
        if (s < 20) {
            double t = sqrt(a[i]) / (1 + a[i]) + 1 / (2 + a[i]);
            x[i] = t;
            s += t * t;
        }
    return s;
}

int main(void) {
    for (int i = 0; i < N * N; i++) {         // raddle: device
        a[i] = (i * 7 % 1013) / 1013.;
        v[i] = (i * 11 % 977) / 977.;
        points[i] = (i * 7919 % 10007) / 10007.f;
    }
    for (int i = 0; i < N; i++) {             // raddle: device
        x[i] = (i * 31 % 101) / 101.;
        y[i] = (i * 17 % 89) / 89.;
        m[i] = 1 + i % 3;
    }
    for (int i = 0; i < 24; i++)              // raddle: device
        centers[i] = (i * 31 % 101) / 101.f;
    int pairs = 0;
    printf("%.17g %.17g\n", residual(N, a, x, y), energy(N, x, y, m));
    double e = cutoff(N, x, y, m, &pairs);
    printf("%.17g %d %.17g\n", e, pairs, m[N / 2]);
    e = stencil(N, u, v);
    printf("%.17g %.17g %.17g\n", e, u[N + 1], u[N * N - N - 2]);
    float moved = nearest(N * N / 3, 8, 3, points, centers, member, sum, size);
    printf("%g", moved);
    for (int i = 0; i < 24; i++)              // raddle: host(call to 'printf')
        printf(" %.9g %d", sum[i], size[i / 3]);
    e = steps(N, 5, x, a);
    printf("\n%.17g %.17g\n", e, x[3]);
    e = chained(N, a, x);
    printf("%.17g %.17g\n", e, x[N - 1]);
    e = again(N, x, a);
    printf("%.17g %.17g\n", e, x[7]);
    for (int i = 0; i < 4; i++) {             // raddle: host(call to 'printf')
        static const int sizes[] = {0, 1, 65, 130};
        double seed = 1e-4, counts[4];
        e = buffers(sizes[i], &seed, counts);
        printf("%.17g %.17g %.17g %.17g\n", e, counts[1], buffer[0], buffer[LONG - 1]);
    }
    e = enough(N, x, a);
    printf("%.17g %.17g\n", e, x[N - 1]);
    return 0;
}
