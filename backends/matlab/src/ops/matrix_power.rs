//! `^` with a square matrix.

use super::arithmetic::{is_integer, promoted};
use super::errors::not_implemented;
use super::product::single_complex;
use super::warnings::warn;
use super::{binary, product};
use crate::builtins::elementary::numeric::Element;
use crate::builtins::linalg::eigen::standard;
use crate::builtins::linalg::{Matrix, determinant};
use crate::lapack::{Mat, Scalar, triangular};
use crate::value::{Array, Class, Diagonal, Structured, Value};
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
            _ => by_eigenvalues(matrix, single, |values| binary(BinaryOp::Power, values, exponent))?,
        },
        (base, matrix) => {
            let result = by_eigenvalues(matrix, single, |values| binary(BinaryOp::Power, base, values))?;
            // Powers of a positive number with complex pairs are complex pairs: what is left of imaginary parts is rounding.
            if !base.is_complex() && base.as_scalar() > Some(0.0) { real_part(result) } else { result }
        }
    };
    if single { super::convert(&result, Class::Single) } else { Ok(result) }
}

fn real_part(value: Value) -> Value {
    match value {
        Value::Complex(array) => Value::Double(array.map(|z| z.re)),
        Value::SingleComplex(array) => Value::Single(array.map(|z| z.re)),
        other => other,
    }
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
    let mut rest = exponent.unsigned_abs();
    let mut square = if exponent < 0 { inverse(array) } else { array.clone() };
    let mut result = square.clone();
    rest -= 1;
    while rest > 0 {
        if rest % 2 == 1 {
            result = product::multiply(&square, &result)?;
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
    let (inverse, rcond) = determinant::inverse(matrix);
    if triangular::is_singular(rcond) {
        // Octave has not computed it here.
        warn("", "inverse: matrix singular to machine precision, rcond = 0");
    }
    Array::new([n, n].into(), inverse.data)
}

/// The matrix with the same eigenvectors and a function of the eigenvalues.
fn by_eigenvalues(matrix: &Value, single: bool, f: impl Fn(&Value) -> Result<Value>) -> Result<Value> {
    let matrix = if single { super::convert(matrix, Class::Single)? } else { matrix.clone() };
    if matrix.to_complex().is_some_and(|all| all.iter().any(|z| !z.re.is_finite() || !z.im.is_finite())) {
        fail!("EIG: matrix contains Inf or NaN values");
    }
    let eigen = Matrix::from_value(&matrix).and_then(|matrix| standard(matrix, 1, true));
    let Some((values, Some(vectors))) = eigen.map(|eigen| (eigen.values.column, eigen.right)) else {
        fail!("eigenvalues did not converge");
    };
    if single {
        let powers = f(&Value::SingleComplex(single_complex(&values)))?;
        return rebuilt(&single_complex(&vectors), &single_complex(&powers));
    }
    let complex = |value: &Value| value.to_complex().unwrap_or_default();
    let powers = f(&Value::Complex(complex(&values)))?;
    rebuilt(&complex(&vectors), &complex(&powers))
}

/// `vectors * diag(values) * inv(vectors)`
fn rebuilt<T: Scalar + Element>(vectors: &Array<T>, values: &Array<T>) -> Result<Value> {
    let n = values.len();
    let mut scaled = vectors.clone();
    for (column, &value) in scaled.make_mut().chunks_mut(n.max(1)).zip(values.iter()) {
        column.iter_mut().for_each(|x| *x *= value);
    }
    let (inverse, _rcond) = determinant::inverse(Mat::new(n, n, vectors.as_slice().to_vec()));
    let inverse = Array::new([n, n].into(), inverse.data);
    Ok(T::wrap(product::multiply(&scaled, &inverse)?).narrow())
}
