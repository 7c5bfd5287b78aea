//! The functions on plain numbers: for tests and for folding constants. Never uses Rust's or libm's elementary
//! functions.

use std::ops::{Add, BitAnd, BitOr, Mul, Shl, Shr, Sub};

use crate::algebra::{Algebra, Float, Integer, Value};

#[derive(Clone, Copy, Debug)]
pub struct Native;

/// An `i64` whose arithmetic wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int(pub i64);

impl Algebra for Native {
    type Bool = bool;
    type I64 = Int;
    type F32 = f32;
    type F64 = f64;

    fn i64(self, value: i64) -> Int {
        Int(value)
    }
    fn f64(self, value: f64) -> f64 {
        value
    }
    fn widen(self, x: f32) -> f64 {
        f64::from(x)
    }
    fn narrow(self, x: f64) -> f32 {
        x as f32
    }
    fn bits(self, x: f64) -> Int {
        Int(x.to_bits().cast_signed())
    }
    fn of_bits(self, bits: Int) -> f64 {
        f64::from_bits(bits.0.cast_unsigned())
    }
    fn if_<const N: usize>(
        self,
        condition: bool,
        yes: impl FnOnce() -> [f64; N],
        no: impl FnOnce() -> [f64; N],
    ) -> [f64; N] {
        if condition { yes() } else { no() }
    }
    fn while_<const N: usize>(
        self,
        mut state: [Int; N],
        condition: impl Fn([Int; N]) -> bool,
        step: impl Fn([Int; N]) -> [Int; N],
    ) -> [Int; N] {
        while condition(state) {
            state = step(state);
        }
        state
    }
}

macro_rules! float {
    ($float:ident) => {
        impl Value<Native> for $float {
            fn select(condition: bool, yes: Self, no: Self) -> Self {
                if condition { yes } else { no }
            }
        }

        impl Float<Native> for $float {
            fn constant(_: Native, value: f32) -> Self {
                Self::from(value)
            }
            fn lt(self, other: Self) -> bool {
                self < other
            }
            fn le(self, other: Self) -> bool {
                self <= other
            }
            fn eq(self, other: Self) -> bool {
                self == other
            }
            fn ne(self, other: Self) -> bool {
                self != other
            }
            fn abs(self) -> Self {
                $float::abs(self)
            }
            fn copysign(self, sign: Self) -> Self {
                $float::copysign(self, sign)
            }
            fn sqrt(self) -> Self {
                $float::sqrt(self)
            }
            fn trunc(self) -> Self {
                $float::trunc(self)
            }
            fn round_even(self) -> Self {
                self.round_ties_even()
            }
        }
    };
}

float!(f32);
float!(f64);

impl Value<Native> for Int {
    fn select(condition: bool, yes: Self, no: Self) -> Self {
        if condition { yes } else { no }
    }
}

impl Integer<Native> for Int {
    fn shr_unsigned(self, amount: u32) -> Self {
        Int((self.0.cast_unsigned() >> amount).cast_signed())
    }
    // Rust's shifts check the amount in debug builds: the tests see it if a function breaks the contract.
    fn shl_by(self, amount: Self) -> Self {
        Int(self.0 << amount.0)
    }
    fn shr_unsigned_by(self, amount: Self) -> Self {
        Int((self.0.cast_unsigned() >> amount.0).cast_signed())
    }
    fn lt(self, other: Self) -> bool {
        self.0 < other.0
    }
    fn eq(self, other: Self) -> bool {
        self.0 == other.0
    }
    fn rem_unsigned(self, other: Self) -> Self {
        Int((self.0.cast_unsigned() % other.0.cast_unsigned()).cast_signed())
    }
}

impl Shl<u32> for Int {
    type Output = Int;
    fn shl(self, amount: u32) -> Int {
        Int(self.0 << amount)
    }
}

impl Shr<u32> for Int {
    type Output = Int;
    fn shr(self, amount: u32) -> Int {
        Int(self.0 >> amount)
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $wrapping:path) => {
        impl $trait for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                Int($wrapping(self.0, other.0))
            }
        }
        impl $trait<i64> for Int {
            type Output = Int;
            fn $method(self, other: i64) -> Int {
                Int($wrapping(self.0, other))
            }
        }
    };
}

operator!(Add add i64::wrapping_add);
operator!(Sub sub i64::wrapping_sub);
operator!(Mul mul i64::wrapping_mul);
operator!(BitAnd bitand i64::bitand);
operator!(BitOr bitor i64::bitor);
