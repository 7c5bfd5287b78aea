/* Doubles an array on the emulated device, with the mistake that the first argument names. */
#include <raddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static double x[N], y[N];
static uint64_t stolen;

static void scale_emu(const uint64_t *args, const int64_t lo[3], const int64_t hi[3]) {
    const double *from = (const double *)args[0];
    double *to = (double *)args[1];
    int64_t shift = (int64_t)args[2];
    stolen = args[0];
    for (int64_t i = lo[0]; i < hi[0]; i++) {
        raddle_emu_access((uint64_t)&from[i + shift], 8, 0, "emulated.c:21:17");
        double value = 2 * from[i + shift];
        raddle_emu_access((uint64_t)&to[i], 8, 1, "emulated.c:21:9");
        to[i] = value;
    }
}

static void steal_emu(const uint64_t *args, const int64_t lo[3], const int64_t hi[3]) {
    (void)lo, (void)hi;
    raddle_emu_access(args[0], 8, 0, "emulated.c:30:1");
}

int main(int argc, char **argv) {
    const char *mistake = argc > 1 ? argv[1] : "none";
#define IS(name) (strcmp(mistake, name) == 0)
    static const raddle_site site = {{0, 0, 0}, RADDLE_ABI_VERSION, 0, "emulated.c:20", "main"};
    static const int32_t arg_range[] = {0, 1, -1}, no_range[] = {-1};
    static raddle_kernel scale = {RADDLE_ABI_VERSION, 1, "scale", "emulated.c:20", 3, arg_range, 0, scale_emu, 0, 0, 0, 0, 0, {0}, 0, 0, 0};
    static raddle_kernel steal = {RADDLE_ABI_VERSION, 1, "steal", "emulated.c:30", 1, no_range, 0, steal_emu, 0, 0, 0, 0, 0, {0}, 0, 0, 0};
    for (int i = 0; i < N; i++) x[i] = i;
    uint32_t y_flags = IS("undeclared-write") ? RADDLE_READ : RADDLE_WRITE | RADDLE_OVERWRITTEN;
    raddle_range ranges[] = {{x, 0, sizeof x, RADDLE_READ, 0, "x", {0}, {0}, {0}, 0, 0}, {y, 0, sizeof y, y_flags, 1, "y", {0}, {0}, {0}, 0, 0}};
    if (!raddle_enter(&site, ranges, 2, 1000000, N)) return 10;
    if (!IS("no-copy-in")) raddle_copy_in(&site, &ranges[0]);
    int64_t extent[3] = {IS("no-write") ? N - 1 : N, 1, 1};
    uint64_t args[] = {(uint64_t)x, (uint64_t)y, IS("out-of-bounds") ? 3 : 0};
    raddle_launch(&site, &scale, extent, args);
    if (IS("stale-copy-in")) raddle_copy_in(&site, &ranges[1]);
    if (!IS("no-copy-out")) raddle_copy_out(&site, &ranges[1]);
    if (IS("freed-early")) raddle_host_end(x, 8);
    raddle_exit(&site);
    for (int i = 0; i < N; i++)
        if (y[i] != 2.0 * i) return 11;
    if (IS("use-after-exit")) raddle_launch(&site, &scale, extent, args);
    if (IS("stale-pointer") || IS("host-pointer")) {
        raddle_enter(&site, ranges, 2, 1000000, N);
        uint64_t address = IS("stale-pointer") ? stolen : (uint64_t)x;
        int64_t one[3] = {1, 1, 1};
        raddle_launch(&site, &steal, one, &address);
    }
    puts("done");
    return 0;
}
