// flags: -fno-strict-aliasing
// Local variables that are read and written as values of another type.
#include <stdio.h>

enum { N = 3000 };
struct pair { int a; float b; };
static int in[N], low[N], field[N], high[N], sign[N], first[N], stored[N], part[N];
static float f[N], root[N], masked[N];
static long wide[N];
static double d[N];

static int lowest(const int *v) { return *(const unsigned char *)v; }

static float inverse_root(float number) {
    float half = number * 0.5f, y = number;
    int i = *(int *)&y;
    i = 0x5f3759df - (i >> 1);
    y = *(float *)&i;
    return y * (1.5f - half * y * y);
}

static float magnitude(const float *x) {
    const int *bits = (const int *)x;
    return (*bits & 0x7fffffff) * 0.5f;
}

int main(void) {
    for (int i = 0; i < N; i++) { // raddle: device
        in[i] = i * 2654435;
        f[i] = (i - 700) * 0.37f;
        d[i] = (i - 900) * 1.7;
    }
    for (int i = 0; i < N; i++) { // raddle: device
        int t = in[i] * 3;
        low[i] = *(unsigned char *)&t + lowest(&t);
        sign[i] = *(signed char *)&t * 3 + *(short *)&t;
    }
    for (int i = 0; i < N; i++) { // raddle: device
        struct pair p = {in[i], f[i]};
        void *q = &p.a;
        field[i] = *(unsigned short *)q + *(unsigned char *)&p.b + *(int *)&p.b;
    }
    for (int i = 0; i < N; i++) { // raddle: device
        float x = f[i] < 0 ? -f[i] : f[i] + 0.25f, t = f[i] + x;
        root[i] = inverse_root(x + 1);
        masked[i] = magnitude(&t);
    }
    for (int i = 0; i < N; i++) { // raddle: device
        double x = d[i];
        long bits = *(long *)&x;
        high[i] = bits >> 32 ^ *(int *)&bits ^ *(unsigned char *)&x;
        bits &= 0x7fffffffffffffff;
        *(double *)&bits *= 2;
        wide[i] = bits;
    }
    for (int i = 0; i < N; i++) { // raddle: device
        int t[3] = {in[i], i, -i};
        first[i] = *(unsigned char *)t + *(char *)&t[2] + *(unsigned short *)&t[1];
        float *as_float = (float *)&t[0];
        *as_float = f[i];
        stored[i] = t[0];
    }
    for (int i = 0; i < N; i++) { // raddle: host('t' is not accessed by its subscripts)
        int t = in[i];
        *(unsigned char *)&t = i;
        ((unsigned char *)&t)[2] = 7;
        part[i] = t;
    }
    unsigned h = 0;
    for (int i = 0; i < N; i++) { // raddle: host(anti on 'h')
        int a = *(int *)&root[i], b = *(int *)&masked[i];
        h = h * 31 + low[i] + 3 * field[i] + 5 * high[i] + 7 * sign[i] + 11 * first[i] + 13 * stored[i] + 17 * part[i] + a + b + (int)wide[i];
    }
    printf("%u %d %d %d %g %g\n", h, low[7], sign[99], field[1234], root[5], masked[800]);
    return 0;
}
