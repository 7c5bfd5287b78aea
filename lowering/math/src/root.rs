//! cbrt and hypot. sqrt is an operation of every backend, not a function.

use crate::algebra::{Algebra, Float, Integer};
use crate::coefficients::CBRT;
use crate::number::{is_nan, keep_nan, polynomial, scale, split};
use crate::real::Real;

/// A polynomial, a step of Halley's method, and one of Newton's whose residual is in the wider precision.
pub fn cbrt<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let size = x.abs();
    let (k, m) = split(a, size, 1.0);
    // k = 3 third + rest; 43691 / 2^17 is 1/3 closely enough for k + 3000 from 0 to 2^15.
    let third = (((k + 3000) * 43_691) >> 17) - 1000;
    let rest = k - third * 3;
    let root_of_rest = a.select(rest.eq(a.i64(1)), a.f64(1.259_921_049_894_873_2), a.f64(1.587_401_051_968_199_5));
    let root_of_rest = a.select(rest.eq(a.i64(0)), a.f64(1.0), root_of_rest);
    let first = polynomial(a, m, &CBRT) * root_of_rest;
    let m = scale(a, m, rest);
    let cube = first * first * first;
    let root = first * (cube + m + m) / (cube + cube + m);
    let residual = R::product(root, root).times(root).plus(-m).high();
    let result = scale(a, root - residual / (root * root * 3.0), third);

    let ends = size.eq(a.f64(0.0)) | size.eq(a.f64(f64::INFINITY));
    keep_nan(a, x, a.select(ends, x, result.copysign(x)))
}

pub fn hypot<A: Algebra, R: Real<A>>(a: A, x: A::F64, y: A::F64) -> A::F64 {
    let infinity = a.f64(f64::INFINITY);
    let (x, y) = (x.abs(), y.abs());
    let larger = a.select(x.lt(y), y, x);
    let (k, _) = split(a, larger, 1.0);
    let down = a.i64(0) - k;
    let square = |leg: A::F64| {
        let leg = scale(a, leg, down);
        R::product(leg, leg)
    };
    let result = scale(a, (square(x) + square(y)).sqrt(a).high(), k);
    let result = a.select(larger.eq(a.f64(0.0)), larger, result);
    let result = a.select(is_nan(x) | is_nan(y), a.f64(f64::NAN), result);
    a.select(x.eq(infinity) | y.eq(infinity), infinity, result)
}
