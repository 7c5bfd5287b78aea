//! erf and erfc: a polynomial below 1, exp(-x^2) times a scaled function above.
//!
//! The scaled function and its variable (x - c) / (x + c) are Shepherd and Laframboise's, Mathematics of Computation 36
//! (1981).

use crate::algebra::{Algebra, Float};
use crate::coefficients::{ERF, ERF_F32, ERFC, ERFC_CENTRE, ERFC_F32, TWO_BY_SQRT_PI};
use crate::exp::Exponential;
use crate::number::{at_most, keep_nan, max_integer, polynomial, power_of_two, scale};
use crate::real::Real;

pub fn erf<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let (size, one) = (x.abs(), a.f64(1.0));
    let tail = Tail::<A, R>::new(a, at_most(a, size, 7.0));
    let far = (-tail.value(a)).plus(one).high();
    let result = a.select(size.lt(one), small::<A, R>(a, size).high(), far);
    // Here the product with a subnormal number would lose bits of its second half; rounded once instead.
    let tiny = size.lt(a.f64(1.0 / (1u64 << 30) as f64));
    let scaled = R::constant(a, TWO_BY_SQRT_PI).times(size * 1_073_741_824.0).high() * (1.0 / 1_073_741_824.0);
    keep_nan(a, x, a.select(tiny, scaled, result).copysign(x))
}

pub fn erfc<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> A::F64 {
    let (size, zero, one) = (x.abs(), a.f64(0.0), a.f64(1.0));
    let inner = (-small::<A, R>(a, x)).plus(one).high();
    let tail = Tail::<A, R>::new(a, at_most(a, size, 28.0));
    let left = (-tail.value(a)).plus(a.f64(2.0)).high();
    let outer = a.select(x.lt(zero), left, tail.round(a));
    keep_nan(a, x, a.select(size.lt(one), inner, outer))
}

/// erf x for |x| up to 1.
fn small<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> R {
    let coefficients = R::pick(&ERF[..], &ERF_F32);
    let square = R::product(x, x);
    let tail = square.high() * polynomial(a, square.high(), &coefficients[2..]);
    let tail = square * R::new(a, a.f64(coefficients[1])).plus(tail);
    let tail = square * tail.plus(a.f64(coefficients[0]));
    (R::constant(a, TWO_BY_SQRT_PI) + tail).times(x)
}

/// erfc x = 2^k m for x from 1 to 28.
struct Tail<A: Algebra, R> {
    k: A::I64,
    m: R,
}

impl<A: Algebra, R: Real<A>> Tail<A, R> {
    fn new(a: A, x: A::F64) -> Self {
        let t = (x - 5.0) / (x + 5.0);
        let rest = polynomial(a, t, R::pick(&ERFC[..], &ERFC_F32));
        let scaled = R::constant(a, ERFC_CENTRE).plus(t * rest);
        let e = Exponential::new(a, -R::product(x, x));
        Tail { m: e.mantissa(a) * scaled / R::sum(x + x, a.f64(1.0)), k: e.k }
    }

    fn value(&self, a: A) -> R {
        self.m.scale(power_of_two(a, max_integer(a, self.k, -100)))
    }

    fn round(&self, a: A) -> A::F64 {
        scale(a, self.m.high(), self.k)
    }
}
