//! pow: exp(y ln |x|) with the logarithm to 68 bits, then the special cases of C's Annex F.

use crate::algebra::{Algebra, Float};
use crate::exp::Exponential;
use crate::log;
use crate::number::{at_least, at_most, is_nan};
use crate::real::Real;

pub fn pow<A: Algebra, R: Real<A>>(a: A, x: A::F64, y: A::F64) -> A::F64 {
    let (zero, one, infinity) = (a.f64(0.0), a.f64(1.0), a.f64(f64::INFINITY));
    let size = x.abs();
    let magnitude = magnitude::<A, R>(a, size, y);

    let odd = is_integer::<A>(y) & !is_integer::<A>(y * 0.5);
    let negative = a.select(odd, -magnitude, magnitude);
    let invalid = size.lt(infinity) & !is_integer::<A>(y) & size.ne(zero);
    let negative = a.select(invalid, a.f64(f64::NAN), negative);
    let is_negative = one.copysign(x).lt(zero);
    let result = a.select(is_negative, negative, magnitude);

    let result = a.select(is_nan(x) | is_nan(y), a.f64(f64::NAN), result);
    // 1 whatever the other one is, even a NaN; and (-1)^(+-infinity).
    let certain = y.eq(zero) | x.eq(one) | (size.eq(one) & y.abs().eq(infinity));
    a.select(certain, one, result)
}

/// |x|^y for `size` = |x|.
fn magnitude<A: Algebra, R: Real<A>>(a: A, size: A::F64, y: A::F64) -> A::F64 {
    let (zero, one, infinity) = (a.f64(0.0), a.f64(1.0), a.f64(f64::INFINITY));
    // |ln x| is at least 2^-53 unless x is 1: larger exponents over- and underflow as well.
    const ENOUGH: f64 = (1u64 << 63) as f64;
    let exponent = at_least(a, at_most(a, y, ENOUGH), -ENOUGH);
    let power = log::fine::<A, R>(a, size).times(exponent);
    let limited = at_least(a, at_most(a, power.high(), 710.0), -746.0);
    let power = a.select(limited.eq(power.high()), power, R::new(a, limited));
    let result = Exponential::new(a, power).round(a, 0);

    let grows = one.lt(size) ^ y.lt(zero);
    let end = a.select(grows, infinity, zero);
    a.select(size.eq(zero) | size.eq(infinity) | y.abs().eq(infinity), end, result)
}

fn is_integer<A: Algebra>(x: A::F64) -> A::Bool {
    x.trunc().eq(x)
}
