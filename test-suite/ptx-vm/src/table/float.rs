//! Rows of the floating point arithmetic instructions (9.7.3, 9.7.4).
//!
//! Rust's operations on `f32` and `f64` are IEEE's, rounded once to nearest even; `mul_add` is fused. Forms without a
//! rounding (`add.f32`) let the assembler contract them, so that their results are approximate.

use super::names::*;
use super::{Table, partial, value};
use crate::half::F16;
use crate::types::{NAN32, NAN64};

/// Forms whose rounding is the assembler's choice.
pub const UNROUNDED: [&str; 12] = [
    "add.f16",
    "add.f16x2",
    "add.f32",
    "add.f64",
    "sub.f16",
    "sub.f16x2",
    "sub.f32",
    "sub.f64",
    "mul.f16",
    "mul.f16x2",
    "mul.f32",
    "mul.f64",
];

pub fn add_rows(t: &mut Table) {
    add_sums(t);
    add_divisions(t);
    add_signs(t);
    add_extrema(t);
    add_half(t);
    add_approximations(t);
}

/// `.ftz`: subnormal operands and results count as zero of the same sign.
pub fn flush(x: f32) -> f32 {
    if x.is_subnormal() { 0f32.copysign(x) } else { x }
}

/// Rows of a form for `.f32`, `.ftz.f32` and `.f64`.
macro_rules! floats {
    ($t:ident, $section:literal, $name:literal, |$($arg:ident),*| $body:block) => {
        value!($t, $section, concat!($name, ".f32"), |$($arg: f32),*| -> f32 $body);
        value!($t, $section, concat!($name, ".ftz.f32"), |$($arg: f32),*| -> f32 {
            $(let $arg = flush($arg);)*
            flush($body)
        });
        value!($t, $section, concat!($name, ".f64"), |$($arg: f64),*| -> f64 $body);
    };
}

fn add_sums(t: &mut Table) {
    floats!(t, "9.7.3.3 add", "add.rn", |a, b| { a + b });
    floats!(t, "9.7.3.4 sub", "sub.rn", |a, b| { a - b });
    floats!(t, "9.7.3.5 mul", "mul.rn", |a, b| { a * b });
    floats!(t, "9.7.3.6 fma", "fma.rn", |a, b, c| { a.mul_add(b, c) });
}

fn add_divisions(t: &mut Table) {
    floats!(t, "9.7.3.8 div", "div.rn", |a, b| { a / b });
    floats!(t, "9.7.3.13 rcp", "rcp.rn", |a| { 1.0 / a });
    floats!(t, "9.7.3.15 sqrt", "sqrt.rn", |a| { a.sqrt() });
}

/// In double precision these touch the sign bit alone, of a NaN too; in single precision a NaN becomes the canonical one.
fn add_signs(t: &mut Table) {
    value!(t, "9.7.3.9 abs", "abs.f32", |a: f32| -> f32 { a.abs() });
    value!(t, "9.7.3.9 abs", "abs.ftz.f32", |a: f32| -> f32 { flush(a).abs() });
    value!(t, "9.7.3.9 abs", "abs.f64", |a: b64| -> b64 { a & !(1 << 63) });
    value!(t, "9.7.3.10 neg", "neg.f32", |a: f32| -> f32 { -a });
    value!(t, "9.7.3.10 neg", "neg.ftz.f32", |a: f32| -> f32 { -flush(a) });
    value!(t, "9.7.3.10 neg", "neg.f64", |a: b64| -> b64 { a ^ (1 << 63) });
    // The first operand gives the sign.
    value!(t, "9.7.3.2 copysign", "copysign.f32", |a: b32, b: b32| -> b32 { a & (1 << 31) | b & !(1 << 31) });
    value!(t, "9.7.3.2 copysign", "copysign.f64", |a: b64, b: b64| -> b64 { a & (1 << 63) | b & !(1 << 63) });
}

/// Comparison as the minimum and maximum need it: which of two numbers comes first, with -0 before +0.
trait Ordered: Copy + PartialOrd {
    const NAN: Self;
    fn is_nan(self) -> bool;
    fn is_negative(self) -> bool;

    fn precedes(self, other: Self) -> bool {
        if self == other { self.is_negative() } else { self < other }
    }

    /// The lesser of two; of a NaN and a number, the number.
    fn lesser(self, other: Self) -> Self {
        match (self.is_nan(), other.is_nan()) {
            (true, _) => other,
            (_, true) => self,
            _ if self.precedes(other) => self,
            _ => other,
        }
    }

    fn greater(self, other: Self) -> Self {
        match (self.is_nan(), other.is_nan()) {
            (true, _) => other,
            (_, true) => self,
            _ if self.precedes(other) => other,
            _ => self,
        }
    }

    /// `.NaN`: if one is a NaN, so is the result.
    fn unless_nan(self, other: Self, pick: fn(Self, Self) -> Self) -> Self {
        if self.is_nan() || other.is_nan() { Self::NAN } else { pick(self, other) }
    }
}

macro_rules! ordered {
    ($($ty:ty, $nan:expr;)*) => { $(
        impl Ordered for $ty {
            const NAN: Self = $nan;
            fn is_nan(self) -> bool { <$ty>::is_nan(self) }
            fn is_negative(self) -> bool { self.is_sign_negative() }
        }
    )* };
}
ordered!(f32, f32::from_bits(NAN32); f64, f64::from_bits(NAN64););

