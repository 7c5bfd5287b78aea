//! Questions about the shape of matrices: `bandwidth`, `isbanded`, `isdefinite`.

use super::Call;
use super::matrix::{Matrix, each};
use crate::lapack::{Mat, Real, Scalar, cholesky};
use crate::{Result, Value, fail};

/// How many diagonals below and above the main one have elements.
fn bands<T: Scalar>(m: &Mat<T>) -> (usize, usize) {
    let (mut lower, mut upper) = (0, 0);
    for j in 0..m.cols {
        for i in 0..m.rows {
            if m[(i, j)] != T::ZERO {
                lower = lower.max(i.saturating_sub(j));
                upper = upper.max(j.saturating_sub(i));
            }
        }
    }
    (lower, upper)
}

/// `bandwidth(A, "lower")`, `bandwidth(A, "upper")`, `[lower, upper] = bandwidth(A)`.
pub fn bandwidth(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    let numeric = a.is_number_like() && !a.is_text();
    if !numeric || a.dims().rank() > 2 {
        fail!("bandwidth: A must be a 2-D numeric or logical matrix");
    }
    let (lower, upper) = each!(Matrix::argument(a, "bandwidth")?, m => bands(&m));
    let (lower, upper) = (Value::scalar(lower as f64), Value::scalar(upper as f64));
    match call.args.get(1).map(|kind| kind.as_text().unwrap_or_default()) {
        None => Ok(vec![lower, upper]),
        Some(kind) => match kind.to_ascii_lowercase().as_str() {
            "lower" => Ok(vec![lower]),
            "upper" => Ok(vec![upper]),
            _ => fail!("bandwidth: TYPE must be \"lower\" or \"upper\""),
        },
    }
}

/// `isbanded(A, lower, upper)`
pub fn isbanded(call: Call) -> Result<Vec<Value>> {
    let (Some(lower), Some(upper)) = (call.args[1].as_count(), call.args[2].as_count()) else {
        fail!("isbanded: LOWER and UPPER must be non-negative integers");
    };
    let a = &call.args[0];
    if !a.is_number_like() || a.is_text() || a.dims().rank() > 2 || a.is_empty() {
        return Ok(vec![Value::bool(false)]);
    }
    let (l, u) = each!(Matrix::argument(a, "isbanded")?, m => bands(&m));
    Ok(vec![Value::bool(l <= lower && u <= upper)])
}

/// `isdefinite(A)`, `isdefinite(A, tol)`: is it Hermitian and positive definite within the tolerance?
pub fn isdefinite(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    if !a.class().is_float() {
        fail!("isdefinite: A must be a Hermitian matrix");
    }
    let tolerance = call.args.get(1).and_then(Value::as_scalar);
    Ok(vec![Value::bool(each!(Matrix::argument(a, "isdefinite")?, m => is_definite(m, tolerance)))])
}

fn is_definite<T: Scalar>(mut m: Mat<T>, tolerance: Option<f64>) -> bool {
    if !m.is_hermitian() {
        return false;
    }
    let norm = crate::lapack::blas::nrm2(m.data.iter().copied());
    let shift = match tolerance {
        Some(tolerance) => T::Real::from_f64(tolerance),
        None => T::Real::from_f64(100.0) * T::Real::precision() * norm,
    };
    (0..m.rows).for_each(|i| m[(i, i)] -= T::from_real(shift));
    cholesky::factor(m).is_ok()
}
