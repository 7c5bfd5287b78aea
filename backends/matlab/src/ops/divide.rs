//! Systems of linear equations: `\` and `/`.

use super::arithmetic::{is_integer, unified};
use super::errors::{nonconformant, not_implemented, warn};
use super::product::single_complex;
use super::unary::unary;
use crate::builtins::elementary::numeric::Element;
use crate::lapack::triangular::{Diagonal, Side, Triangle};
use crate::lapack::{Mat, Real, Scalar, blas, cholesky, least_squares, lu, triangular};
use crate::value::{Array, Class, Value};
use crate::{Result, fail};
use raddle_matlab::ast::{BinaryOp, UnaryOp};

/// `left \ right` where `left` is no scalar.
pub fn left(left: &Value, right: &Value) -> Result<Value> {
    const OP: BinaryOp = BinaryOp::MatLeftDivide;
    let (a, b) = operands(OP, left, right)?;
    let (m, n) = (a.dims(), b.dims());
    if m.rank() > 2 || n.rank() > 2 || m.rows() != n.rows() {
        return Err(nonconformant(OP, &m, &n));
    }
    solve_values(a, b)
}

/// `left / right` where `right` is no scalar.
pub fn right(left: &Value, right: &Value) -> Result<Value> {
    const OP: BinaryOp = BinaryOp::MatRightDivide;
    let (a, b) = operands(OP, left, right)?;
    let (m, n) = (a.dims(), b.dims());
    if m.rank() > 2 || n.rank() > 2 || m.cols() != n.cols() {
        return Err(nonconformant(OP, &m, &n));
    }
    let turned = |value| unary(UnaryOp::ConjugateTranspose, value);
    turned(&solve_values(turned(&b)?, turned(&a)?)?)
}

fn operands(op: BinaryOp, left: &Value, right: &Value) -> Result<(Value, Value)> {
    if is_integer(left) || is_integer(right) {
        return Err(not_implemented(op, left, right));
    }
    let (a, b) = unified(left, right);
    if !a.is_number_like() || !b.is_number_like() {
        return Err(not_implemented(op, left, right));
    }
    Ok((a, b))
}

fn solve_values(a: Value, b: Value) -> Result<Value> {
    match (a, b) {
        (Value::Double(a), Value::Double(b)) => wrap(a, b),
        (Value::Single(a), Value::Single(b)) => wrap(a, b),
        (a, b) if a.class() == Class::Single => wrap(single_complex(&a), single_complex(&b)),
        (a, b) => wrap(a.to_complex().unwrap_or_default(), b.to_complex().unwrap_or_default()),
    }
}

fn matrix<T: Scalar>(array: Array<T>) -> Mat<T> {
    Mat::new(array.dims().rows(), array.dims().cols(), array.into_vec())
}

fn wrap<T: Scalar + Element>(a: Array<T>, b: Array<T>) -> Result<Value> {
    let x = solve(matrix(a), matrix(b))?;
    Ok(T::wrap(Array::new([x.rows, x.cols].into(), x.data)).narrow())
}

/// The solution of `a * x = b`, or its least squares of minimal norm.
///
/// # Errors
/// If singular values are needed and the iteration for them does not converge.
pub fn solve<T: Scalar>(a: Mat<T>, b: Mat<T>) -> Result<Mat<T>> {
    if a.rows == 0 || a.cols == 0 || b.cols == 0 {
        return Ok(Mat::zeros(a.cols, b.cols));
    }
    if a.is_square()
        && let Some(x) = solve_square(&a, &b)
    {
        return Ok(x);
    }
    match least_squares::solve(a, b) {
        Some((x, _rank)) => Ok(x),
        None => fail!("singular values did not converge"),
    }
}

/// `None`, after a warning, for singular matrices.
fn solve_square<T: Scalar>(a: &Mat<T>, b: &Mat<T>) -> Option<Mat<T>> {
    let mut x = b.clone();
    let triangle = if a.is_upper() {
        Some(Triangle::Upper)
    } else if a.is_lower() {
        Some(Triangle::Lower)
    } else {
        None
    };
    if let Some(triangle) = triangle {
        warn_if_singular(triangular::rcond(a, triangle));
        triangular::solve_all(a, triangle, Side::Plain, Diagonal::Stored, &mut x);
        return Some(x);
    }
    let norm = blas::norm_one(a);
    if a.is_hermitian()
        && (0..a.cols).all(|k| a[(k, k)].real() > T::Real::ZERO)
        && let Ok(r) = cholesky::factor(a.clone())
    {
        if warn_if_singular(cholesky::rcond(&r, norm)) {
            return None;
        }
        cholesky::solve_factored(&r, &mut x);
        return Some(x);
    }
    let factored = lu::factor(a.clone());
    if warn_if_singular(factored.rcond(norm)) {
        return None;
    }
    factored.solve(&mut x);
    Some(x)
}

pub fn warn_if_singular<R: Real>(rcond: R) -> bool {
    let singular = triangular::is_singular(rcond);
    if singular && (rcond == R::ZERO || rcond.is_nan_real()) {
        warn("matrix singular to machine precision");
    } else if singular {
        warn(&format!("matrix singular to machine precision, rcond = {}", crate::ops::errors::short(rcond.to_f64())));
    }
    singular
}
