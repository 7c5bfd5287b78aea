// Loops that step what they test, in the condition or in the body.
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
static unsigned char bytes[3 * N], gray[N];
static float x[N], y[N];
static int words[N];
static short in[N], out[N];

static void countdown(unsigned char *restrict dst, const unsigned char *restrict src, int n) {
    while (n--) {                            // raddle: device
        int r = *src++, g = *src++, b = *src++;
        *dst++ = (r * 77 + g * 150 + b * 29) >> 8;
    }
}

static int value_behind(float *restrict dst, const float *restrict src, int n) {
    while (n-- > 0)                          // raddle: device
        dst[n] = 2 * src[n];
    return n;
}

static unsigned shifted(short *restrict to, const short *restrict from, unsigned len) {
    for (; len; len--)                       // raddle: device
        *to++ = *from++ >> 1;
    return len;
}

static long walked(float *restrict dst, const float *restrict src, const float *end) {
    const float *first = src;
    while (src < end) {                      // raddle: device
        *dst++ = *src * *src;
        src++;
    }
    return src - first;
}

static void until(float *restrict dst, const float *restrict src, const float *end) {
    while (src != end)                       // raddle: device
        *dst++ = 3 * *src++ + 1;
}

static void header(float *restrict dst, const float *restrict src, const float *end) {
    for (const float *p = src; p < end; p++) // raddle: device
        *dst++ = *p - 1;
}

// The last bytes are no whole word.
static const unsigned char *decoded(int *restrict dst, const unsigned char *restrict p, const unsigned char *end) {
    while (p + 4 <= end) {                   // raddle: device
        *dst++ = p[0] | p[1] << 8 | p[2] << 16;
        p += 4;
    }
    return p;
}

// Two steps in an iteration, beyond the bound at the end.
static int two(float *restrict to, int n) {
    int i = 0;
    while (i < n) {                          // raddle: device
        to[i++] = 1.5f;
        to[i++] = -2;
    }
    return i;
}

// Steps that differ, loops that end early and bounds that change stay as they are.
static int uneven(float *restrict to, const int *restrict w, int n) {
    int i = 0;
    while (i < n) {                          // raddle: host(step)
        to[i] = i;
        i += w[i] & 1 ? 1 : 2;
    }
    return i;
}

static int early(float *restrict to, const int *restrict w, int n) {
    while (n--) {                            // raddle: host(how often the loop runs)
        if (w[n] == 77)
            break;
        *to++ = n;
    }
    return n;
}

static int changing(float *restrict to, const float *restrict from, int n) {
    int i = 0;
    while (i < n) {                          // raddle: host(how often the loop runs)
        if (from[i] > 100)
            n--;
        to[i++] = from[i];
    }
    return n;
}

// A negative number counts for ever, as people use it; here until the seventh time.
static int times;
static int a[N], b[N];

static void finish(void) {
    printf("%d %d\n", times, a[3]);
    exit(0);
}

static void forever(int n, int *restrict to, const int *restrict from) {
    while (n--) {                            // raddle: host(call to 'finish')
        for (int i = 0; i < N; i++)          // raddle: device
            to[i] += from[i] + n;
        if (++times == 7)
            finish();
    }
}

// No order of numbers: this one goes up to the greatest one.
static void upward(int i, int n, int *restrict to) {
    while (i != n) {                         // raddle: host(how often the loop runs)
        to[i & 1023] = i & 1;
        i++;
        if (++times == 7)
            finish();
    }
}

int main(int argc, char **argv) {
    for (int i = 0; i < 3 * N; i++)          // raddle: device
        bytes[i] = i * 7;
    for (int i = 0; i < N; i++) {            // raddle: device
        x[i] = i % 97;
        in[i] = i * 11;
        words[i] = i % 78;
    }
    countdown(gray, bytes, N);
    countdown(gray, bytes, 0);
    int n = value_behind(y, x, N), m = value_behind(y, x, -5);
    printf("%d %d %d %g\n", gray[5], n, m, y[N - 1]);
    printf("%u %u %d\n", shifted(out, in, N), shifted(out, in, 0), out[N - 1]);
    printf("%ld %ld %g\n", walked(y, x, x + N), walked(y, x + 5, x + 3), y[N - 1]);
    until(y, x, x + N);
    printf("%g\n", y[N - 1]);
    header(y, x, x + N);
    printf("%g\n", y[N - 1]);
    printf("%ld %d\n", (long)(decoded(words, bytes, bytes + 4 * 2000 + 3) - bytes), words[1999]);
    printf("%d %g %g\n", two(y, N - 3), y[N - 3], y[N - 2]);
    printf("%d %d %d\n", uneven(y, words, N), early(y, words, N), changing(y, x, N));
    double sum = 0;
    for (int i = 0; i < N; i++)              // raddle: host(reduction + on 'sum')
        sum += y[i] + gray[i] + out[i] + words[i];
    printf("%.17g\n", sum);
    if (argc > 5)
        upward(5, 3, a);
    forever(-argc, a, words);
    printf("not reached\n");
    return 0;
}
