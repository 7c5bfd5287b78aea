// Colours to gray, by a loop that counts down and walks pointers.
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000000, ROUNDS = 200 };

static void gray(unsigned char *to, const unsigned char *from, int n) {
    while (n--) {
        int r = *from++, g = *from++, b = *from++;
        *to++ = (r * 77 + g * 150 + b * 29) >> 8;
    }
}

int main(void) {
    unsigned char *colours = malloc(3 * N), *image = malloc(N);
    for (int i = 0; i < 3 * N; i++)
        colours[i] = i * 7;
    unsigned sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        colours[3 * round] ^= 85;
        gray(image, colours, N);
        sum = sum * 31 + image[round];
    }
    printf("%u\n", sum);
    free(colours);
    free(image);
    return 0;
}
