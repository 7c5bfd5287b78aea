// Loops that are entered often and have little to do: `entries KERNEL` runs one of them and prints a sum. See entries.sh.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 400, SIDE = 36 };
#define APART __attribute__((noinline))

static double place[POINTS][3], push[POINTS][3], table[4096];

// Three coordinates in a loop that carries something.
static double coordinates(void) {
    for (int round = 0; round < 1500; round++)
        for (int a = 0; a < POINTS; a++)
            for (int b = 0; b < a; b++) {
                double apart[3], square = 0.1;
                for (int k = 0; k < 3; k++) {
                    apart[k] = place[a][k] - place[b][k];
                    square += apart[k] * apart[k];
                }
                if (square < 9.0)
                    for (int k = 0; k < 3; k++) {
                        push[a][k] += apart[k] / square;
                        push[b][k] -= apart[k] / square;
                    }
            }
    return push[7][1];
}

// A few values of each iteration's own.
static double own_array(void) {
    double sum = 0;
    unsigned at = 1;
    for (int n = 0; n < 60000000; n++) {
        double weight[5];
        at = at * 1664525u + 1013904223u;
        for (int k = 0; k < 5; k++)
            weight[k] = table[(at >> 22) + k];
        for (int k = 1; k < 5; k++)
            sum += weight[k] * weight[k - 1];
    }
    return sum;
}

// Two channels inside of a loop that counts by what it finds.
static double channels(void) {
    double left[2] = {0, 0}, sum = 0;
    int at = 0, steps = 0;
    while (steps < 40000000) {
        for (int c = 0; c < 2; c++)
            left[c] = 0.5 * left[c] + table[(at + c) & 4095];
        at += left[0] > left[1] ? 3 : 2;
        sum += left[0];
        steps++;
    }
    return sum;
}

// Products with the eight elements before.
static double lags(void) {
    double sums[8] = {0};
    for (int round = 0; round < 60000; round++)
        for (int n = 8; n < 4096; n++)
            for (int lag = 0; lag < 8; lag++)
                sums[lag] += table[n] * table[n - lag];
    return sums[3];
}

APART static void add_scaled(int n, double by, const double *from, double *to) {
    for (int i = 0; i < n; i++)
        to[i] += by * from[i];
}

static double short_calls(void) {
    for (int round = 0; round < 80000000; round++)
        add_scaled(8, 1e-9, table + (round & 1023), table + 2048);
    return table[2050];
}

struct vector {
    size_t size, stride;
    double *data;
};

APART static void add(struct vector *to, const struct vector *from) {
    for (size_t i = 0; i < to->size; i++)
        to->data[i * to->stride] += from->data[i * from->stride];
}

static double short_vectors(void) {
    struct vector a = {8, 1, table}, b = {8, 1, table + 100};
    for (int round = 0; round < 60000000; round++)
        add(&a, &b);
    return table[3];
}

APART static void smooth(double ***grid, double ***next, int n) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                next[i][j][k] = 0.5 * grid[i][j][k] + 0.1 * (grid[i - 1][j][k] + grid[i][j + 1][k] + grid[i][j][k - 1]);
}

static double ***rows(void) {
    double ***grid = malloc(SIDE * sizeof *grid);
    for (int i = 0; i < SIDE; i++) {
        grid[i] = malloc(SIDE * sizeof **grid);
        for (int j = 0; j < SIDE; j++)
            grid[i][j] = calloc(SIDE, sizeof ***grid);
    }
    grid[5][5][5] = 1;
    return grid;
}

static double short_rows(void) {
    double ***a = rows(), ***b = rows();
    for (int round = 0; round < 10000; round++) {
        smooth(a, b, SIDE);
        smooth(b, a, SIDE);
    }
    return a[6][6][6];
}

APART static void halves(double *to, const double *one, const double *two, int n) {
    for (int i = 0; i < n; i++)
        to[i] = one[i] + two[i / 2] * table[i];
}

static double short_halves(void) {
    static double to[2048];
    for (int round = 0; round < 400000; round++)
        halves(to, table + 1, table + 7, 2048);
    return to[77];
}

// Extents in variables that nobody writes.
static struct extents {
    int of[3];
} input = {{3, 4, 2}}, weights = {{2, 2, 2}}, output = {{2, 3, 2}};

APART static void convolve(const struct extents *from, const struct extents *by, const struct extents *to) {
    for (int y = 0; y < to->of[0]; y++)
        for (int x = 0; x < to->of[1]; x++)
            for (int c = 0; c < to->of[2]; c++) {
                double sum = 0;
                for (int v = 0; v < by->of[0]; v++)
                    for (int u = 0; u < by->of[1]; u++)
                        sum += table[((y + v) * from->of[1] + x + u) * from->of[2] + c] *
                               table[1000 + (v * by->of[1] + u) * by->of[2] + c];
                table[2000 + (y * to->of[1] + x) * to->of[2] + c] = sum;
            }
}

static double fixed_extents(void) {
    for (int round = 0; round < 20000000; round++) {
        table[round & 15] += 0.25;
        convolve(&input, &weights, &output);
    }
    return table[2007];
}

// Bits behind pointers, a few at a time, in a program whose other loops are launched.
struct writer {
    size_t count;
    unsigned sum;
    void (*full)(struct writer *);
    unsigned char bytes[256];
};

static void add_up(struct writer *from) {
    from->sum = from->sum * 31 + from->bytes[77];
}

static void put(struct writer *to, const void *from, size_t n) {
    memcpy(to->bytes + to->count, from, n);
    to->count += n;
    if (to->count == sizeof to->bytes) {
        to->full(to);
        to->count = 0;
    }
}

static void put_bits(struct writer *to, unsigned *held, unsigned *n_held, unsigned n, unsigned bits) {
    unsigned n_now = *n_held + n;
    *held |= bits << (32 - n_now);
    *n_held = n_now;
    while (*n_held >= 8) {
        unsigned char byte = *held >> 24;
        put(to, &byte, 1);
        *held <<= 8;
        *n_held -= 8;
    }
}

static double few_bits(void) {
    struct writer *writer = calloc(1, sizeof *writer);
    writer->full = add_up;
    unsigned held = 0, n_held = 0, at = 1;
    for (int round = 0; round < 60000000; round++) {
        at = at * 1664525u + 1013904223u;
        unsigned n = 1 + (at >> 29);
        put_bits(writer, &held, &n_held, n, (unsigned)table[at >> 20] & ((1u << n) - 1));
    }
    return writer->sum;
}

static const struct {
    const char *name;
    double (*run)(void);
} kernels[] = {
    {"coordinates", coordinates}, {"own_array", own_array},         {"channels", channels},     {"lags", lags},
    {"short_calls", short_calls}, {"short_vectors", short_vectors}, {"short_rows", short_rows}, {"short_halves", short_halves},
    {"fixed_extents", fixed_extents}, {"few_bits", few_bits},
};

int main(int argc, char **argv) {
    for (int n = 0; n < 4096; n++)
        table[n] = (double)(n * 37 % 101) / 64;
    for (int n = 0; n < POINTS; n++)
        for (int k = 0; k < 3; k++)
            place[n][k] = (double)((n + 1) * (k + 17) % 103) / 8;
    for (size_t n = 0; n < sizeof kernels / sizeof *kernels; n++)
        if (argc < 2)
            puts(kernels[n].name);
        else if (strcmp(argv[1], kernels[n].name) == 0)
            printf("%.17g\n", kernels[n].run());
    return 0;
}
