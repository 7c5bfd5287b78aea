//! Arithmetic of the integer classes: it saturates and rounds halves away from zero. With a double the result is that of real
//! numbers, rounded once; for the 64-bit classes too.

use super::arithmetic::Arithmetic;
use crate::builtins::elementary::numeric::Integer;

pub trait Int: Integer + Arithmetic<Self, Output = Self> + Arithmetic<f64, Output = Self> {
    const BITS: u32;
    /// `x - self`
    fn subtracted_from(x: f64, this: Self) -> Self;
    /// `x / self`
    fn dividing(x: f64, this: Self) -> Self;
    /// The power with a non-negative exponent: products that saturate.
    fn power(self, exponent: u64) -> Self;
}

macro_rules! integers {
    ($($int:ident)*) => {
        $(impl Arithmetic<$int> for $int {
            type Output = $int;

            fn plus(self, other: $int) -> $int {
                self.saturating_add(other)
            }

            fn minus(self, other: $int) -> $int {
                self.saturating_sub(other)
            }

            fn times(self, other: $int) -> $int {
                self.saturating_mul(other)
            }

            fn over(self, other: $int) -> $int {
                <$int>::from_wide(quotient(self.into(), other.into()))
            }
        }

        impl Arithmetic<f64> for $int {
            type Output = $int;

            fn plus(self, other: f64) -> $int {
                if $int::BITS < 64 { <$int>::from_f64(self.to_f64() + other) } else { <$int>::from_wide(sum(self.into(), other)) }
            }

            fn minus(self, other: f64) -> $int {
                if $int::BITS < 64 { <$int>::from_f64(self.to_f64() - other) } else { <$int>::from_wide(sum(self.into(), -other)) }
            }

            fn times(self, other: f64) -> $int {
                if $int::BITS < 64 {
                    <$int>::from_f64(self.to_f64() * other)
                } else {
                    <$int>::from_wide(product(self.into(), other))
                }
            }

            fn over(self, other: f64) -> $int {
                if $int::BITS < 64 {
                    <$int>::from_f64(self.to_f64() / other)
                } else {
                    <$int>::from_wide(quotient_by_double(self.into(), other))
                }
            }
        }

        impl Int for $int {
            const BITS: u32 = $int::BITS;

            fn subtracted_from(x: f64, this: $int) -> $int {
                if $int::BITS < 64 {
                    <$int>::from_f64(x - this.to_f64())
                } else {
                    <$int>::from_wide(sum(-i128::from(this), x))
                }
            }

            fn dividing(x: f64, this: $int) -> $int {
                if $int::BITS < 64 {
                    <$int>::from_f64(x / this.to_f64())
                } else {
                    <$int>::from_wide(double_over(x, this.into()))
                }
            }

            fn power(self, mut exponent: u64) -> $int {
                let (mut result, mut square) = (1 as $int, self);
                while exponent > 0 {
                    if exponent % 2 == 1 {
                        result = result.saturating_mul(square);
                    }
                    exponent /= 2;
                    if exponent > 0 {
                        square = square.saturating_mul(square);
                    }
                }
                result
            }
        })*
    };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// Beyond every class.
const HUGE: i128 = 1 << 70;

/// Rounds halves away from zero; the greatest or least number by zero, and zero for zero by zero.
fn quotient(x: i128, y: i128) -> i128 {
    if y == 0 {
        return x.signum() * HUGE;
    }
    let (whole, rest) = (x / y, x % y);
    if 2 * rest.unsigned_abs() >= y.unsigned_abs() { whole + x.signum() * y.signum() } else { whole }
}

/// A finite double as `mantissa * 2^exponent`.
fn parts(x: f64) -> (i128, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as i32;
    let fraction = i128::from(bits & ((1 << 52) - 1));
    let mantissa = if exponent == 0 { fraction } else { fraction | (1 << 52) };
    (if x < 0.0 { -mantissa } else { mantissa }, exponent.max(1) - 1075)
}

/// What a double beyond the 64-bit numbers becomes; NaN is zero.
fn saturated(x: f64) -> i128 {
    if x.is_nan() {
        0
    } else if x > 0.0 {
        HUGE
    } else {
        -HUGE
    }
}

fn is_beyond(x: f64) -> bool {
    // NaN too.
    !(x.abs() < 2_f64.powi(66))
}

fn sum(x: i128, y: f64) -> i128 {
    if is_beyond(y) {
        return saturated(y);
    }
    let (whole, rest) = (y.trunc() as i128, y.fract());
    let total = x + whole;
    // The rest counts where it makes a half with the sign of the whole sum, or takes one away from it.
    let sign = if total != 0 { total.signum() as f64 } else { 1_f64.copysign(rest) };
    let along = rest * sign;
    if along >= 0.5 {
        total + sign as i128
    } else if along < -0.5 {
        total - sign as i128
    } else {
        total
    }
}

fn product(x: i128, y: f64) -> i128 {
    if x == 0 || y == 0.0 {
        return 0;
    }
    if is_beyond(x as f64 * y) {
        return saturated(x as f64 * y);
    }
    let (mantissa, exponent) = parts(y);
    shifted(x * mantissa, exponent)
}

/// `x * 2^exponent`, rounded. The result is known to be in the range of an i128.
fn shifted(x: i128, exponent: i32) -> i128 {
    if exponent >= 0 {
        return x << exponent;
    }
    if exponent < -125 { 0 } else { quotient(x, 1 << -exponent) }
}

fn quotient_by_double(x: i128, y: f64) -> i128 {
    if y.is_nan() || y.is_infinite() || x == 0 {
        return 0;
    }
    if is_beyond(x as f64 / y) {
        return saturated(x as f64 / y);
    }
    let (mantissa, exponent) = parts(y);
    if exponent <= 0 {
        quotient(x << -exponent, mantissa)
    } else if exponent > 60 {
        0
    } else {
        quotient(x, mantissa << exponent)
    }
}

fn double_over(x: f64, y: i128) -> i128 {
    if x.is_nan() {
        return 0;
    }
    if y == 0 {
        return if x == 0.0 { 0 } else { saturated(x) };
    }
    if is_beyond(x / y as f64) {
        return saturated(x / y as f64);
    }
    let (mantissa, exponent) = parts(x);
    if exponent >= 0 {
        quotient(mantissa << exponent.min(74), y)
    } else if exponent < -62 {
        0
    } else {
        quotient(mantissa, y << -exponent)
    }
}
