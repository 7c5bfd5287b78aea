//! Functions of few operations, exact or rounded once, in either width.

use crate::algebra::{Algebra, Float};
use crate::number::{is_nan, max_integer, min_integer, scale, split, to_float};

fn zero<A: Algebra, F: Float<A>>(a: A) -> F {
    F::constant(a, 0.0)
}

/// 0 is larger than -0 here.
fn sign_is_set<A: Algebra, F: Float<A>>(a: A, x: F) -> A::Bool {
    F::constant(a, 1.0).copysign(x).lt(zero(a))
}

pub fn fmax<A: Algebra, F: Float<A>>(a: A, x: F, y: F) -> F {
    let y_larger = x.lt(y) | (x.eq(y) & sign_is_set(a, x)) | is_nan(x);
    a.select(y_larger & !is_nan(y), y, x)
}

pub fn fmin<A: Algebra, F: Float<A>>(a: A, x: F, y: F) -> F {
    let y_smaller = y.lt(x) | (x.eq(y) & sign_is_set(a, y)) | is_nan(x);
    a.select(y_smaller & !is_nan(y), y, x)
}

pub fn fdim<A: Algebra, F: Float<A>>(a: A, x: F, y: F) -> F {
    let unordered = is_nan(x) | is_nan(y);
    a.select(y.lt(x) | unordered, x - y, zero(a))
}

/// Halves away from 0.
pub fn round<A: Algebra, F: Float<A>>(a: A, x: F) -> F {
    let whole = x.trunc();
    let away = F::constant(a, 0.5).le((x - whole).abs());
    let result = a.select(away, whole + F::constant(a, 1.0).copysign(x), whole);
    result.copysign(x)
}

/// Also nearbyint and rint: kernels know only one rounding direction.
pub fn round_even<A: Algebra, F: Float<A>>(_: A, x: F) -> F {
    x.round_even()
}

/// x * 2^n, rounded once. Also scalbn.
pub fn ldexp<A: Algebra>(a: A, x: A::F64, n: A::I64) -> A::F64 {
    let (k, m) = split(a, x.abs(), 1.0);
    let n = max_integer(a, min_integer(a, n, 4096), -4096);
    let exponent = max_integer(a, min_integer(a, k + n, 1100), -1200);
    let ordinary = x.abs().lt(a.f64(f64::INFINITY)) & x.ne(a.f64(0.0));
    a.select(ordinary, scale(a, m, exponent).copysign(x), x)
}

/// x * 2^n exactly if |x| and the result are those of f32 or beyond it: narrowing rounds.
pub fn ldexp_exact<A: Algebra>(a: A, x: A::F64, n: A::I64) -> A::F64 {
    scale(a, x, max_integer(a, min_integer(a, n, 400), -400))
}

/// The exponent of x as a number.
pub fn logb<A: Algebra>(a: A, x: A::F64) -> A::F64 {
    let infinity = a.f64(f64::INFINITY);
    let size = x.abs();
    let (k, _) = split(a, size, 1.0);
    let result = a.select(size.lt(infinity), to_float(a, k), size);
    a.select(x.eq(a.f64(0.0)), -infinity, result)
}
