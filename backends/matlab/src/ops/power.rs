//! `.^` and the power of scalars.

use super::arithmetic::{Arithmetic, ComplexParts, is_integer, promoted, unified};
use super::elementwise::zip;
use super::errors::not_implemented;
use super::integer::Int;
use crate::Result;
use crate::builtins::elementary::libm::{cexp, cexpf, clog, clogf};
use crate::builtins::elementary::numeric::Element;
use crate::value::{Array, Complex32, Complex64, Value};
use num_complex::Complex;
use raddle_matlab::ast::BinaryOp;

/// A real type whose powers may be complex.
pub trait PowerFloat: ComplexParts + Arithmetic<Self, Output = Self> + Element + PartialOrd {
    const ZERO: Self;
    const ONE: Self;
    fn to_double(self) -> f64;
    fn plain(self, exponent: Self) -> Self;
    /// A complex number of this length in direction `angle`.
    fn polar(length: Self, angle: Self) -> Complex<Self>;
    fn log(z: Complex<Self>) -> Complex<Self>;
    fn wrap_complex(array: Array<Complex<Self>>) -> Value;
    fn exp_of(z: Complex<Self>) -> Complex<Self>;
    fn exp_real(self) -> Self;
    fn log_real(self) -> Self;
}

macro_rules! floats {
    ($($float:ident $complex:ident $cexp:ident $clog:ident;)*) => {
        $(impl PowerFloat for $float {
            const ZERO: $float = 0.0;
            const ONE: $float = 1.0;

            fn to_double(self) -> f64 {
                f64::from(self)
            }

            fn plain(self, exponent: $float) -> $float {
                self.powf(exponent)
            }

            fn polar(length: $float, angle: $float) -> $complex {
                Complex::new(length * angle.cos(), length * angle.sin())
            }

            fn log(z: $complex) -> $complex {
                $clog(z)
            }

            fn wrap_complex(array: Array<$complex>) -> Value {
                Element::wrap(array)
            }

            fn exp_of(z: $complex) -> $complex {
                $cexp(z)
            }

            fn exp_real(self) -> $float {
                self.exp()
            }

            fn log_real(self) -> $float {
                self.ln()
            }
        })*
    };
}

floats! {
    f64 Complex64 cexp clog;
    f32 Complex32 cexpf clogf;
}

/// `x ^ y` of real numbers; `None` if it is complex.
pub fn real_power(x: f64, y: f64) -> Option<f64> {
    if y == 2.0 {
        Some(x * x)
    } else if x < 0.0 && y.fract() != 0.0 {
        // An infinite exponent is no whole number either.
        None
    } else {
        Some(x.powf(y))
    }
}

/// `left .^ right`.
pub fn binary(written: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if is_integer(left) || is_integer(right) {
        return integers(written, left, right);
    }
    match unified(left, right) {
        (Value::Double(a), Value::Double(b)) => reals(&a, &b),
        (Value::Single(a), Value::Single(b)) => reals(&a, &b),
        (Value::Complex(a), Value::Double(b)) => complex_by_real(&a, &b),
        (Value::SingleComplex(a), Value::Single(b)) => complex_by_real(&a, &b),
        (Value::Double(a), Value::Complex(b)) => complex(zip(BinaryOp::Power, &a, &b, real_to_complex)?),
        (Value::Single(a), Value::SingleComplex(b)) => complex(zip(BinaryOp::Power, &a, &b, real_to_complex)?),
        (Value::Complex(a), Value::Complex(b)) => complex(zip(BinaryOp::Power, &a, &b, complex_to_complex)?),
        (Value::SingleComplex(a), Value::SingleComplex(b)) => {
            complex(zip(BinaryOp::Power, &a, &b, complex_to_complex)?)
        }
        (_, _) => Err(not_implemented(written, left, right)),
    }
}

fn complex<F: PowerFloat>(array: Array<Complex<F>>) -> Result<Value> {
    Ok(F::wrap_complex(array).narrow())
}

fn wrap<T: Element>(array: Array<T>) -> Result<Value> {
    Ok(T::wrap(array).narrow())
}

fn is_whole<F: PowerFloat>(x: F) -> bool {
    x.to_double().fract() == 0.0
}

