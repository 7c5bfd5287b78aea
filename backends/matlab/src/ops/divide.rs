//! Systems of linear equations: `\` and `/`.

use super::arithmetic::{is_integer, unified};
use super::errors::{nonconformant, not_implemented};
use super::product::single_complex;
use super::unary::unary;
use super::warnings::warn;
use crate::Result;
use crate::builtins::elementary::numeric::Element;
use crate::lapack::triangular::{Diagonal, Side, Triangle};
use crate::lapack::{Mat, Scalar, triangular};
use crate::value::{Array, Class, Value};
use raddle_matlab::ast::{BinaryOp, UnaryOp};

/// `left \ right` where `left` is no scalar.
pub fn left(left: &Value, right: &Value) -> Result<Value> {
    const OP: BinaryOp = BinaryOp::MatLeftDivide;
    let (a, b) = operands(OP, left, right)?;
    let (m, n) = (a.dims(), b.dims());
    if m.rows() != n.rows() {
        return Err(nonconformant(OP, &m, &n));
    }
    solve_values(a, b)
}

/// `left / right` where `right` is no scalar.
pub fn right(left: &Value, right: &Value) -> Result<Value> {
    const OP: BinaryOp = BinaryOp::MatRightDivide;
    let (a, b) = operands(OP, left, right)?;
    let (m, n) = (a.dims(), b.dims());
    if m.cols() != n.cols() {
        return Err(nonconformant(OP, &m, &n));
    }
    let turned = |value| unary(UnaryOp::ConjugateTranspose, value);
    if let (Value::Double(a), Value::Double(b)) = (&a, &b)
        && let Some(x) = by_lower(&Mat::new(n.rows(), n.cols(), b.as_slice().to_vec()), a)
    {
        return Ok(Value::Double(x));
    }
    turned(&solve_values(turned(&b)?, turned(&a)?)?)
}

/// `left / right` for a lower triangular matrix, whose sums run upwards. `None` for others, and where it is singular.
fn by_lower(right: &Mat<f64>, left: &Array<f64>) -> Option<Array<f64>> {
    let is_lower = right.is_square() && right.is_lower() && !right.is_upper();
    if !is_lower || triangular::is_singular(triangular::rcond(right, Triangle::Lower)) {
        return None;
    }
    let (rows, columns) = (left.dims().rows(), left.dims().cols());
    let mut x = Mat::new(rows, columns, left.as_slice().to_vec()).transpose();
    triangular::solve_all(right, Triangle::Lower, Side::Transposed, Diagonal::Stored, &mut x);
    Some(Array::new([rows, columns].into(), x.transpose().data))
}

fn operands(op: BinaryOp, left: &Value, right: &Value) -> Result<(Value, Value)> {
    if is_integer(left) || is_integer(right) {
        return Err(not_implemented(op, left, right));
    }
    let (a, b) = unified(&flat(left), &flat(right));
    if !a.is_number_like() || !b.is_number_like() {
        return Err(not_implemented(op, left, right));
    }
    Ok((a, b))
}

/// Arrays of more dimensions count as matrices of their columns.
pub fn flat(value: &Value) -> Value {
    let dims = value.dims();
    if dims.rank() == 2 {
        return value.clone();
    }
    let columns = dims.as_slice()[1..].iter().product();
    value.clone().reshape([dims.rows(), columns].into())
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
    let x = solve(matrix(a), matrix(b));
    Ok(T::wrap(Array::new([x.rows, x.cols].into(), x.data)).narrow())
}

/// The solution of `a * x = b`, or its least squares of minimal norm.
pub fn solve<T: Scalar>(a: Mat<T>, b: Mat<T>) -> Mat<T> {
    let (x, warning, _rcond) = crate::builtins::linalg::solve::solve(a, b);
    if let Some(warning) = warning {
        warn(warning.identifier, warning.message);
    }
    x
}
