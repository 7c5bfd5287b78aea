//! Steps that several functions share: exponents, powers of two, rounding to integers, polynomials, NaNs. No function of
//! <math.h> by itself.

use crate::algebra::{Algebra, Float, Integer};

/// 1.5 * 2^52: added to a small number, it leaves the number rounded to an integer in the low bits.
const INTEGER_SHIFT: f64 = 6_755_399_441_055_744.0;
const SMALLEST_NORMAL: f64 = f64::MIN_POSITIVE;

/// The nearest integer to x, as both kinds; |x| below 2^51.
pub fn nearest<A: Algebra>(a: A, x: A::F64) -> (A::F64, A::I64) {
    let shifted = x + INTEGER_SHIFT;
    (shifted - INTEGER_SHIFT, a.bits(shifted) - INTEGER_SHIFT.to_bits().cast_signed())
}

/// |k| below 2^51.
pub fn to_float<A: Algebra>(a: A, k: A::I64) -> A::F64 {
    a.of_bits(k + INTEGER_SHIFT.to_bits().cast_signed()) - INTEGER_SHIFT
}

/// 2^k for k from -1022 to 1023; 0 for -1023.
pub fn power_of_two<A: Algebra>(a: A, k: A::I64) -> A::F64 {
    a.of_bits((k + 1023) << 52)
}

/// x * 2^k for k from -2044 to 2046, rounded once unless |x| is far from 1.
pub fn scale<A: Algebra>(a: A, x: A::F64, k: A::I64) -> A::F64 {
    let half = k >> 1;
    x * power_of_two(a, half) * power_of_two(a, k - half)
}

/// x = m * 2^k with m in [`low`, 2 `low`), for positive finite x; `low` is in (1/2, 1].
pub fn split<A: Algebra>(a: A, x: A::F64, low: f64) -> (A::I64, A::F64) {
    let subnormal = x.lt(a.f64(SMALLEST_NORMAL));
    let x = a.select(subnormal, x * 18_014_398_509_481_984.0, x); // 2^54
    let bits = a.bits(x);
    let k = (bits - low.to_bits().cast_signed()) >> 52;
    let m = a.of_bits(bits - (k << 52));
    (a.select(subnormal, k - 54, k), m)
}

/// Horner's rule; coefficients lowest first.
pub fn polynomial<A: Algebra>(a: A, x: A::F64, coefficients: &[f64]) -> A::F64 {
    let Some((last, rest)) = coefficients.split_last() else { return a.f64(0.0) };
    rest.iter().rev().fold(a.f64(*last), |sum, c| sum * x + *c)
}

pub fn is_nan<A: Algebra, F: Float<A>>(x: F) -> A::Bool {
    x.ne(x)
}

/// x, or `limit` if x is larger or a NaN.
pub fn at_most<A: Algebra>(a: A, x: A::F64, limit: f64) -> A::F64 {
    let limit = a.f64(limit);
    a.select(x.lt(limit), x, limit)
}

pub fn at_least<A: Algebra>(a: A, x: A::F64, limit: f64) -> A::F64 {
    let limit = a.f64(limit);
    a.select(limit.lt(x), x, limit)
}

/// The smaller integer.
pub fn min_integer<A: Algebra>(a: A, k: A::I64, limit: i64) -> A::I64 {
    let limit = a.i64(limit);
    a.select(k.lt(limit), k, limit)
}

pub fn max_integer<A: Algebra>(a: A, k: A::I64, limit: i64) -> A::I64 {
    let limit = a.i64(limit);
    a.select(k.lt(limit), limit, k)
}

/// A function that is x near 0, signed zeros and subnormal numbers included.
pub fn keep_tiny<A: Algebra>(a: A, x: A::F64, result: A::F64) -> A::F64 {
    let tiny = a.f64(1.0 / (1u64 << 54) as f64);
    a.select(x.abs().lt(tiny), x, result)
}

/// For functions that replace an argument that is not a number on the way.
pub fn keep_nan<A: Algebra>(a: A, x: A::F64, result: A::F64) -> A::F64 {
    a.select(is_nan(x), x, result)
}
