//! asin, acos, atan, atan2: all are the angle of a point, given by two non-negative coordinates.
//!
//! The angle's tangent v is brought below 0.2362 by v -> (v - c) / (1 + c v) with c one of 0, 1/2, 1.

use crate::algebra::{Algebra, Float};
use crate::coefficients::{ATAN, ATAN_F32, ATAN_HALF, HALF_PI, PI, QUARTER_PI};
use crate::number::{at_most, is_nan, keep_nan, keep_tiny, polynomial, scale, split};
use crate::real::Real;

/// The angle of (x, y) in the first quadrant; the larger coordinate is neither tiny nor huge.
fn angle<A: Algebra, R: Real<A>>(a: A, y: R, x: R) -> R {
    let steep = x.high().lt(y.high());
    let (low, high) = (a.select(steep, x, y), a.select(steep, y, x));

    let zero = a.f64(0.0);
    let beyond_first = (high.high() * 0.236).lt(low.high());
    let beyond_second = (high.high() * 0.835).lt(low.high());
    let c = a.select(beyond_first, a.f64(0.5), zero);
    let c = a.select(beyond_second, a.f64(1.0), c);
    let start = a.select(beyond_first, R::constant(a, ATAN_HALF), R::new(a, zero));
    let start = a.select(beyond_second, R::constant(a, QUARTER_PI), start);

    let t = (low - high.scale(c)) / (high + low.scale(c));
    let square = t.high() * t.high();
    let tail = t.high() * square * polynomial(a, square, R::pick(&ATAN[..], &ATAN_F32));
    let flat = start + t.plus(tail);
    a.select(steep, R::constant(a, HALF_PI) - flat, flat)
}

/// sqrt(1 - x^2)
fn other_leg<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> R {
    (-R::product(x, x)).plus(a.f64(1.0)).sqrt(a)
}

pub fn asin<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let size = x.abs();
    let result = angle(a, R::new(a, size), other_leg(a, size)).high();
    inside(a, x, keep_tiny(a, x, result.copysign(x)))
}

pub fn acos<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let size = x.abs();
    let angle = angle(a, other_leg(a, size), R::new(a, size));
    let left = R::constant(a, PI) - angle;
    inside(a, x, a.select(x.lt(a.f64(0.0)), left, angle).high())
}

fn inside<A: Algebra>(a: A, x: A::F64, result: A::F64) -> A::F64 {
    a.select(x.abs().le(a.f64(1.0)), result, a.f64(f64::NAN))
}

pub fn atan<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let size = at_most(a, x.abs(), 18_446_744_073_709_551_616.0); // 2^64
    let result = angle(a, R::new(a, size), R::new(a, a.f64(1.0))).high();
    keep_nan(a, x, keep_tiny(a, x, result.copysign(x)))
}

pub fn atan2<A: Algebra, R: Real<A>>(a: A, y: A::F64, x: A::F64) -> A::F64 {
    let (zero, one, infinity) = (a.f64(0.0), a.f64(1.0), a.f64(f64::INFINITY));
    let (height, width) = (y.abs(), x.abs());
    let infinite = height.eq(infinity) | width.eq(infinity);
    let of_infinite = |size: A::F64| a.select(size.eq(infinity), one, zero);
    let tall = a.select(infinite, of_infinite(height), height);
    let wide = a.select(infinite, of_infinite(width), width);
    let origin = height.eq(zero) & width.eq(zero);
    let wide = a.select(origin, one, wide);

    let (exponent, _) = split(a, a.select(wide.lt(tall), tall, wide), 1.0);
    let down = a.i64(0) - exponent;
    let right = angle(a, R::new(a, scale(a, tall, down)), R::new(a, scale(a, wide, down)));
    let left = R::constant(a, PI) - right;
    let leftward = one.copysign(x).lt(zero);
    let result = a.select(leftward, left, right).high();

    // The angle is its tangent, which may be subnormal.
    let tangent = tall / wide;
    let flat = tangent.lt(a.f64(1.0 / (1u64 << 60) as f64)) & !leftward;
    let result = a.select(flat, tangent, result).copysign(y);
    a.select(is_nan(x) | is_nan(y), a.f64(f64::NAN), result)
}
