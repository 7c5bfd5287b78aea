//! Arithmetic of the integer classes: it saturates and rounds halves away from zero. With a double the result is that of doubles,
//! rounded. The 64-bit classes have more digits than a double: there a double is rounded before sums, and products are exact.

use super::arithmetic::Arithmetic;
use crate::builtins::elementary::numeric::Integer;

pub trait Int: Integer + Arithmetic<Self, Output = Self> + Arithmetic<f64, Output = Self> {
    const BITS: u32;
    /// `x - this`
    fn subtracted_from(x: f64, this: Self) -> Self;
    /// `x / this`
    fn dividing(x: f64, this: Self) -> Self;
    /// The power with a non-negative exponent: products that saturate.
    fn power(self, exponent: u64) -> Self;
}

macro_rules! integers {
    ($wide:ident: $($int:ident)*) => {
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
                let (x, y) = ($wide::from(self), $wide::from(other));
                if y == 0 {
                    return if x > 0 { $int::MAX } else if x < 0 { $int::MIN } else { 0 };
                }
                let (whole, rest) = (x / y, x % y);
                let rounded = if rest.abs() >= y.abs() - rest.abs() { whole + x.signum() * y.signum() } else { whole };
                rounded.clamp($int::MIN.into(), $int::MAX.into()) as $int
            }
        }

        impl Int for $int {
            const BITS: u32 = $int::BITS;

            fn subtracted_from(x: f64, this: $int) -> $int {
                $wide::double_minus(x, this)
            }

            fn dividing(x: f64, this: $int) -> $int {
                $int::from_f64(x / this.to_f64())
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
        }

        impl Arithmetic<f64> for $int {
            type Output = $int;

            fn plus(self, other: f64) -> $int {
                $wide::plus_double(self, other)
            }

            fn minus(self, other: f64) -> $int {
                $wide::minus_double(self, other)
            }

            fn times(self, other: f64) -> $int {
                $wide::times_double(self, other)
            }

            fn over(self, other: f64) -> $int {
                $wide::over_double(self, other)
            }
        })*
    };
}

// The type in the first place holds quotients of the class, and says how the class mixes with doubles.
integers! { i64: i8 i16 i32 u8 u16 u32 }
integers! { i128: i64 u64 }

/// How an integer class mixes with doubles.
trait WithDoubles<T> {
    fn plus_double(x: T, y: f64) -> T;
    fn minus_double(x: T, y: f64) -> T;
    fn times_double(x: T, y: f64) -> T;
    fn over_double(x: T, y: f64) -> T;
    /// `y - x`
    fn double_minus(y: f64, x: T) -> T;
}

/// Every number is a double.
impl<T: Integer> WithDoubles<T> for i64 {
    fn plus_double(x: T, y: f64) -> T {
        T::from_f64(x.to_f64() + y)
    }

    fn minus_double(x: T, y: f64) -> T {
        T::from_f64(x.to_f64() - y)
    }

    fn times_double(x: T, y: f64) -> T {
        T::from_f64(x.to_f64() * y)
    }

    fn over_double(x: T, y: f64) -> T {
        T::from_f64(x.to_f64() / y)
    }

    fn double_minus(y: f64, x: T) -> T {
        T::from_f64(y - x.to_f64())
    }
}

/// 64 bits.
impl<T: Int> WithDoubles<T> for i128 {
    fn plus_double(x: T, y: f64) -> T {
        if !is_signed::<T>() && y < 0.0 {
            return x.minus(T::from_f64(-y));
        }
        sum(x, y)
    }

    fn minus_double(x: T, y: f64) -> T {
        if is_signed::<T>() || y < 0.0 {
            return sum(x, -y);
        }
        x.minus(T::from_f64(y))
    }

    fn times_double(x: T, y: f64) -> T {
        T::from_wide(product(x.wide(), y))
    }

    fn over_double(x: T, y: f64) -> T {
        if y.abs() < 8192.0 && y.fract() == 0.0 {
            if is_signed::<T>() || y >= 0.0 { x.over(T::from_f64(y)) } else { T::from_wide(0) }
        } else {
            Self::times_double(x, 1.0 / y)
        }
    }

    fn double_minus(y: f64, x: T) -> T {
        if is_signed::<T>() {
            return if is_in_range::<T>(y) { T::from_f64(y).minus(x) } else { in_halves(y, |half: T| half.minus(x)) };
        }
        if is_in_range::<T>(y) {
            return T::from_f64(y).minus(x);
        }
        // NaN counts as the first number that is too large.
        T::from_wide((y.min(2_f64.powi(70)).max(2_f64.powi(64)) as i128) - x.wide())
    }
}

fn is_signed<T: Integer>() -> bool {
    T::from_wide(-1) != T::from_wide(0)
}

/// NaN is not.
fn is_in_range<T: Integer>(y: f64) -> bool {
    if is_signed::<T>() { y.abs() < 2_f64.powi(63) } else { y < 2_f64.powi(64) }
}

fn sum<T: Int>(x: T, y: f64) -> T {
    if is_in_range::<T>(y) { x.plus(T::from_f64(y)) } else { in_halves(y, |half| x.plus(half)) }
}

/// A sum with a number that is too large for the class may still be in its range.
fn in_halves<T: Int>(y: f64, first: impl Fn(T) -> T) -> T {
    let half = T::from_f64(y / 2.0);
    first(half).plus(half)
}

/// A finite double as `mantissa * 2^exponent`.
fn parts(x: f64) -> (i128, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as i32;
    let fraction = i128::from(bits & ((1 << 52) - 1));
    let mantissa = if exponent == 0 { fraction } else { fraction | (1 << 52) };
    (if x < 0.0 { -mantissa } else { mantissa }, exponent.max(1) - 1075)
}

/// The product, rounded; what is beyond both classes is any such number. NaN is zero.
fn product(x: i128, y: f64) -> i128 {
    let estimate = x as f64 * y;
    if estimate.is_nan() || estimate == 0.0 {
        return 0;
    }
    if estimate.abs() > 2_f64.powi(66) {
        return if estimate > 0.0 { 1 << 66 } else { -1 << 66 };
    }
    let (mut mantissa, exponent) = parts(y);
    if y.fract() != 0.0 {
        // Octave's splitting of a double loses the last of its 53 bits.
        mantissa -= mantissa % 2;
    }
    let exact = x * mantissa;
    match exponent {
        0.. => exact << exponent,
        // The product has no more than 117 bits.
        ..-120 => 0,
        _ => {
            let unit = 1_i128 << -exponent;
            let (whole, rest) = (exact / unit, exact % unit);
            if rest.abs() >= unit - rest.abs() { whole + exact.signum() } else { whole }
        }
    }
}
