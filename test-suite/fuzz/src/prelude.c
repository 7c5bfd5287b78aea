#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Their product is 2. */
#ifdef DECLARED
extern unsigned third, three;
#else
unsigned third = 0x55555556, three = 3;
#endif
/* Sizes of arrays. */
struct D {
    int n, m;
};
/* In programs of two files these functions are in one of them. */
#ifndef HELPER
#define HELPER static
#define BODY(...) __VA_ARGS__
#endif
/* What numbers are compared by. */
#define ITSELF(x) (x)
#define REAL_PART(x) __real__(x)
/* Small functions of one type, from its sum, which cannot overflow. Some have several ways out. */
#define HELPERS(T, NAME, ADD, KEY)                                                                                   \
    typedef struct { T x, y; } pair_##NAME;                                                                          \
        HELPER T early_##NAME(T a, T b) BODY({                                                                       \
        if (KEY(a) < KEY(b)) return b;                                                                               \
        if (a == (T)3) { b = ADD(a, b); if (KEY(b) > KEY(a)) return b; } else b = ADD(b, (T)1);                      \
        return KEY(b) < 9 ? a : b;                                                                                   \
    })                                                                                                               \
    HELPER T looped_##NAME(T a, T b) BODY({                                                                          \
        for (int k = 0; k < 4; k++) {                                                                                \
            if (KEY(a) < k) continue;                                                                                \
            b = ADD(b, a);                                                                                           \
            if (KEY(b) > 20) return b;                                                                               \
        }                                                                                                            \
        while (KEY(b) < KEY(a)) { if (b == (T)2) break; a = b; }                                                     \
        return ADD(a, b);                                                                                            \
    })                                                                                                               \
    HELPER T switched_##NAME(T a, T b) BODY({                                                                        \
        switch ((KEY(a) < KEY(b)) + 2 * (KEY(a) > 4)) {                                                              \
        case 0: return b;                                                                                            \
        case 1: a = ADD(a, b); break;                                                                                \
        case 2: b = ADD(b, (T)5); /* falls */                                                                        \
        default: a = ADD(b, (T)1);                                                                                   \
        }                                                                                                            \
        return ADD(a, a);                                                                                            \
    })                                                                                                               \
    HELPER void ends_##NAME(T a, T *low, T *high) BODY({                                                             \
        *low = KEY(a) < 4 ? a : (T)4;                                                                                \
        *high = ADD(*low, (T)1);                                                                                     \
    })                                                                                                               \
    HELPER T deep_##NAME(T a, T b) BODY({                                                                            \
        T ends[2];                                                                                                   \
        ends_##NAME(a, ends, &ends[1]);                                                                              \
        if (KEY(a) <= KEY(b) && KEY(a) >= 0 && KEY(a) <= 2) return deep_##NAME(ends[1], b);                          \
        return KEY(a) > KEY(b) ? ADD(ends[0], (T)3) : b;                                                             \
    })                                                                                                               \
    HELPER T chosen_##NAME(T a, T b) BODY({ return (KEY(a) < KEY(b) ? mix_##NAME : early_##NAME)(b, a); })           \
    HELPER pair_##NAME order_##NAME(T a, T b) BODY({                                                                 \
        pair_##NAME p = {a, b};                                                                                      \
        if (KEY(b) < KEY(a)) { pair_##NAME q = p; p.x = q.y; p.y = q.x; }                                            \
        return p;                                                                                                    \
    })                                                                                                               \
    HELPER T fold_##NAME(pair_##NAME p) BODY({ return ADD(ADD(p.x, p.x), p.y); })                                    \
    HELPER void twice_##NAME(T *at, T value) BODY({                                                                  \
        *at = ADD(*at, value);                                                                                       \
        if (KEY(value) < 9) return;                                                                                  \
        *at = value;                                                                                                 \
    })                                                                                                               \
    HELPER void often_##NAME(T *at, T value) BODY({                                                                  \
        for (int k = 0; k < 3; k++) {                                                                                \
            *at = ADD(*at, (T)k);                                                                                    \
            if (KEY(*at) > KEY(value)) return;                                                                       \
        }                                                                                                            \
        *at = value;                                                                                                 \
    })
/* Filling, hashing and small functions for one type. Values repeat after a while so that comparisons hold now and then. */
#define INTEGER(T, NAME, U)                                                                                          \
    static T add_##NAME(T a, T b) { return (T)((U)a + (U)b); }                                                       \
    HELPER void bump_##NAME(T *at, T value) BODY({ *at = (T)((U)*at + (U)value); })                                  \
    HELPER T mix_##NAME(T a, T b) BODY({ return (T)((U)a * 3u + ((U)b ^ 5u)); })                                     \
    HELPERS(T, NAME, add_##NAME, ITSELF)                                                                             \
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
    static T add_##NAME(T a, T b) { return a + b; }                                                                  \
    HELPER void bump_##NAME(T *at, T value) BODY({ *at = *at + value; })                                             \
    HELPER T mix_##NAME(T a, T b) BODY({ return a * (T)0.5 + b; })                                                   \
    HELPERS(T, NAME, add_##NAME, ITSELF)                                                                             \
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
/* Complex numbers T with parts R. One array in three begins with parts that are infinite, large, NaN or negative zeros here and there. */
#define COMPLEX(T, NAME, R, PART)                                                                                    \
    static T add_##NAME(T a, T b) { return a + b; }                                                                  \
    HELPER void bump_##NAME(T *at, T value) BODY({ *at += value; __imag__ *at -= 1; })                               \
    HELPER T mix_##NAME(T a, T b) BODY({ return ~a * (R)0.5 + b; })                                                  \
    HELPERS(T, NAME, add_##NAME, REAL_PART)                                                                          \
    static void fill_##NAME(T *p, int64_t count, uint64_t seed) {                                                    \
        R *parts = (R *)p;                                                                                           \
        R odd[] = {INFINITY, -INFINITY, NAN, -(R)0, sizeof(R) == 4 ? 3e38 : 1e300, sizeof(R) == 4 ? 1e-30 : -1e200}; \
        fill_##PART(parts, 2 * count, seed);                                                                         \
        for (int64_t i = 0; i < count; i++) {                                                                        \
            uint64_t x = (seed + i) * 6364136223846793005u >> 33;                                                    \
            if (x % 8 < 3) { parts[2 * i] = x >> 3 & 3; parts[2 * i + 1] = (x >> 5) % 3; }                           \
            if (seed % 3 == 0 && x % 8 == 4) parts[2 * i + (x >> 3 & 1)] = odd[(x >> 4) % 6];                        \
        }                                                                                                            \
    }                                                                                                                \
    static uint64_t hash_##NAME(uint64_t h, const T *p, int64_t count) {                                             \
        return hash_##PART(h, (const R *)p, 2 * count);                                                              \
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
    bump_##NAME(&NAME, mix_##NAME(NAME, early_##NAME(NAME, looped_##NAME(NAME, switched_##NAME(NAME, NAME)))));      \
    twice_##NAME(&NAME, fold_##NAME(order_##NAME(NAME, deep_##NAME(NAME, chosen_##NAME(NAME, NAME)))));              \
    often_##NAME(&NAME, NAME);                                                                                       \
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
