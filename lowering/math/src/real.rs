//! What a function computes with until its result is rounded, in two precisions: [`Pair`] (about 104 bits) for results
//! in f64, [`Plain`] (f64) for results in f32. Never changes how an operation rounds: no fused operations.
//!
//! Sources: the error-free sum and product are Knuth's and Dekker's; see Muller et al., Handbook of Floating-Point
//! Arithmetic, chapters 4 and 14.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::algebra::{Algebra, Float, Value};

pub trait Real<A: Algebra>:
    Value<A> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    fn new(a: A, x: A::F64) -> Self;
    /// A constant as a sum of two.
    fn constant(a: A, parts: [f64; 2]) -> Self;
    /// x + y; the pair is exact.
    fn sum(x: A::F64, y: A::F64) -> Self;
    /// x * y; the pair is exact while nothing under- or overflows.
    fn product(x: A::F64, y: A::F64) -> Self;
    fn plus(self, x: A::F64) -> Self;
    fn times(self, x: A::F64) -> Self;
    /// The product with a power of 2, or with 0.
    fn scale(self, factor: A::F64) -> Self;
    fn sqrt(self, a: A) -> Self;
    /// The value, rounded.
    fn high(self) -> A::F64;
    /// What [`Real::high`] lacks.
    fn low(self, a: A) -> A::F64;
    /// What depends on the precision: how many terms, how many bits.
    fn pick<T>(pair: T, plain: T) -> T;
}

/// `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy)]
pub struct Pair<A: Algebra> {
    high: A::F64,
    low: A::F64,
}

#[derive(Clone, Copy)]
pub struct Plain<A: Algebra>(A::F64);

impl<A: Algebra> Pair<A> {
    /// x + y where y is not larger than x.
    fn ordered_sum(x: A::F64, y: A::F64) -> Self {
        let high = x + y;
        Pair { high, low: y - (high - x) }
    }
}

/// Two halves of 26 bits whose sum is x.
fn halves<A: Algebra>(x: A::F64) -> (A::F64, A::F64) {
    let shifted = x * 134_217_729.0; // 2^27 + 1
    let high = shifted - (shifted - x);
    (high, x - high)
}

impl<A: Algebra> Real<A> for Pair<A> {
    fn new(a: A, x: A::F64) -> Self {
        Pair { high: x, low: a.f64(0.0) }
    }

    fn constant(a: A, parts: [f64; 2]) -> Self {
        Pair { high: a.f64(parts[0]), low: a.f64(parts[1]) }
    }

    fn sum(x: A::F64, y: A::F64) -> Self {
        let high = x + y;
        let from_y = high - x;
        Pair { high, low: (x - (high - from_y)) + (y - from_y) }
    }

    fn product(x: A::F64, y: A::F64) -> Self {
        let high = x * y;
        let ((x1, x0), (y1, y0)) = (halves::<A>(x), halves::<A>(y));
        Pair { high, low: ((x1 * y1 - high) + x1 * y0 + x0 * y1) + x0 * y0 }
    }

    fn plus(self, x: A::F64) -> Self {
        let sum = Self::sum(self.high, x);
        Self::ordered_sum(sum.high, sum.low + self.low)
    }

    fn times(self, x: A::F64) -> Self {
        let product = Self::product(self.high, x);
        Self::ordered_sum(product.high, product.low + self.low * x)
    }

    fn scale(self, factor: A::F64) -> Self {
        Pair { high: self.high * factor, low: self.low * factor }
    }

    fn sqrt(self, a: A) -> Self {
        let root = self.high.sqrt();
        let square = Self::product(root, root);
        let rest = (self.high - square.high) - square.low + self.low;
        let zero = a.f64(0.0);
        Self::ordered_sum(root, a.select(root.eq(zero), zero, rest / (root + root)))
    }

    fn high(self) -> A::F64 {
        self.high
    }

    fn low(self, _: A) -> A::F64 {
        self.low
    }

    fn pick<T>(pair: T, _: T) -> T {
        pair
    }
}

impl<A: Algebra> Real<A> for Plain<A> {
    fn new(_: A, x: A::F64) -> Self {
        Plain(x)
    }
    fn constant(a: A, parts: [f64; 2]) -> Self {
        Plain(a.f64(parts[0]))
    }
    fn sum(x: A::F64, y: A::F64) -> Self {
        Plain(x + y)
    }
    fn product(x: A::F64, y: A::F64) -> Self {
        Plain(x * y)
    }
    fn plus(self, x: A::F64) -> Self {
        Plain(self.0 + x)
    }
    fn times(self, x: A::F64) -> Self {
        Plain(self.0 * x)
    }
    fn scale(self, factor: A::F64) -> Self {
        Plain(self.0 * factor)
    }
    fn sqrt(self, _: A) -> Self {
        Plain(self.0.sqrt())
    }
    fn high(self) -> A::F64 {
        self.0
    }
    fn low(self, a: A) -> A::F64 {
        a.f64(0.0)
    }
    fn pick<T>(_: T, plain: T) -> T {
        plain
    }
}

impl<A: Algebra> Value<A> for Pair<A> {
    fn select(condition: A::Bool, yes: Self, no: Self) -> Self {
        Pair { high: Value::select(condition, yes.high, no.high), low: Value::select(condition, yes.low, no.low) }
    }
}

impl<A: Algebra> Add for Pair<A> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let sum = Self::sum(self.high, other.high);
        Self::ordered_sum(sum.high, sum.low + (self.low + other.low))
    }
}

impl<A: Algebra> Sub for Pair<A> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<A: Algebra> Mul for Pair<A> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let cross = self.high * other.low + self.low * other.high;
        Self::ordered_sum(product.high, product.low + cross)
    }
}

impl<A: Algebra> Div for Pair<A> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let quotient = self.high / other.high;
        let product = Self::product(quotient, other.high);
        let rest = (self.high - product.high) - product.low + self.low - quotient * other.low;
        Self::ordered_sum(quotient, rest / other.high)
    }
}

impl<A: Algebra> Neg for Pair<A> {
    type Output = Self;
    fn neg(self) -> Self {
        Pair { high: -self.high, low: -self.low }
    }
}

impl<A: Algebra> Value<A> for Plain<A> {
    fn select(condition: A::Bool, yes: Self, no: Self) -> Self {
        Plain(Value::select(condition, yes.0, no.0))
    }
}

impl<A: Algebra> Add for Plain<A> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Plain(self.0 + other.0)
    }
}

impl<A: Algebra> Sub for Plain<A> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Plain(self.0 - other.0)
    }
}

impl<A: Algebra> Mul for Plain<A> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Plain(self.0 * other.0)
    }
}

impl<A: Algebra> Div for Plain<A> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Plain(self.0 / other.0)
    }
}

impl<A: Algebra> Neg for Plain<A> {
    type Output = Self;
    fn neg(self) -> Self {
        Plain(-self.0)
    }
}
