//! sin, cos, tan: polynomials on [-pi / 4, pi / 4] after the reduction of `reduce`.
//!
//! See Muller, Elementary Functions, chapter 11.

use crate::algebra::{Algebra, Float, Integer};
use crate::coefficients::{COS, COS_F32, SIN, SIN_F32};
use crate::number::{keep_tiny, polynomial};
use crate::real::Real;
use crate::reduce::{Reduced, modulo_half_pi};

pub fn sin<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let Reduced { quadrant, rest } = modulo_half_pi::<A, R>(a, x);
    let result = sine_in(a, quadrant, rest);
    let negative = x.lt(a.f64(0.0));
    finite(a, x, keep_tiny(a, x, a.select(negative, -result, result)))
}

pub fn cos<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let Reduced { quadrant, rest } = modulo_half_pi::<A, R>(a, x);
    finite(a, x, sine_in(a, quadrant + 1, rest))
}

pub fn tan<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let Reduced { quadrant, rest } = modulo_half_pi::<A, R>(a, x);
    let (sine, cosine) = (sine(a, rest), cosine(a, rest));
    let odd = (quadrant & 1).eq(a.i64(1));
    let result = (a.select(odd, -cosine, sine) / a.select(odd, sine, cosine)).high();
    let negative = x.lt(a.f64(0.0));
    finite(a, x, keep_tiny(a, x, a.select(negative, -result, result)))
}

/// sin(quadrant pi / 2 + rest), rounded.
fn sine_in<A: Algebra, R: Real<A>>(a: A, quadrant: A::I64, rest: R) -> A::F64 {
    let odd = (quadrant & 1).eq(a.i64(1));
    let result = a.select(odd, cosine(a, rest).high(), sine(a, rest).high());
    let lower = (quadrant & 2).eq(a.i64(2));
    a.select(lower, -result, result)
}

fn sine<A: Algebra, R: Real<A>>(a: A, r: R) -> R {
    let square = r.high() * r.high();
    r.plus(r.high() * square * polynomial(a, square, R::pick(&SIN[..], &SIN_F32)))
}

fn cosine<A: Algebra, R: Real<A>>(a: A, r: R) -> R {
    let square = r * r;
    let z = square.high();
    let tail = z * z * polynomial(a, z, R::pick(&COS[..], &COS_F32));
    (square.scale(a.f64(-0.5)).plus(tail)).plus(a.f64(1.0))
}

/// No value at infinity.
fn finite<A: Algebra>(a: A, x: A::F64, result: A::F64) -> A::F64 {
    a.select(x.abs().lt(a.f64(f64::INFINITY)), result, a.f64(f64::NAN))
}
