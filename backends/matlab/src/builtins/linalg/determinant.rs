//! `det`, `inv`, `rcond`, `trace`.

use super::matrix::{Element, Matrix, diagonal_value, each, mat_value};
use super::{Call, Warning};
use crate::lapack::blas::norm_one;
use crate::lapack::triangular::{self, Triangle};
use crate::lapack::{Mat, Real, Scalar, cholesky, lu};
use crate::value::{Diagonal, Structured};
use crate::{Result, Value, fail};

/// `det(A)`, `[d, rcond] = det(A)`.
pub fn det(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    if a.is_empty() && !a.is_text() {
        return Ok(vec![Value::scalar(1.0)]);
    }
    if a.dims().rank() > 2 {
        fail!("matrix must be square");
    }
    if matches!(a, Value::Cell(_) | Value::Struct(_) | Value::Handle(_) | Value::Map(_) | Value::Parser(_)) {
        Matrix::argument(a, "det")?;
    }
    if a.dims().rows() != a.dims().cols() {
        fail!("det: A must be a square matrix");
    }
    let (value, rcond) = each!(Matrix::argument(a, "det")?, m => {
        let (value, rcond) = determinant(m);
        (mat_value(Mat::new(1, 1, vec![value])), rcond.to_f64())
    });
    Ok(vec![value, Value::scalar(rcond)])
}

/// The determinant from the factors that suit the matrix, and its reciprocal condition number.
fn determinant<T: Element>(a: Mat<T>) -> (T, T::Real) {
    let n = a.rows;
    for (is_triangular, triangle) in [(a.is_upper(), Triangle::Upper), (a.is_lower(), Triangle::Lower)] {
        if is_triangular {
            return ((0..n).fold(T::ONE, |product, i| product * a[(i, i)]), triangular::rcond(&a, triangle));
        }
    }
    let norm = norm_one(&a);
    if super::solve::may_be_definite(&a)
        && let Ok(factor) = cholesky::factor_lower(a.clone())
    {
        let root = (0..n).fold(T::ONE, |product, i| product * factor[(i, i)]);
        return (root * root, cholesky::rcond(&factor, norm));
    }
    let factors = lu::factor(a);
    (factors.determinant(), factors.rcond(norm))
}

/// `inv(A)`, `[x, rcond] = inv(A)`.
pub fn inv(mut call: Call) -> Result<Vec<Value>> {
    let a = call.args[0].clone();
    if let Some(inverse) = structured_inverse(&mut call, &a) {
        return Ok(inverse);
    }
    if !(a.is_number_like() || matches!(a, Value::Cell(_)) && a.is_empty()) {
        fail!("{}: wrong type argument '{}'", call.name, a.kind_name());
    }
    if a.is_empty() && a.dims().rows() == a.dims().cols() {
        return Ok(vec![Value::empty()]);
    }
    if a.dims().rank() > 2 {
        fail!("inverse requires square matrix");
    }
    if a.dims().rows() != a.dims().cols() {
        fail!("inverse: A must be a square matrix");
    }
    let (value, rcond) = each!(Matrix::argument(&a, call.name)?, m => {
        let (inverse, rcond) = inverse(m);
        (mat_value(inverse), rcond.to_f64())
    });
    if call.nargout < 2 && triangular::is_singular(rcond) && !a.is_scalar() {
        Warning::singular(rcond).issue(&mut call);
    }
    Ok(vec![value, Value::scalar(rcond)])
}

/// Inverses of diagonal and permutation matrices keep their structure.
fn structured_inverse(call: &mut Call, a: &Value) -> Option<Vec<Value>> {
    match a {
        Value::Diagonal(Diagonal { rows, columns, elements }) if rows == columns => {
            let singular = elements.contains(&0.0);
            let inverse: Vec<f64> = elements.iter().map(|&x| if singular { f64::INFINITY } else { 1.0 / x }).collect();
            let (norm, inverse_norm) = (greatest(elements), greatest(&inverse));
            if singular && call.nargout < 2 {
                Warning::singular(0.0).issue(call);
            }
            let rcond = if singular { 0.0 } else { 1.0 / norm / inverse_norm };
            Some(vec![diagonal_value(*rows, *columns, inverse), Value::scalar(rcond)])
        }
        Value::Structured(matrix) => match &**matrix {
            Structured::Permutation { columns } => {
                let mut inverse = vec![0; columns.len()];
                columns.iter().enumerate().for_each(|(i, &j)| inverse[j] = i);
                Some(vec![Value::Structured(Structured::Permutation { columns: inverse }.into()), Value::scalar(1.0)])
            }
            Structured::Diagonal { .. } => None,
        },
        _ => None,
    }
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, x| f64::max(most, x.abs()))
}

