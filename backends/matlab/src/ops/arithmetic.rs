//! `+`, `-`, `.*` and `./`: which classes mix, and what numbers do. Powers and products of matrices are elsewhere.

use super::elementwise::zip;
use super::errors::not_implemented;
use super::integer::Int;
use crate::Result;
use crate::builtins::elementary::numeric::{Element, with_integers};
use crate::value::{Array, Complex32, Complex64, Value};
use num_complex::Complex;
use raddle_matlab::ast::BinaryOp;

/// Arithmetic of two element types.
pub trait Arithmetic<B>: Copy {
    type Output: Element;
    fn plus(self, other: B) -> Self::Output;
    fn minus(self, other: B) -> Self::Output;
    fn times(self, other: B) -> Self::Output;
    fn over(self, other: B) -> Self::Output;
}

/// The operands as arrays of numbers: logical values, characters and ranges as doubles. Others stay.
pub fn promoted(value: &Value) -> Value {
    match value {
        Value::Bool(array) => Value::Double(array.map(|&x| f64::from(u8::from(x)))),
        Value::Char(chars) => Value::Double(chars.bytes.map(|&x| f64::from(x))),
        Value::Range(_) | Value::Diagonal(_) | Value::Structured(_) => value.clone().full(),
        other => other.clone(),
    }
}

/// Doubles beside singles become singles.
pub fn unified(left: &Value, right: &Value) -> (Value, Value) {
    let (left, right) = (promoted(left), promoted(right));
    let is_single = |value: &Value| matches!(value, Value::Single(_) | Value::SingleComplex(_));
    if is_single(&left) == is_single(&right) {
        return (left, right);
    }
    (narrowed(left), narrowed(right))
}

fn narrowed(value: Value) -> Value {
    match value {
        Value::Double(array) => Value::Single(array.map(|&x| x as f32)),
        Value::Complex(array) => Value::SingleComplex(array.map(|x| Complex32::new(x.re as f32, x.im as f32))),
        other => other,
    }
}

/// `op` is one of `+`, `-`, `.*`, `./`; `written` is the operator of the program.
pub fn binary(written: BinaryOp, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if is_integer(left) || is_integer(right) {
        return integers(written, op, left, right);
    }
    match unified(left, right) {
        (Value::Double(a), Value::Double(b)) => pairs(op, &a, &b),
        (Value::Single(a), Value::Single(b)) => pairs(op, &a, &b),
        (Value::Complex(a), Value::Complex(b)) => pairs(op, &a, &b),
        (Value::Complex(a), Value::Double(b)) => pairs(op, &a, &b),
        (Value::Double(a), Value::Complex(b)) => pairs(op, &a, &b),
        (Value::SingleComplex(a), Value::SingleComplex(b)) => pairs(op, &a, &b),
        (Value::SingleComplex(a), Value::Single(b)) => pairs(op, &a, &b),
        (Value::Single(a), Value::SingleComplex(b)) => pairs(op, &a, &b),
        (_, _) => Err(not_implemented(written, left, right)),
    }
}

/// `left .\ right`.
pub fn left_divide(written: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    binary(BinaryOp::RightDivide, BinaryOp::RightDivide, right, left)
        .map_err(|error| if error.identifier.is_empty() { not_implemented(written, left, right) } else { error })
}

pub fn is_integer(value: &Value) -> bool {
    with_integers!(value, _array => true, _ => false)
}

fn pairs<A: Arithmetic<B>, B: Copy>(op: BinaryOp, a: &Array<A>, b: &Array<B>) -> Result<Value> {
    Ok(A::Output::wrap(apply(op, a, b)?).narrow())
}

fn apply<A: Arithmetic<B>, B: Copy>(op: BinaryOp, a: &Array<A>, b: &Array<B>) -> Result<Array<A::Output>> {
    match op {
        BinaryOp::Add => zip(op, a, b, A::plus),
        BinaryOp::Sub => zip(op, a, b, A::minus),
        BinaryOp::Mul => zip(op, a, b, A::times),
        _ => zip(op, a, b, A::over),
    }
}

