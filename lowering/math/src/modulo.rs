//! fmod and remainder, exact: long division of the significands, ten bits at a time.

use crate::algebra::{Algebra, Float, Integer};
use crate::number::{is_nan, max_integer, min_integer, scale, split, to_float};

/// The result has the sign of x.
pub fn fmod<A: Algebra>(a: A, x: A::F64, y: A::F64) -> A::F64 {
    let (top, bottom) = (Digits::new(a, x.abs()), Digits::new(a, y.abs()));
    let exponents = top.exponent - bottom.exponent;
    let rest = divide(a, top.integer, bottom.integer, exponents);
    let result = scale(a, from_53_bits(a, rest), bottom.exponent);
    let result = a.select(x.abs().lt(y.abs()), x.abs(), result);
    valid(a, x, y, result.copysign(x))
}

/// x - n y with n next to x / y; of two the even one.
pub fn remainder<A: Algebra>(a: A, x: A::F64, y: A::F64) -> A::F64 {
    let (top, bottom) = (Digits::new(a, x.abs()), Digits::new(a, y.abs()));
    // In units of half of y's last place: modulo 2 y first, then y is subtracted up to two times.
    let y_units = bottom.integer << 1;
    let exponents = top.exponent - bottom.exponent + 1;
    let rest = divide(a, top.integer, y_units << 1, exponents);
    let half = bottom.integer;
    let once = rest - y_units;
    let twice = once - y_units;
    let beyond = a.select(once.lt(half), once, twice);
    let rest = a.select(half.lt(rest), beyond, rest);

    let negative = rest.lt(a.i64(0));
    let size = a.select(negative, a.i64(0) - rest, rest);
    // The result is a multiple of y's or of x's last place, so scaling is exact.
    let result = scale(a, from_53_bits(a, size), bottom.exponent - 1);
    let result = a.select(negative, -result, result);
    let result = a.select(exponents.lt(a.i64(0)), x.abs(), result);
    // 0 has the sign of x, too.
    let is_negative = a.f64(1.0).copysign(x).lt(a.f64(0.0));
    valid(a, x, y, a.select(is_negative, -result, result))
}

/// x = integer * 2^exponent with an integer of 53 bits.
struct Digits<A: Algebra> {
    integer: A::I64,
    exponent: A::I64,
}

impl<A: Algebra> Digits<A> {
    fn new(a: A, x: A::F64) -> Self {
        let (k, m) = split(a, x, 1.0);
        Digits { integer: (a.bits(m) & ((1 << 52) - 1)) | (1 << 52), exponent: k - 52 }
    }
}

/// x 2^exponent modulo y, for exponent >= 0 and x and y below 2^54; for smaller exponents something below y.
fn divide<A: Algebra>(a: A, x: A::I64, y: A::I64, exponent: A::I64) -> A::I64 {
    let zero = a.i64(0);
    let start = [x.rem_unsigned(y), max_integer(a, exponent, 0)];
    let [rest, _] = a.while_(
        start,
        |[_, left]| zero.lt(left),
        |[rest, left]| {
            let bits = min_integer(a, left, 9);
            [rest.shl_by(bits).rem_unsigned(y), left - bits]
        },
    );
    rest
}

/// Exact for integers below 2^54 that f64 holds.
fn from_53_bits<A: Algebra>(a: A, integer: A::I64) -> A::F64 {
    const HALF: u32 = 27;
    let low = to_float(a, integer & ((1 << HALF) - 1));
    to_float(a, integer >> HALF) * (1u64 << HALF) as f64 + low
}

/// No value for infinite x or y = 0; x itself for infinite y.
fn valid<A: Algebra>(a: A, x: A::F64, y: A::F64, result: A::F64) -> A::F64 {
    let (zero, infinity) = (a.f64(0.0), a.f64(f64::INFINITY));
    let result = a.select(y.abs().eq(infinity) | x.eq(zero), x, result);
    let invalid = x.abs().eq(infinity) | y.eq(zero) | is_nan(x) | is_nan(y);
    a.select(invalid, a.f64(f64::NAN), result)
}
