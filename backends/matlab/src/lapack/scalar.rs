//! The four element types of matrices. Complex division follows Fortran's rules, not C's.

use num_complex::{Complex, Complex32, Complex64};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// An element of a matrix: real or complex.
pub trait Scalar:
    Copy
    + PartialEq
    + Default
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + 'static
{
    type Real: Real;
    const ZERO: Self;
    const ONE: Self;
    const IS_COMPLEX: bool;

    fn real(self) -> Self::Real;
    fn imag(self) -> Self::Real;
    /// The imaginary part is dropped by real types.
    fn from_parts(real: Self::Real, imag: Self::Real) -> Self;
    fn conj(self) -> Self;
    fn abs(self) -> Self::Real;
    /// Quotient: Smith's algorithm for complex numbers, as Fortran compilers have it.
    fn over(self, divisor: Self) -> Self;

    fn from_real(real: Self::Real) -> Self {
        Self::from_parts(real, Self::Real::ZERO)
    }

    /// |re| + |im|: what pivots are chosen by.
    fn abs1(self) -> Self::Real {
        if Self::IS_COMPLEX { self.real().abs() + self.imag().abs() } else { self.real().abs() }
    }

    /// The product with a real number, part by part.
    fn scale(self, factor: Self::Real) -> Self {
        Self::from_parts(self.real() * factor, self.imag() * factor)
    }

    fn is_finite(self) -> bool {
        self.real().is_finite_real() && self.imag().is_finite_real()
    }

    fn is_nan(self) -> bool {
        self.real().is_nan_real() || self.imag().is_nan_real()
    }
}

/// A real element.
pub trait Real: Scalar<Real = Self> + PartialOrd + std::ops::Div<Output = Self> {
    /// Half of the distance from one to the next number: LAPACK's `Epsilon`.
    const EPS: Self;
    /// The least number whose reciprocal is finite: LAPACK's `Safe minimum`.
    const SFMIN: Self;
    const HUGE: Self;
    fn from_f64(value: f64) -> Self;
    fn to_f64(self) -> f64;
    fn sqrt(self) -> Self;
    fn powf(self, exponent: Self) -> Self;
    fn ln(self) -> Self;
    fn exp(self) -> Self;
    fn sin_cos(self) -> (Self, Self);
    fn atan2(self, x: Self) -> Self;
    /// The magnitude with the sign of `sign`: Fortran's `SIGN`.
    fn with_sign(self, sign: Self) -> Self;
    fn is_finite_real(self) -> bool;
    fn is_nan_real(self) -> bool;
    /// The greater one; a NaN loses, as with Fortran's `MAX`.
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
    /// The distance from one to the next number: LAPACK's `Precision`.
    fn precision() -> Self {
        Self::EPS + Self::EPS
    }
}

macro_rules! real {
    ($type:ident) => {
        impl Scalar for $type {
            type Real = $type;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const IS_COMPLEX: bool = false;

            fn real(self) -> $type {
                self
            }

            fn imag(self) -> $type {
                0.0
            }

            fn from_parts(real: $type, _imag: $type) -> $type {
                real
            }

            fn conj(self) -> $type {
                self
            }

            fn abs(self) -> $type {
                $type::abs(self)
            }

            fn over(self, divisor: $type) -> $type {
                self / divisor
            }
        }

        impl Real for $type {
            const EPS: Self = $type::EPSILON / 2.0;
            const SFMIN: Self = $type::MIN_POSITIVE;
            const HUGE: Self = $type::MAX;

            fn from_f64(value: f64) -> $type {
                value as $type
            }

            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            fn sqrt(self) -> $type {
                $type::sqrt(self)
            }

            fn powf(self, exponent: $type) -> $type {
                $type::powf(self, exponent)
            }

            fn ln(self) -> $type {
                $type::ln(self)
            }

            fn exp(self) -> $type {
                $type::exp(self)
            }

            fn sin_cos(self) -> ($type, $type) {
                $type::sin_cos(self)
            }

            fn atan2(self, x: $type) -> $type {
                $type::atan2(self, x)
            }

            fn with_sign(self, sign: $type) -> $type {
                $type::abs(self).copysign(sign)
            }

            fn is_finite_real(self) -> bool {
                $type::is_finite(self)
            }

            fn is_nan_real(self) -> bool {
                $type::is_nan(self)
            }

            fn larger(self, other: $type) -> $type {
                if self < other || self.is_nan() { other } else { self }
            }

            fn smaller(self, other: $type) -> $type {
                if other < self || self.is_nan() { other } else { self }
            }
        }
    };
}

macro_rules! complex {
    ($type:ident, $real:ident) => {
        impl Scalar for $type {
            type Real = $real;
            const ZERO: Self = Complex { re: 0.0, im: 0.0 };
            const ONE: Self = Complex { re: 1.0, im: 0.0 };
            const IS_COMPLEX: bool = true;

            fn real(self) -> $real {
                self.re
            }

            fn imag(self) -> $real {
                self.im
            }

            fn from_parts(real: $real, imag: $real) -> $type {
                Complex::new(real, imag)
            }

            fn conj(self) -> $type {
                Complex::new(self.re, -self.im)
            }

            fn abs(self) -> $real {
                self.re.hypot(self.im)
            }

            fn over(self, divisor: $type) -> $type {
                let (a, b) = (self, divisor);
                if b.re.abs() < b.im.abs() {
                    let ratio = b.re / b.im;
                    let norm = b.re * ratio + b.im;
                    Complex::new((a.re * ratio + a.im) / norm, (a.im * ratio - a.re) / norm)
                } else {
                    let ratio = b.im / b.re;
                    let norm = b.im * ratio + b.re;
                    Complex::new((a.im * ratio + a.re) / norm, (a.im - a.re * ratio) / norm)
                }
            }
        }
    };
}

