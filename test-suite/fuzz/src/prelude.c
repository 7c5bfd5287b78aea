#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Filling, hashing and small functions for one type. Values repeat after a while so that comparisons hold now and then. */
#define INTEGER(T, NAME, U)                                                                                          \
    static void bump_##NAME(T *at, T value) { *at = (T)((U)*at + (U)value); }                                        \
    static T mix_##NAME(T a, T b) { return (T)((U)a * 3u + ((U)b ^ 5u)); }                                           \
    static void fill_##NAME(T *p, int64_t count, uint64_t seed) {                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                        \
            seed = seed * 6364136223846793005u + 1442695040888963407u;                                               \
            p[i] = (T)(seed & 256 ? seed >> 40 : (seed >> 40) % 16);                                                 \
        }                                                                                                            \
    }                                                                                                                \
    static uint64_t hash_##NAME(uint64_t h, const T *p, int64_t count) {                                             \
        for (int64_t i = 0; i < count; i++)                                                                          \
            for (unsigned b = 0; b < sizeof(T); b++)                                                                 \
                h = (h ^ (uint8_t)((U)p[i] >> 8 * b)) * 1099511628211u;                                              \
        return h;                                                                                                    \
    }
/* The bits of a NaN depend on the order of a machine's operands, so all NaNs hash alike. */
#define FLOAT(T, NAME)                                                                                               \
    static void bump_##NAME(T *at, T value) { *at = *at + value; }                                                   \
    static T mix_##NAME(T a, T b) { return a * (T)0.5 + b; }                                                         \
    static void fill_##NAME(T *p, int64_t count, uint64_t seed) {                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                        \
            seed = seed * 6364136223846793005u + 1442695040888963407u;                                               \
            p[i] = (T)((int64_t)(seed >> 40) % 1000 - 500) / (T)(seed & 256 ? 7 : 4);                                \
        }                                                                                                            \
    }                                                                                                                \
    static uint64_t hash_##NAME(uint64_t h, const T *p, int64_t count) {                                             \
        for (int64_t i = 0; i < count; i++) {                                                                        \
            T value = p[i] != p[i] ? (T)12345.0 : p[i];                                                              \
            const uint8_t *bytes = (const uint8_t *)&value;                                                          \
            for (unsigned b = 0; b < sizeof(T); b++)                                                                 \
                h = (h ^ bytes[b]) * 1099511628211u;                                                                 \
        }                                                                                                            \
        return h;                                                                                                    \
    }
INTEGER(int8_t, i8, uint32_t)
INTEGER(uint8_t, u8, uint32_t)
INTEGER(int16_t, i16, uint32_t)
INTEGER(uint16_t, u16, uint32_t)
INTEGER(int32_t, i32, uint32_t)
INTEGER(uint32_t, u32, uint32_t)
INTEGER(int64_t, i64, uint64_t)
INTEGER(uint64_t, u64, uint64_t)
FLOAT(float, f32)
FLOAT(double, f64)
/* Floats brought into the range of any integer type of 32 bits. */
static long limit_of_long = INT64_MAX - 100000;
static double limit(double x) { return x > -1000000.0 && x < 1000000.0 ? x : 0.0; }
/* Every program uses everything above, whatever its functions do. */
#define TOUCH(T, NAME)                                                                                               \
    T NAME = 0;                                                                                                      \
    fill_##NAME(&NAME, 1, 1);                                                                                        \
    bump_##NAME(&NAME, mix_##NAME(NAME, NAME));                                                                      \
    h = hash_##NAME(h, &NAME, 1);
static uint64_t touch(void) {
    uint64_t h = limit(1.0) > 0.0;
    TOUCH(int8_t, i8)
    TOUCH(uint8_t, u8)
    TOUCH(int16_t, i16)
    TOUCH(uint16_t, u16)
    TOUCH(int32_t, i32)
    TOUCH(uint32_t, u32)
    TOUCH(int64_t, i64)
    TOUCH(uint64_t, u64)
    TOUCH(float, f32)
    TOUCH(double, f64)
    return h;
}
