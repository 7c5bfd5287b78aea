//! The operations that all backends have with the same bits: what the functions of this crate are made of. An
//! implementation computes ([`crate::native::Native`]) or writes code; it never rounds otherwise than to nearest, never
//! contracts and never flushes subnormal numbers.
//!
//! A function sees values, not their bits, so no Rust `if` depends on them: the choice between two values is
//! [`Algebra::select`], and [`Algebra::if_`] and [`Algebra::while_`] are for what is too long to do always.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

/// Where values live: a zero-sized type for plain numbers, a handle to a builder for code.
pub trait Algebra: Copy {
    type Bool: Copy
        + BitAnd<Output = Self::Bool>
        + BitOr<Output = Self::Bool>
        + BitXor<Output = Self::Bool>
        + Not<Output = Self::Bool>;
    type I64: Integer<Self>;
    type F32: Float<Self>;
    type F64: Float<Self>
        + Add<f64, Output = Self::F64>
        + Sub<f64, Output = Self::F64>
        + Mul<f64, Output = Self::F64>
        + Div<f64, Output = Self::F64>;

    fn i64(self, value: i64) -> Self::I64;
    fn f64(self, value: f64) -> Self::F64;

    /// Exact.
    fn widen(self, x: Self::F32) -> Self::F64;
    fn narrow(self, x: Self::F64) -> Self::F32;
    fn bits(self, x: Self::F64) -> Self::I64;
    fn of_bits(self, bits: Self::I64) -> Self::F64;

    /// `yes` or `no`; both have been computed.
    fn select<T: Value<Self>>(self, condition: Self::Bool, yes: T, no: T) -> T {
        T::select(condition, yes, no)
    }

    /// Computes one of two alternatives.
    fn if_<const N: usize>(
        self,
        condition: Self::Bool,
        yes: impl FnOnce() -> [Self::F64; N],
        no: impl FnOnce() -> [Self::F64; N],
    ) -> [Self::F64; N];

    /// Replaces the state by `step` of it as long as `condition` holds for it.
    fn while_<const N: usize>(
        self,
        start: [Self::I64; N],
        condition: impl Fn([Self::I64; N]) -> Self::Bool,
        step: impl Fn([Self::I64; N]) -> [Self::I64; N],
    ) -> [Self::I64; N];
}

/// What can be selected.
pub trait Value<A: Algebra>: Copy {
    fn select(condition: A::Bool, yes: Self, no: Self) -> Self;
}

/// IEEE 754 numbers of one width. Comparisons with a NaN are false, except `ne`.
pub trait Float<A: Algebra>:
    Value<A> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// A constant that both widths hold.
    fn constant(a: A, value: f32) -> Self;
    fn lt(self, other: Self) -> A::Bool;
    fn le(self, other: Self) -> A::Bool;
    fn eq(self, other: Self) -> A::Bool;
    fn ne(self, other: Self) -> A::Bool;
    fn abs(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    fn sqrt(self) -> Self;
    fn trunc(self) -> Self;
    /// To the nearest integer, halves to the even one.
    fn round_even(self) -> Self;
}

/// Two's complement integers of 64 bits; arithmetic wraps. Shift amounts are below 64.
pub trait Integer<A: Algebra>:
    Value<A>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Add<i64, Output = Self>
    + Sub<i64, Output = Self>
    + Mul<i64, Output = Self>
    + BitAnd<i64, Output = Self>
    + BitOr<i64, Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// `>>` keeps the sign, this does not.
    fn shr_unsigned(self, amount: u32) -> Self;
    fn shl_by(self, amount: Self) -> Self;
    fn shr_unsigned_by(self, amount: Self) -> Self;
    fn lt(self, other: Self) -> A::Bool;
    fn eq(self, other: Self) -> A::Bool;
    /// The remainder of the unsigned division by a number that is not 0.
    fn rem_unsigned(self, other: Self) -> Self;
}
