// Pointers and counters that walk through nested loops by strides that the caller gives, as image and matrix code has them.
#include <stdio.h>
#include <string.h>

enum { W = 37, H = 41, ROOM = 60 * 60 };
static unsigned char image[ROOM], negative[ROOM];
static double matrix[ROOM], x[ROOM], y[ROOM];
static float padded[ROOM], plain[ROOM];

// The rows of two images.
static void rows(unsigned char *to, int to_stride, const unsigned char *from, int from_stride, int w, int h) {
    for (int j = 0; j < h; j++) { // raddle: device
        for (int i = 0; i < w; i++)
            to[i] = 255 - from[i];
        to += to_stride;
        from += from_stride;
    }
}

// Each row is walked, and then what is left of it.
static void walked_rows(unsigned char *to, int to_stride, const unsigned char *from, int from_stride, int w, int h) {
    for (int j = 0; j < h; j++) { // raddle: device
        for (int i = 0; i < w; i++)
            *to++ = *from++ ^ 3;
        to += to_stride - w;
        from += from_stride - w;
    }
}

// From below, with strides below zero.
static void upside_down(unsigned char *to, int to_stride, const unsigned char *from, size_t from_stride, int w, int h) {
    from += from_stride * h;
    for (int j = 0; j < h; j++) { // raddle: device
        from -= from_stride;
        for (int i = 0; i < w; i++)
            to[i] += from[i] >> 1;
        to += to_stride;
    }
}

// Steps in the header, one of which is by the index.
static void headers(unsigned char *to, const unsigned char *from, int stride, int w, int h) {
    const unsigned char *p = from;
    unsigned char *q = to;
    for (int j = 0; j < h; j++, p += stride, q += w) // raddle: device
        for (int i = 0; i < w; i++)
            q[i] ^= p[i] + 1;
    int triangle = 0, j = 0;
    for (j = 0; j < h / 2; j++, triangle += j) // raddle: host(index is used after its increment)
        to[triangle] += 3;
}

// Three loops write one row.
static void pad(float *out, const float *in, int n, int m, int p) {
    for (int i = 0; i < n; i++) { // raddle: device
        for (int j = 0; j < p; j++)
            *out++ = -1;
        for (int j = 0; j < m; j++)
            *out++ = *in++;
        *out++ = i;
        for (int j = 0; j < p; j++)
            *out++ = -2;
    }
}

static void axpy(int n, double a, const double *dx, int incx, double *dy, int incy) {
    int ix = 0, iy = 0;
    if (incx < 0)
        ix = (1 - n) * incx;
    if (incy < 0)
        iy = (1 - n) * incy;
    for (int i = 0; i < n; i++) { // raddle: device
        dy[iy] = dy[iy] + a * dx[ix];
        ix += incx;
        iy += incy;
    }
}

static void gemv(int m, int n, double alpha, const double *a, int lda, const double *vx, int incx, double *vy, int incy) {
    int jx = 0;
    for (int j = 0; j < n; j++) { // raddle: host(reduction + on 'y')
        double t = alpha * vx[jx];
        int iy = 0;
        for (int i = 0; i < m; i++) { // raddle: device
            vy[iy] += t * a[i + j * lda];
            iy += incy;
        }
        jx += incx;
    }
}

// What counters are behind the loops, some of which do not run.
static long counters(int n, int m, int step, unsigned wrapping) {
    int at = 7, k;
    unsigned around = 4000000000u;
    long far = 0;
    for (k = 0; k < n; k++) { // raddle: device
        for (int j = 0; j < m; j++) {
            far += step;
            around += wrapping;
        }
        at += step;
        y[k] += far + at + around % 16;
        far -= 2;
    }
    return far * 31 + at + k + around % 1000;
}

static unsigned hash(const void *bytes, size_t n) {
    const unsigned char *all = bytes;
    unsigned h = 1;
    for (size_t i = 0; i < n; i++) // raddle: host(anti on 'h')
        h = h * 31 + all[i];
    return h;
}

int main(void) {
    for (int i = 0; i < ROOM; i++) { // raddle: device
        image[i] = i * 7 ^ i >> 3;
        matrix[i] = i % 101 * 0.25;
        x[i] = i % 17 - 8;
        plain[i] = i % 29;
    }
    static const int strides[] = {W, W + 5, -W, 0, 1, 50};
    for (int s = 0; s < 6; s++) { // raddle: host(call to 'printf')
        int to = strides[s], from = strides[(s + 2) % 6], start = to < 0 || from < 0 ? (H - 1) * W : 0;
        rows(negative + start, to, image + start, from, W, H);
        walked_rows(negative + start, to, image + start, from, W, H);
        upside_down(negative + start, to, image, from < 0 ? 0 : from, W, H);
        upside_down(negative + start, to, image, 3, 0, H);
        headers(negative, image + (to < 0 ? H * W : 0), to, W, H);
        axpy(60, 0.5, x, s - 3, y, 2 - s);
        axpy(0, 0.5, x, 3, y, 0);
        gemv(50, 40, 0.25, matrix, 55, x, s, y, s + 1);
        pad(padded, plain, 30 + s, 40, s - 1);
        pad(padded, plain, s - 2, -1, 2);
        printf("%u %u %u ", hash(negative, sizeof negative), hash(y, sizeof y), hash(padded, sizeof padded));
        printf("%ld %ld\n", counters(30, s - 1, to, 123456789u * s), counters(s - 3, 4, from, 5));
    }
    return 0;
}