fn reals<F: PowerFloat>(a: &Array<F>, b: &Array<F>) -> Result<Value> {
    let negative = a.iter().any(|&x| x < F::ZERO);
    if negative && b.iter().any(|&y| !is_whole(y)) {
        return complex(zip(BinaryOp::Power, a, b, |x, y| {
            if a.len() != 1 || b.len() != 1 || x < F::ZERO {
                complex_to_real(Complex::new(x, F::ZERO), y)
            } else {
                Complex::new(x.plain(y), F::ZERO)
            }
        })?);
    }
    if let Some(&y) = b.as_scalar() {
        let exponent = y.to_double();
        return Ok(F::wrap(if exponent == 2.0 {
            a.map(|&x| x.times(x))
        } else if a.len() == 1 {
            a.map(|&x| x.plain(y))
        } else if exponent == 3.0 {
            a.map(|&x| x.times(x).times(x))
        } else if exponent == -1.0 {
            a.map(|&x| F::ONE.over(x))
        } else {
            a.map(|&x| x.plain(y))
        }));
    }
    Ok(F::wrap(zip(BinaryOp::Power, a, b, F::plain)?))
}

fn complex_by_real<F: PowerFloat>(a: &Array<Complex<F>>, b: &Array<F>) -> Result<Value> {
    if a.len() != 1 && b.len() != 1 && a.dims() != b.dims() {
        // With repeated extents Octave takes no exponent for a whole number.
        return complex(zip(BinaryOp::Power, a, b, complex_to_real)?);
    }
    complex(zip(BinaryOp::Power, a, b, |x, y| {
        let exponent = y.to_double();
        if exponent.fract() == 0.0 && exponent.abs() < 2_147_483_648.0 {
            whole_power(x, exponent as i64)
        } else {
            complex_to_real(x, y)
        }
    })?)
}

/// By repeated squares.
fn whole_power<F: PowerFloat>(x: Complex<F>, exponent: i64) -> Complex<F> {
    let one = Complex::new(F::ONE, F::ZERO);
    let (mut rest, mut square) = (exponent.unsigned_abs(), x);
    let mut result = if rest % 2 == 1 { x } else { one };
    rest /= 2;
    while rest > 0 {
        square = F::complex_product(square, square);
        if rest % 2 == 1 {
            result = F::complex_product(result, square);
        }
        rest /= 2;
    }
    if exponent < 0 { F::complex_quotient(one, result) } else { result }
}

fn complex_to_real<F: PowerFloat>(x: Complex<F>, y: F) -> Complex<F> {
    if x.im == F::ZERO && x.re > F::ZERO {
        return Complex::new(x.re.plain(y), F::ZERO);
    }
    let log = F::log(x);
    F::polar(y.times(log.re).exp_real(), y.times(log.im))
}

fn real_to_complex<F: PowerFloat>(x: F, y: Complex<F>) -> Complex<F> {
    if x > F::ZERO {
        return F::polar(x.plain(y.re), y.im.times(x.log_real()));
    }
    complex_to_complex(Complex::new(x, F::ZERO), y)
}

fn complex_to_complex<F: PowerFloat>(x: Complex<F>, y: Complex<F>) -> Complex<F> {
    F::exp_of(F::complex_product(y, F::log(x)))
}

fn integers(written: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    macro_rules! classes {
        ($($variant:ident)*) => {
            match (&promoted(left), &promoted(right)) {
                $((Value::$variant(a), Value::$variant(b)) => wrap(zip(BinaryOp::Power, a, b, integer_power)?),
                (Value::$variant(a), Value::Double(b)) => wrap(zip(BinaryOp::Power, a, b, integer_to_double)?),
                (Value::Double(a), Value::$variant(b)) => wrap(zip(BinaryOp::Power, a, b, double_to_integer)?),
                (Value::$variant(a), Value::Single(b)) => {
                    wrap(zip(BinaryOp::Power, a, b, |x, y| integer_to_double(x, f64::from(y)))?)
                }
                (Value::Single(a), Value::$variant(b)) => {
                    wrap(zip(BinaryOp::Power, a, b, |x, y| double_to_integer(f64::from(x), y))?)
                })*
                (_, _) => Err(not_implemented(written, left, right)),
            }
        };
    }
    classes!(I8 I16 I32 I64 U8 U16 U32 U64)
}

fn integer_power<T: Int>(x: T, y: T) -> T {
    match u64::try_from(y.wide()) {
        Ok(exponent) => x.power(exponent),
        Err(_) => match x.wide() {
            1 => x,
            -1 if y.wide() % 2 == 0 => T::from_wide(1),
            -1 => x,
            _ => T::from_wide(0),
        },
    }
}

fn integer_to_double<T: Int>(x: T, y: f64) -> T {
    if y >= 0.0 && y < f64::from(T::BITS) && y.fract() == 0.0 {
        x.power(y as u64)
    } else {
        T::from_f64(x.to_f64().powf(y))
    }
}

fn double_to_integer<T: Int>(x: f64, y: T) -> T {
    T::from_f64(x.powf(y.to_f64()))
}
