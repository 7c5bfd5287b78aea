//! log, log2, log10, log1p. Uses no table: ln m = 2 atanh((m - 1) / (m + 1)) for m in [1 / sqrt 2, sqrt 2).
//!
//! See Muller, Elementary Functions, chapters 4 and 11.

use crate::algebra::{Algebra, Float, Integer};
use crate::coefficients::{
    INV_LN2, INV_LN10, LN2, LOG, LOG_F32, LOG_TAIL, LOG_TAIL_F32, LOG10_2, TWO_FIFTHS, TWO_THIRDS,
};
use crate::number::{keep_tiny, polynomial, power_of_two, split, to_float};
use crate::real::Real;

const LOW: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// ln x = n ln 2 + ln(1 + f).
struct Parts<A: Algebra> {
    n: A::F64,
    f: A::F64,
}

fn parts<A: Algebra>(a: A, x: A::F64) -> Parts<A> {
    let (k, m) = split(a, x, LOW);
    Parts { n: to_float(a, k), f: m - 1.0 }
}

/// ln(1 + f) for 1 + f in [1 / sqrt 2, sqrt 2), with a relative error of about 2^-58.
fn mantissa<A: Algebra, R: Real<A>>(a: A, f: R) -> R {
    let s = f / f.plus(a.f64(2.0));
    let square = s.high() * s.high();
    let tail = s.high() * square * polynomial(a, square, R::pick(&LOG[..], &LOG_F32));
    s.scale(a.f64(2.0)).plus(tail)
}

/// The same with an error of about 2^-68: pow multiplies it by up to 2^10.
fn fine_mantissa<A: Algebra, R: Real<A>>(a: A, f: R) -> R {
    let s = f / f.plus(a.f64(2.0));
    let square = s * s;
    let tail = square.high() * polynomial(a, square.high(), R::pick(&LOG_TAIL[..], &LOG_TAIL_F32));
    let series = R::constant(a, TWO_FIFTHS).plus(tail);
    let series = R::constant(a, TWO_THIRDS) + square * series;
    s.scale(a.f64(2.0)) + s * square * series
}

fn plus_ln2<A: Algebra, R: Real<A>>(ln: R, n: A::F64) -> R {
    ln.plus(n * LN2[1]).plus(n * LN2[0])
}

/// ln x to about 2^-68 for positive finite x.
pub fn fine<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> R {
    let Parts { n, f } = parts(a, x);
    plus_ln2(fine_mantissa(a, R::new(a, f)), n)
}

/// ln((1 + f) 2^n) for positive finite 1 + f, accurate also where f is small.
pub fn of_one_plus<A: Algebra, R: Real<A>>(a: A, f: R, n: A::F64) -> R {
    let one = a.f64(1.0);
    let sum = f.plus(one);
    let (k, _) = split(a, sum.high(), LOW);
    let half = k >> 1;
    let far = sum.scale(power_of_two(a, a.i64(0) - half)).scale(power_of_two(a, half - k)).plus(-one);
    let f = a.select(k.eq(a.i64(0)), f, far);
    plus_ln2(mantissa(a, f), to_float(a, k) + n)
}

pub fn log<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let Parts { n, f } = parts(a, x);
    let ln: R = plus_ln2(mantissa(a, R::new(a, f)), n);
    ends(a, x, ln.high())
}

pub fn log2<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let Parts { n, f } = parts(a, x);
    let log = mantissa(a, R::new(a, f)) * R::constant(a, INV_LN2);
    ends(a, x, log.plus(n).high())
}

pub fn log10<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let Parts { n, f } = parts(a, x);
    let log = mantissa(a, R::new(a, f)) * R::constant(a, INV_LN10);
    ends(a, x, log.plus(n * LOG10_2[1]).plus(n * LOG10_2[0]).high())
}

pub fn log1p<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let log: R = of_one_plus(a, R::new(a, x), a.f64(0.0));
    keep_tiny(a, x, ends(a, x + 1.0, log.high()))
}

/// A logarithm's result where the argument is no positive finite number.
fn ends<A: Algebra>(a: A, x: A::F64, result: A::F64) -> A::F64 {
    let (zero, infinity) = (a.f64(0.0), a.f64(f64::INFINITY));
    let result = a.select(x.lt(infinity), result, x);
    let result = a.select(zero.lt(x), result, a.f64(f64::NAN));
    a.select(x.eq(zero), -infinity, result)
}
