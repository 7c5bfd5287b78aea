/* Arithmetic of all integer widths, shifts, division, conversions among integers and floats. */
#include "hash.h"
#include <stdint.h>

enum { N = 256 };
static int8_t i8[N];
static uint8_t u8[N];
static int16_t i16[N];
static uint16_t u16[N];
static int32_t i32[N];
static uint32_t u32[N];
static int64_t i64[N];
static uint64_t u64[N];
static float f32[N];
static double f64[N];
static _Bool flag[N];

int main(void) {
  for (int i = 0; i < N; i++) { // raddle: device
    i8[i] = (int8_t)(i * 3);
    u8[i] = (uint8_t)(i * 5);
    i16[i] = (int16_t)(i * 517);
    u16[i] = (uint16_t)(i * 771);
    i32[i] = i * 123457 - 9999999;
    u32[i] = (uint32_t)i * 2654435761u;
    i64[i] = (int64_t)i * 1234567890123 - 77;
    u64[i] = (uint64_t)i * 11400714819323198485u;
    f32[i] = i * 0.37f - 20;
    f64[i] = i * 1e5 / 7 - 1e6;
  }
  for (int i = 0; i < N; i++) { // raddle: device
    i8[i] = (int8_t)(i8[i] + u8[i]);
    u8[i] = (uint8_t)(u8[i] >> (i & 7));
    i16[i] = (int16_t)(i16[i] / (i % 13 + 1));
    u16[i] = (uint16_t)(u16[i] % (i % 11 + 1));
    i32[i] = i32[i] / 7 + (i32[i] >> 3) - i32[i] % 5;
    u32[i] = (u32[i] << (i & 31)) | (u32[i] >> 1);
    i64[i] = i64[i] / (i + 1) + (i64[i] >> 7);
    u64[i] = u64[i] / 3 ^ u64[i] % 1000003;
  }
  for (int i = 0; i < N; i++) { // raddle: device
    int32_t whole = (int32_t)f32[i];
    f32[i] = (float)f64[i] + (float)u8[i] + whole;
    f64[i] = (double)i64[i] + f32[i] + (double)u32[i];
    i16[i] = (int16_t)(i16[i] + (int)(f32[i] * 0.001f));
    flag[i] = (i32[i] & 4) && u8[i] > 3;
  }
  for (int i = 0; i < N; i++) // raddle: device
    i64[i] = i64[i] < 0 ? -i64[i] : ~i64[i] + (u64[i] > 1000 ? i : -i);
  PRINT_HASH(i8);
  PRINT_HASH(u8);
  PRINT_HASH(i16);
  PRINT_HASH(u16);
  PRINT_HASH(i32);
  PRINT_HASH(u32);
  PRINT_HASH(i64);
  PRINT_HASH(u64);
  PRINT_HASH(f32);
  PRINT_HASH(f64);
  PRINT_HASH(flag);
  return 0;
}