/// One operand is of an integer class; the other is of the same or of real floats.
fn integers(written: BinaryOp, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    macro_rules! classes {
        ($($variant:ident)*) => {
            match (&promoted(left), &promoted(right)) {
                $((Value::$variant(a), Value::$variant(b)) => pairs(op, a, b),
                (Value::$variant(a), Value::Double(b)) => pairs(op, a, b),
                (Value::Double(a), Value::$variant(b)) => reversed(op, a, b),
                (Value::$variant(a), Value::Single(b)) => pairs(op, a, &b.map(|&y| f64::from(y))),
                (Value::Single(a), Value::$variant(b)) => reversed(op, &a.map(|&x| f64::from(x)), b),)*
                (_, _) => Err(not_implemented(written, left, right)),
            }
        };
    }
    classes!(I8 I16 I32 I64 U8 U16 U32 U64)
}

fn reversed<T: Int>(op: BinaryOp, a: &Array<f64>, b: &Array<T>) -> Result<Value> {
    Ok(T::wrap(match op {
        BinaryOp::Add => zip(op, a, b, |x, y| y.plus(x))?,
        BinaryOp::Sub => zip(op, a, b, T::subtracted_from)?,
        BinaryOp::Mul => zip(op, a, b, |x, y| y.times(x))?,
        _ => zip(op, a, b, T::dividing)?,
    }))
}

macro_rules! floats {
    ($($float:ident)*) => {
        $(impl Arithmetic<$float> for $float {
            type Output = $float;

            fn plus(self, other: $float) -> $float {
                self + other
            }

            fn minus(self, other: $float) -> $float {
                self - other
            }

            fn times(self, other: $float) -> $float {
                self * other
            }

            fn over(self, other: $float) -> $float {
                self / other
            }
        }

        impl Arithmetic<Complex<$float>> for Complex<$float> {
            type Output = Complex<$float>;

            fn plus(self, other: Complex<$float>) -> Complex<$float> {
                self + other
            }

            fn minus(self, other: Complex<$float>) -> Complex<$float> {
                self - other
            }

            fn times(self, other: Complex<$float>) -> Complex<$float> {
                $float::complex_product(self, other)
            }

            fn over(self, other: Complex<$float>) -> Complex<$float> {
                $float::complex_quotient(self, other)
            }
        }

        impl Arithmetic<$float> for Complex<$float> {
            type Output = Complex<$float>;

            fn plus(self, other: $float) -> Complex<$float> {
                Complex::new(self.re + other, self.im)
            }

            fn minus(self, other: $float) -> Complex<$float> {
                Complex::new(self.re - other, self.im)
            }

            fn times(self, other: $float) -> Complex<$float> {
                Complex::new(self.re * other, self.im * other)
            }

            fn over(self, other: $float) -> Complex<$float> {
                Complex::new(self.re / other, self.im / other)
            }
        }

        impl Arithmetic<Complex<$float>> for $float {
            type Output = Complex<$float>;

            fn plus(self, other: Complex<$float>) -> Complex<$float> {
                Complex::new(self + other.re, other.im)
            }

            fn minus(self, other: Complex<$float>) -> Complex<$float> {
                Complex::new(self - other.re, -other.im)
            }

            fn times(self, other: Complex<$float>) -> Complex<$float> {
                Complex::new(self * other.re, self * other.im)
            }

            fn over(self, other: Complex<$float>) -> Complex<$float> {
                $float::complex_quotient(Complex::new(self, 0.0), other)
            }
        })*
    };
}

floats!(f64 f32);

/// Products and quotients of complex numbers as C's runtime library has them.
pub trait ComplexParts: Sized {
    fn complex_product(a: Complex<Self>, b: Complex<Self>) -> Complex<Self>;
    fn complex_quotient(a: Complex<Self>, b: Complex<Self>) -> Complex<Self>;
}

impl ComplexParts for f64 {
    fn complex_product(a: Complex64, b: Complex64) -> Complex64 {
        let product = a * b;
        if product.re.is_nan() && product.im.is_nan() { product_with_infinities(a, b) } else { product }
    }

    fn complex_quotient(a: Complex64, b: Complex64) -> Complex64 {
        let quotient = scaled_quotient(a, b);
        if quotient.re.is_nan() && quotient.im.is_nan() { quotient_with_infinities(a, b, quotient) } else { quotient }
    }
}

impl ComplexParts for f32 {
    fn complex_product(a: Complex32, b: Complex32) -> Complex32 {
        let product = a * b;
        if !product.re.is_nan() || !product.im.is_nan() {
            return product;
        }
        single(product_with_infinities(double(a), double(b)))
    }