/// The inverse of a square matrix and the reciprocal condition number; infinite elements if the matrix is singular.
pub fn inverse<T: Scalar>(a: Mat<T>) -> (Mat<T>, T::Real) {
    let n = a.rows;
    let infinite = |rcond| (Mat::from_fn(n, n, |_, _| T::from_real(T::Real::ONE / T::Real::ZERO)), rcond);
    let triangle = if a.is_upper() { Some(Triangle::Upper) } else { a.is_lower().then_some(Triangle::Lower) };
    if let Some(triangle) = triangle {
        if (0..n).any(|i| a[(i, i)] == T::ZERO) {
            return infinite(T::Real::ZERO);
        }
        let rcond = triangular::rcond(&a, triangle);
        let mut inverse = a;
        triangular::invert(&mut inverse, triangle);
        return (inverse, rcond);
    }
    let norm = norm_one(&a);
    if super::solve::may_be_definite(&a)
        && let Ok(factor) = cholesky::factor(a.clone())
    {
        let rcond = cholesky::rcond_upper(&factor, norm);
        return if rcond == T::Real::ZERO { infinite(rcond) } else { (cholesky::inverse(&factor), rcond) };
    }
    let factors = lu::factor(a);
    let rcond = factors.rcond(norm);
    if factors.has_zero_pivot || rcond == T::Real::ZERO { infinite(rcond) } else { (factors.inverse(), rcond) }
}

/// `rcond(A)`
pub fn rcond(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    if !a.is_number_like() {
        fail!("octave_base_value::matrix_value(): wrong type argument '{}'", a.kind_name());
    }
    let m = Matrix::argument(a, "rcond")?;
    if !m.is_square() {
        fail!("matrix must be square");
    }
    if m.is_empty() {
        return Ok(vec![Value::scalar(f64::INFINITY)]);
    }
    Ok(vec![each!(m, m => mat_value(Mat::new(1, 1, vec![reciprocal_condition(m)])))])
}

fn reciprocal_condition<T: Element>(a: Mat<T>) -> T::Real {
    let n = a.rows;
    if a.has_nan() || !a.all_finite() {
        return T::Real::ZERO;
    }
    for (is_triangular, triangle) in [(a.is_upper(), Triangle::Upper), (a.is_lower(), Triangle::Lower)] {
        if is_triangular {
            let singular = (0..n).any(|i| a[(i, i)] == T::ZERO);
            return if singular { T::Real::ZERO } else { triangular::rcond(&a, triangle) };
        }
    }
    let norm = norm_one(&a);
    if super::solve::may_be_definite(&a)
        && let Ok(factor) = cholesky::factor_lower(a.clone())
    {
        return cholesky::rcond(&factor, norm);
    }
    lu::factor(a).rcond(norm)
}

/// `trace(A)`: the sum of the diagonal, in the array's class. Vectors have one diagonal element.
pub fn trace(call: Call) -> Result<Vec<Value>> {
    let a = call.args[0].clone().full();
    if a.dims().rank() > 2 {
        fail!("trace: only valid on 2-D objects");
    }
    if a.is_empty() {
        return Ok(vec![Value::scalar(0.0)]);
    }
    let dims = a.dims();
    if dims.is_vector() {
        let first = crate::index::Subscript::Value(Value::scalar(1.0));
        return Ok(vec![crate::index::get(&a, &[first], None)?]);
    }
    let sum = match Matrix::from_value(&a) {
        Some(m) => each!(m, m => {
            let mut sum = m[(0, 0)];
            (1..m.rows.min(m.cols)).for_each(|i| sum += m[(i, i)]);
            mat_value(Mat::new(1, 1, vec![sum]))
        }),
        None => fail!("sum: wrong type argument '{}'", a.kind_name()),
    };
    let class = a.class();
    Ok(vec![if class.is_integer() { crate::ops::convert(&sum, class)? } else { sum }])
}
