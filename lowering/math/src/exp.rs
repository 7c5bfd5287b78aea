//! exp, exp2, expm1. Uses no table: one polynomial on [-ln 2 / 2, ln 2 / 2].
//!
//! exp x = 2^k exp r with k the integer next to x / ln 2; see Muller, Elementary Functions, chapters 4 and 11.

use std::f64::consts::LOG2_E;

use crate::algebra::{Algebra, Float};
use crate::coefficients::{EXP, EXP_F32, LN2, LN2_PAIR};
use crate::number::{
    at_least, at_most, keep_nan, keep_tiny, max_integer, min_integer, nearest, polynomial, power_of_two, scale,
};
use crate::real::Real;

/// exp x = 2^k (1 + m).
pub struct Exponential<A: Algebra, R> {
    pub k: A::I64,
    pub m: R,
}

impl<A: Algebra, R: Real<A>> Exponential<A, R> {
    /// For |x| below 2^20.
    pub fn new(a: A, x: R) -> Self {
        let (n, k) = nearest(a, x.high() * LOG2_E);
        let r = R::sum(x.high() - n * LN2[0], x.low(a) - n * LN2[1]);
        Exponential { k, m: small(a, r) }
    }

    /// 1 + m
    pub fn mantissa(&self, a: A) -> R {
        self.m.plus(a.f64(1.0))
    }

    /// exp(x) * 2^shift, rounded.
    pub fn round(&self, a: A, shift: i64) -> A::F64 {
        scale(a, self.mantissa(a).high(), self.k + shift)
    }

    /// exp(x) - 1 for x up to 60; for larger ones something smaller.
    pub fn minus_one(&self, a: A) -> R {
        let k = max_integer(a, min_integer(a, self.k, 100), -100);
        let one_less = R::sum(a.f64(1.0), -power_of_two(a, a.i64(0) - k));
        (one_less + self.m).scale(power_of_two(a, k))
    }
}

/// exp(r) - 1 for |r| up to ln 2 / 2.
fn small<A: Algebra, R: Real<A>>(a: A, r: R) -> R {
    let square = r * r;
    let tail = r.high() * square.high() * polynomial(a, r.high(), R::pick(&EXP, &EXP_F32));
    r + square.scale(a.f64(0.5)).plus(tail)
}

pub fn exp<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let inside = at_least(a, at_most(a, x, 710.0), -746.0);
    let result = Exponential::new(a, R::new(a, inside)).round(a, 0);
    keep_nan(a, x, result)
}

pub fn exp2<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let inside = at_least(a, at_most(a, x, 1025.0), -1080.0);
    let (n, k) = nearest(a, inside);
    let r = R::constant(a, LN2_PAIR).times(inside - n);
    keep_nan(a, x, Exponential { k, m: small(a, r) }.round(a, 0))
}

pub fn expm1<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let inside = at_least(a, at_most(a, x, 710.0), -50.0);
    let e = Exponential::<A, R>::new(a, R::new(a, inside));
    let large = a.f64(50.0);
    let result = a.select(large.lt(x), e.round(a, 0), e.minus_one(a).high());
    keep_nan(a, x, keep_tiny(a, x, result))
}
