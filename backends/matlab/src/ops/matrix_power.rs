//! `^` with a square matrix.

use super::arithmetic::{is_integer, promoted};
use super::errors::not_implemented;
use super::{binary, divide, product};
use crate::builtins::elementary::numeric::Element;
use crate::lapack::{Mat, Scalar, eigen};
use crate::value::{Array, Class, Complex64, Diagonal, Structured, Value};
use crate::{Result, fail};
use raddle_matlab::ast::BinaryOp;
use std::rc::Rc;

/// `left ^ right` where one of them is no scalar.
pub fn power(left: &Value, right: &Value) -> Result<Value> {
    const OP: BinaryOp = BinaryOp::MatPower;
    let (a, b) = (promoted(left), promoted(right));
    let both_integers = is_integer(&a) && is_integer(&b);
    let is_mixed = both_integers && a.class() != b.class()
        || (a.is_complex() || b.is_complex()) && (is_integer(&a) || is_integer(&b));
    if is_mixed || !a.is_number_like() || !b.is_number_like() {
        return Err(not_implemented(OP, left, right));
    }
    if !a.is_scalar() && !b.is_scalar() {
        fail!("can't do A ^ B for A and B both matrices");
    }
    if is_integer(&a) || is_integer(&b) {
        return Err(not_implemented(OP, left, right));
    }
    let dims = if a.is_scalar() { b.dims() } else { a.dims() };
    if dims.count() == 0 {
        return Ok(Value::empty());
    }
    if dims.rank() > 2 || dims.rows() != dims.cols() {
        fail!(
            "for x^y, only square matrix arguments are permitted and one argument must be scalar.  Use .^ for elementwise power."
        );
    }
    let single = left.class() == Class::Single || right.class() == Class::Single;
    if !b.is_complex() && b.is_scalar() && b.as_scalar() == Some(0.0) {
        return Ok(identity(dims.rows(), single));
    }
    let result = match (&a, &b) {
        (matrix, exponent) if exponent.is_scalar() => match exponent.as_scalar() {
            Some(y) if !exponent.is_complex() && y.fract() == 0.0 && y.abs() < 2_147_483_648.0 => {
                whole(matrix, y as i64)?
            }
            _ => by_eigenvalues(matrix, |value| scalar_power(&Value::Complex(Array::scalar(value)), exponent))?,
        },
        (base, matrix) => by_eigenvalues(matrix, |value| scalar_power(base, &Value::Complex(Array::scalar(value))))?,
    };
    if single { super::convert(&result, Class::Single) } else { Ok(result) }
}

fn scalar_power(base: &Value, exponent: &Value) -> Result<Complex64> {
    let power = binary(BinaryOp::Power, base, exponent)?;
    Ok(power.to_complex().and_then(|array| array.as_slice().first().copied()).unwrap_or_default())
}

/// By repeated squares; a negative exponent inverts first.
fn whole(matrix: &Value, exponent: i64) -> Result<Value> {
    match matrix {
        Value::Double(array) => whole_power(array, exponent),
        Value::Single(array) => whole_power(array, exponent),
        Value::Complex(array) => whole_power(array, exponent),
        Value::SingleComplex(array) => whole_power(array, exponent),
        other => Err(not_implemented(BinaryOp::MatPower, other, other)),
    }
}

fn whole_power<T: Scalar + Element>(array: &Array<T>, exponent: i64) -> Result<Value> {
    let n = array.dims().rows();
    let mut rest = exponent.unsigned_abs();
    let mut square = if exponent < 0 { inverse(array) } else { array.clone() };
    let mut result = square.clone();
    rest -= 1;
    while rest > 0 {
        if rest % 2 == 1 {
            result = product::multiply(&result, &square)?;
        }
        rest /= 2;
        if rest > 0 {
            square = product::multiply(&square, &square)?;
        }
    }
    Ok(T::wrap(result).narrow())
}

/// The power with exponent zero, of whatever.
fn identity(n: usize, single: bool) -> Value {
    if single {
        let elements = Value::Single(Array::column(vec![1.0; n]));
        return Value::Structured(Rc::new(Structured::Diagonal { rows: n, columns: n, elements }));
    }
    Value::Diagonal(Diagonal { rows: n, columns: n, elements: vec![1.0; n] })
}

fn inverse<T: Scalar>(array: &Array<T>) -> Array<T> {
    let n = array.dims().rows();
    let matrix = Mat::new(n, n, array.as_slice().to_vec());
    let (inverse, rcond) = crate::builtins::linalg::determinant::inverse(matrix);
    divide::warn_if_singular(rcond);
    Array::new([n, n].into(), inverse.data)
}

/// The matrix with the same eigenvectors and a function of the eigenvalues.
fn by_eigenvalues(matrix: &Value, f: impl Fn(Complex64) -> Result<Complex64>) -> Result<Value> {
    let array = matrix.to_complex().unwrap_or_default();
    let n = array.dims().rows();
    let matrix = Mat::new(n, n, array.into_vec());
    let Some((values, Some(vectors))) = eigen::complex(matrix, true, true) else {
        fail!("eigenvalues did not converge");
    };
    let mut scaled = vectors.clone();
    for (k, &value) in values.iter().enumerate() {
        let factor = f(value)?;
        for x in scaled.col_mut(k) {
            *x *= factor;
        }
    }
    // scaled / vectors
    let x = divide::solve(vectors.adjoint(), scaled.adjoint()).adjoint();
    Ok(Value::Complex(Array::new([n, n].into(), x.data)).narrow())
}
