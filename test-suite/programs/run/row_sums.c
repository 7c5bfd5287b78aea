// Sums along rows: on CPU threads, work items go through them eight together, and what is left over goes alone. Every bit
// is the program's, whatever the number of rows, and a row is added up from its first element on.
#include <stdio.h>
#include <string.h>

enum { ROWS = 43, COLUMNS = 300 };

static double a[ROWS][COLUMNS], b[COLUMNS], c[ROWS], d[ROWS][ROWS];
static float e[COLUMNS * ROWS], f[COLUMNS], g[ROWS];

static void fill(void) {
    for (int i = 0; i < ROWS; i++) // raddle: device
        for (int k = 0; k < COLUMNS; k++) {
            a[i][k] = (i * 31 + k * 17) % 101 / 7.0 - 6.5;
            e[i * COLUMNS + k] = (float)((i * 13 + k * 29) % 97) / 11.0f - 4.0f;
        }
    for (int k = 0; k < COLUMNS; k++) { // raddle: device
        b[k] = (k * 37 % 89) / 13.0 - 3.0;
        f[k] = (float)(k * 41 % 83) / 17.0f - 2.0f;
    }
}

static void product(int rows, int columns) {
    for (int i = 0; i < rows; i++) { // raddle: device
        double sum = c[i];
        for (int k = 0; k < columns; k++)
            sum += a[i][k] * b[k];
        c[i] = sum;
    }
}

static void float_product(float *out, const float *vector, const float *matrix, int columns, int rows) {
    for (int i = 0; i < rows; i++) { // raddle: device
        float value = 0.0f;
        for (int k = 0; k < columns; k++)
            value += matrix[i * columns + k] * vector[k];
        out[i] = value;
    }
}

// The sum starts again in each plane, and the row is walked backwards.
static void by_transposed(int n, int columns) {
    for (int i = 0; i < n; i++) // raddle: device
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int part = 0; part < 3; part++) {
                double mine = 0.5;
                for (int k = columns - 1; k >= 0; k--)
                    mine = mine * 0.75 + a[j][k] * a[i][k];
                sum += mine * (part + 1);
            }
            d[i][j] = sum;
        }
}

static unsigned long long hash;

static void add(const void *data, size_t bytes) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++) // raddle: host(anti)
        hash = hash * 1099511628211ull + byte[i];
}

int main(void) {
    fill();
    for (int rows = 0; rows <= ROWS; rows++) { // raddle: host(shapes)
        product(rows, COLUMNS - rows);
        float_product(g, f, e, rows % 5 ? COLUMNS : rows, rows);
        add(c, sizeof c);
        add(g, sizeof g);
    }
    for (int n = 1; n <= ROWS; n += 7) { // raddle: host(shapes)
        by_transposed(n, 20 + n);
        add(d, sizeof d);
    }
    printf("%016llx %.17g %.9g %.17g\n", hash, c[ROWS - 1], g[3], d[5][ROWS / 2]);
    return 0;
}