fn add_extrema(t: &mut Table) {
    floats!(t, "9.7.3.11 min", "min", |a, b| { a.lesser(b) });
    floats!(t, "9.7.3.12 max", "max", |a, b| { a.greater(b) });
    value!(t, "9.7.3.11 min", "min.NaN.f32", |a: f32, b: f32| -> f32 { a.unless_nan(b, Ordered::lesser) });
    value!(t, "9.7.3.12 max", "max.NaN.f32", |a: f32, b: f32| -> f32 { a.unless_nan(b, Ordered::greater) });
}

fn arithmetic(a: F16, b: F16, f: fn(f64, f64) -> f64) -> F16 {
    F16::from_f64(f(a.to_f64(), b.to_f64()))
}

/// Rows of a form for `.f16` and, half by half, for `.f16x2`.
macro_rules! halves {
    ($t:ident, $section:literal, $name:literal, |$($arg:ident),*| $body:block) => {
        value!($t, $section, concat!($name, ".f16"), |$($arg: f16),*| -> f16 $body);
        value!($t, $section, concat!($name, ".f16x2"), |$($arg: f16x2),*| -> f16x2 {
            [0, 1].map(|half| {
                $(let $arg = $arg[half];)*
                $body
            })
        });
    };
}

/// Sums, differences and products of two `.f16` are exact in `f64`, so that there is one rounding. The sum of `fma` is
/// inexact only if the product is below 2^-29 of the addend: the sum is then far from halfway between two numbers.
fn add_half(t: &mut Table) {
    halves!(t, "9.7.4.1 add", "add.rn", |a, b| { arithmetic(a, b, |a, b| a + b) });
    halves!(t, "9.7.4.2 sub", "sub.rn", |a, b| { arithmetic(a, b, |a, b| a - b) });
    halves!(t, "9.7.4.3 mul", "mul.rn", |a, b| { arithmetic(a, b, |a, b| a * b) });
    halves!(t, "9.7.4.4 fma", "fma.rn", |a, b, c| { F16::from_f64(a.to_f64() * b.to_f64() + c.to_f64()) });
    value!(t, "9.7.4.5 neg", "neg.f16", |a: b16| -> b16 { a ^ 0x8000 });
    value!(t, "9.7.4.5 neg", "neg.f16x2", |a: b32| -> b32 { a ^ 0x8000_8000 });
    value!(t, "9.7.4.6 abs", "abs.f16", |a: b16| -> b16 { a & 0x7fff });
    value!(t, "9.7.4.6 abs", "abs.f16x2", |a: b32| -> b32 { a & 0x7fff_7fff });
    halves!(t, "9.7.4.7 min", "min", |a, b| { arithmetic(a, b, Ordered::lesser) });
    halves!(t, "9.7.4.8 max", "max", |a, b| { arithmetic(a, b, Ordered::greater) });
    halves!(t, "9.7.4.7 min", "min.NaN", |a, b| { arithmetic(a, b, |a, b| a.unless_nan(b, Ordered::lesser)) });
    halves!(t, "9.7.4.8 max", "max.NaN", |a, b| { arithmetic(a, b, |a, b| a.unless_nan(b, Ordered::greater)) });
}

/// Devices differ in these within the ISA's bounds; here they are computed in `f64` and rounded, which no device
/// promises. Hence a module that holds one is refused unless its reader allows it.
fn add_approximations(t: &mut Table) {
    fn through_f64(a: f32, f: fn(f64) -> f64) -> f32 {
        f(f64::from(a)) as f32
    }
    // Contracted or not, the assembler may choose.
    value!(t, "9.7.3.3 add", "add.f32", |a: f32, b: f32| -> f32 { a + b });
    value!(t, "9.7.3.3 add", "add.f64", |a: f64, b: f64| -> f64 { a + b });
    value!(t, "9.7.3.4 sub", "sub.f32", |a: f32, b: f32| -> f32 { a - b });
    value!(t, "9.7.3.4 sub", "sub.f64", |a: f64, b: f64| -> f64 { a - b });
    value!(t, "9.7.3.5 mul", "mul.f32", |a: f32, b: f32| -> f32 { a * b });
    value!(t, "9.7.3.5 mul", "mul.f64", |a: f64, b: f64| -> f64 { a * b });
    halves!(t, "9.7.4.1 add", "add", |a, b| { arithmetic(a, b, |a, b| a + b) });
    halves!(t, "9.7.4.2 sub", "sub", |a, b| { arithmetic(a, b, |a, b| a - b) });
    halves!(t, "9.7.4.3 mul", "mul", |a, b| { arithmetic(a, b, |a, b| a * b) });
    value!(t, "9.7.3.8 div", "div.approx.f32", |a: f32, b: f32| -> f32 { a / b });
    value!(t, "9.7.3.13 rcp", "rcp.approx.f32", |a: f32| -> f32 { through_f64(a, f64::recip) });
    value!(t, "9.7.3.15 sqrt", "sqrt.approx.f32", |a: f32| -> f32 { through_f64(a, f64::sqrt) });
    value!(t, "9.7.3.16 rsqrt", "rsqrt.approx.f32", |a: f32| -> f32 { through_f64(a, |a| a.sqrt().recip()) });
    value!(t, "9.7.3.18 sin", "sin.approx.f32", |a: f32| -> f32 { through_f64(a, f64::sin) });
    value!(t, "9.7.3.19 cos", "cos.approx.f32", |a: f32| -> f32 { through_f64(a, f64::cos) });
    value!(t, "9.7.3.21 ex2", "ex2.approx.f32", |a: f32| -> f32 { through_f64(a, f64::exp2) });
}