real!(f32);
real!(f64);
complex!(Complex32, f32);
complex!(Complex64, f64);

/// `sqrt(x² + y²)` in LAPACK's way (dlapy2).
pub fn pythag<R: Real>(x: R, y: R) -> R {
    if x.is_nan_real() || y.is_nan_real() {
        return x + y;
    }
    let (w, z) = (x.abs().larger(y.abs()), x.abs().smaller(y.abs()));
    if z == R::ZERO || w > R::HUGE {
        return w;
    }
    let ratio = z / w;
    w * (R::ONE + ratio * ratio).sqrt()
}

/// `sqrt(x² + y² + z²)` in LAPACK's way (dlapy3).
pub fn pythag3<R: Real>(x: R, y: R, z: R) -> R {
    let w = x.abs().larger(y.abs()).larger(z.abs());
    if w == R::ZERO || w > R::HUGE {
        return x.abs() + y.abs() + z.abs();
    }
    let (x, y, z) = (x.abs() / w, y.abs() / w, z.abs() / w);
    w * (x * x + y * y + z * z).sqrt()
}

/// The quotient of complex numbers without overflow (dladiv, Baudin and Smith's algorithm). The parts of `(a + ib) / (c + id)`.
pub fn robust_quotient<R: Real>(a: R, b: R, c: R, d: R) -> (R, R) {
    let two = R::from_f64(2.0);
    let half = R::from_f64(0.5);
    let big = two / (R::EPS * R::EPS);
    let small = R::SFMIN * two / R::EPS;
    let (mut aa, mut bb, mut cc, mut dd, mut s) = (a, b, c, d, R::ONE);
    let ab = a.abs().larger(b.abs());
    let cd = c.abs().larger(d.abs());
    if ab >= half * R::HUGE {
        (aa, bb, s) = (half * aa, half * bb, two * s);
    }
    if cd >= half * R::HUGE {
        (cc, dd, s) = (half * cc, half * dd, half * s);
    }
    if ab <= small {
        (aa, bb, s) = (aa * big, bb * big, s / big);
    }
    if cd <= small {
        (cc, dd, s) = (cc * big, dd * big, s * big);
    }
    let (p, q) = if d.abs() <= c.abs() {
        quotient_parts(aa, bb, cc, dd)
    } else {
        let (p, q) = quotient_parts(bb, aa, dd, cc);
        (p, -q)
    };
    (p * s, q * s)
}

fn quotient_parts<R: Real>(a: R, b: R, c: R, d: R) -> (R, R) {
    let r = d / c;
    let t = R::ONE / (c + d * r);
    (quotient_part(a, b, c, d, r, t), quotient_part(b, -a, c, d, r, t))
}

fn quotient_part<R: Real>(a: R, b: R, c: R, d: R, r: R, t: R) -> R {
    if r == R::ZERO {
        return (a + d * (b / c)) * t;
    }
    let br = b * r;
    if br == R::ZERO { a * t + (b * t) * r } else { (a + br) * t }
}

/// [`robust_quotient`] of scalars; plain division of real ones.
pub fn ladiv<T: Scalar>(x: T, y: T) -> T {
    if !T::IS_COMPLEX {
        return x.over(y);
    }
    let (re, im) = robust_quotient(x.real(), x.imag(), y.real(), y.imag());
    T::from_parts(re, im)
}

/// The principal square root of a complex number, in the C library's way.
pub fn sqrt<T: Scalar>(z: T) -> T {
    let (re, im) = (z.real(), z.imag());
    let (zero, half) = (T::Real::ZERO, T::Real::from_f64(0.5));
    if im == zero {
        return if re < zero {
            T::from_parts(zero, (-re).sqrt().with_sign(im))
        } else {
            T::from_parts(re.sqrt(), zero.with_sign(im))
        };
    }
    if re == zero {
        let root = (half * im.abs()).sqrt();
        return T::from_parts(root, root.with_sign(im));
    }
    let length = z.abs();
    let (root, other) = if re > zero {
        let root = (half * (length + re)).sqrt();
        (root, half * (im / root))
    } else {
        let other = (half * (length - re)).sqrt();
        ((half * (im / other)).abs(), other)
    };
    T::from_parts(root, other.abs().with_sign(im))
}

/// The exponential of a real or complex number.
pub fn exp<T: Scalar>(z: T) -> T {
    let size = z.real().exp();
    if z.imag() == T::Real::ZERO {
        return T::from_parts(size, z.imag());
    }
    let (sine, cosine) = z.imag().sin_cos();
    T::from_parts(size * cosine, size * sine)
}

/// The principal logarithm of a complex number.
pub fn log<T: Scalar>(z: T) -> T {
    T::from_parts(z.abs().ln(), z.imag().atan2(z.real()))
}