    fn complex_quotient(a: Complex32, b: Complex32) -> Complex32 {
        let (a, b) = (double(a), double(b));
        let norm = b.re * b.re + b.im * b.im;
        let quotient = Complex::new((a.re * b.re + a.im * b.im) / norm, (a.im * b.re - a.re * b.im) / norm);
        let is_nan = quotient.re.is_nan() && quotient.im.is_nan();
        single(if is_nan { quotient_with_infinities(a, b, quotient) } else { quotient })
    }
}

fn double(z: Complex32) -> Complex64 {
    Complex::new(z.re.into(), z.im.into())
}

fn single(z: Complex64) -> Complex32 {
    Complex::new(z.re as f32, z.im as f32)
}

/// An infinite part is 1 with its sign, a finite one is 0.
fn boxed(z: Complex64) -> Complex64 {
    let part = |x: f64| f64::from(u8::from(x.is_infinite())).copysign(x);
    Complex::new(part(z.re), part(z.im))
}

fn without_nan(z: Complex64) -> Complex64 {
    let part = |x: f64| if x.is_nan() { 0_f64.copysign(x) } else { x };
    Complex::new(part(z.re), part(z.im))
}

fn is_infinite(z: Complex64) -> bool {
    z.re.is_infinite() || z.im.is_infinite()
}

/// The product where the plain formula has no number (C11, annex G).
fn product_with_infinities(a: Complex64, b: Complex64) -> Complex64 {
    let (mut a, mut b, product) = (a, b, a * b);
    let mut recalculate = false;
    if is_infinite(a) {
        (a, b, recalculate) = (boxed(a), without_nan(b), true);
    }
    if is_infinite(b) {
        (a, b, recalculate) = (without_nan(a), boxed(b), true);
    }
    let parts = [a.re * b.re, a.im * b.im, a.re * b.im, a.im * b.re];
    if !recalculate && parts.iter().any(|x| x.is_infinite()) {
        (a, b, recalculate) = (without_nan(a), without_nan(b), true);
    }
    if !recalculate {
        return product;
    }
    Complex::new(f64::INFINITY * (a.re * b.re - a.im * b.im), f64::INFINITY * (a.re * b.im + a.im * b.re))
}

/// The quotient where the plain formula has no number (C11, annex G).
fn quotient_with_infinities(a: Complex64, b: Complex64, quotient: Complex64) -> Complex64 {
    let finite = |z: Complex64| z.re.is_finite() && z.im.is_finite();
    let times = |factor: f64, a: Complex64, b: Complex64| {
        Complex::new(factor * (a.re * b.re + a.im * b.im), factor * (a.im * b.re - a.re * b.im))
    };
    if b.re == 0.0 && b.im == 0.0 && !(a.re.is_nan() && a.im.is_nan()) {
        let infinity = f64::INFINITY.copysign(b.re);
        Complex::new(infinity * a.re, infinity * a.im)
    } else if is_infinite(a) && finite(b) {
        times(f64::INFINITY, boxed(a), b)
    } else if is_infinite(b) && finite(a) {
        times(0.0, a, boxed(b))
    } else {
        quotient
    }
}

/// Smith's quotient with Baudin's care for numbers near the limits.
fn scaled_quotient(mut a: Complex64, mut b: Complex64) -> Complex64 {
    const BIG: f64 = f64::MAX / 2.0;
    const SMALL: f64 = f64::MIN_POSITIVE;
    const MIDDLE: f64 = BIG * f64::EPSILON;
    let swapped = b.re.abs() < b.im.abs();
    let greater = if swapped { b.im.abs() } else { b.re.abs() };
    let tiny = |x: f64, y: f64| x.abs() < SMALL && y.abs() < MIDDLE && greater < MIDDLE;
    if greater >= BIG {
        (a, b) = (a / 2.0, b / 2.0);
    }
    if greater < SMALL || tiny(a.re, a.im) || tiny(a.im, a.re) {
        (a, b) = (a / f64::EPSILON, b / f64::EPSILON);
    }
    let (c, d) = if swapped { (b.im, b.re) } else { (b.re, b.im) };
    let ratio = d / c;
    let norm = d * ratio + c;
    let scaled = |x: f64| if ratio.abs() > SMALL { x * ratio } else { d * (x / c) };
    if swapped {
        Complex::new((scaled(a.re) + a.im) / norm, (scaled(a.im) - a.re) / norm)
    } else {
        Complex::new((scaled(a.im) + a.re) / norm, (a.im - scaled(a.re)) / norm)
    }
}
