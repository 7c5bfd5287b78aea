//! sinh, cosh, tanh and their inverses, from exp(x) - 1 and ln(1 + x) in the wider precision.

use crate::algebra::{Algebra, Float};
use crate::exp::Exponential;
use crate::log::of_one_plus;
use crate::number::{at_most, keep_nan, keep_tiny};
use crate::real::Real;

/// From here on exp(-x) does not matter beside exp(x).
const LARGE: f64 = 40.0;

pub fn sinh<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let size = x.abs();
    let e = Exponential::<A, R>::new(a, R::new(a, at_most(a, size, 711.0)));
    let m = e.minus_one(a);
    let near = (m + m / m.plus(a.f64(1.0))).scale(a.f64(0.5)).high();
    let result = a.select(a.f64(LARGE).lt(size), e.round(a, -1), near);
    keep_nan(a, x, keep_tiny(a, x, result.copysign(x)))
}

pub fn cosh<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let size = x.abs();
    let e = Exponential::<A, R>::new(a, R::new(a, at_most(a, size, 711.0)));
    let one = a.f64(1.0);
    let power = e.minus_one(a).plus(one);
    let near = (power + R::new(a, one) / power).scale(a.f64(0.5)).high();
    keep_nan(a, x, a.select(a.f64(LARGE).lt(size), e.round(a, -1), near))
}

pub fn tanh<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let size = at_most(a, x.abs(), 24.0);
    let m = Exponential::<A, R>::new(a, R::new(a, size + size)).minus_one(a);
    let result = (m / m.plus(a.f64(2.0))).high();
    keep_nan(a, x, keep_tiny(a, x, result.copysign(x)))
}

/// ln(x + sqrt(x^2 + 1)) = ln(1 + x + x^2 / (1 + sqrt(x^2 + 1)))
pub fn asinh<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let (size, one) = (x.abs(), a.f64(1.0));
    let square = R::product(size, size);
    let near = (square / square.plus(one).sqrt(a).plus(one)).plus(size);
    let result = ln_or_twice(a, size, near);
    let result = a.select(size.lt(a.f64(f64::INFINITY)), result, size);
    keep_tiny(a, x, result.copysign(x))
}

/// ln(x + sqrt(x^2 - 1)), with x - 1 exact.
pub fn acosh<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let one = a.f64(1.0);
    let f = R::sum(x, -one);
    let near = f + (f * f.plus(a.f64(2.0))).sqrt(a);
    let result = ln_or_twice(a, x, near);
    let result = a.select(x.lt(a.f64(f64::INFINITY)), result, x);
    a.select(one.le(x), result, a.f64(f64::NAN))
}

/// ln(2x) for large x, else ln(1 + near).
fn ln_or_twice<A: Algebra, R: Real<A>>(a: A, x: A::F64, near: R) -> A::F64 {
    let one = a.f64(1.0);
    let large = a.f64(268_435_456.0).lt(x); // 2^28: x^2 + 1 rounds to x^2 in the wider precision's first half
    let f = a.select(large, R::sum(x, -one), near);
    of_one_plus(a, f, a.select(large, one, a.f64(0.0))).high()
}

/// ln((1 + x) / (1 - x)) / 2 = ln(1 + 2x / (1 - x)) / 2
pub fn atanh<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let (size, one) = (x.abs(), a.f64(1.0));
    let f = R::new(a, size + size) / R::sum(one, -size);
    let result = of_one_plus(a, f, a.f64(0.0)).high() * 0.5;
    let result = a.select(size.eq(one), a.f64(f64::INFINITY), result);
    let result = a.select(size.le(one), result, a.f64(f64::NAN));
    keep_tiny(a, x, result.copysign(x))
}
