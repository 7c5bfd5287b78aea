//! `svd` and what is made of it: `pinv`, `rank`, `null`, `orth`.

use super::Call;
use super::matrix::{Element, Matrix, column_value, diagonal_value, each, mat_value};
use crate::lapack::blas::{axpy, scal};
use crate::lapack::svd::{Size, Svd, decompose, values};
use crate::lapack::{Mat, Real, Scalar};
use crate::value::Diagonal;
use crate::{Error, Result, Value, fail};

fn operand(a: &Value) -> Result<Matrix> {
    if let Value::Cell(_) = a {
        fail!("svd: wrong type argument 'cell'");
    }
    if a.dims().rank() > 2 {
        fail!("svd: A must be a 2-D matrix");
    }
    let m = Matrix::argument(a, "svd")?;
    if !m.all_finite() {
        fail!("svd: cannot take SVD of matrix containing Inf or NaN values");
    }
    Ok(m)
}

fn no_convergence() -> Error {
    Error::new("svd: failed to converge")
}

/// `s = svd(A)`, `[u, s, v] = svd(A)`, with a second argument the economy size.
pub fn svd(call: Call) -> Result<Vec<Value>> {
    let m = operand(&call.args[0])?;
    if call.nargout < 2 {
        return Ok(vec![each!(m, m => column_value(values(m).ok_or_else(no_convergence)?))]);
    }
    let size = match call.args.get(1) {
        None => Size::Full,
        // 0 saves columns of `u` only.
        Some(option) if !option.is_text() && m.rows() <= m.cols() => Size::Full,
        Some(_) => Size::Economy,
    };
    each!(m, m => {
        let Svd { u, s, vt } = decompose(m, size).ok_or_else(no_convergence)?;
        let s = diagonal_value(u.cols, vt.rows, s);
        Ok(vec![mat_value(u), s, mat_value(vt.adjoint())])
    })
}

/// What is beside rounding: the number of singular values above the tolerance.
fn rank_of<R: Real>(s: &[R], rows: usize, cols: usize, tolerance: Option<f64>) -> usize {
    let Some(&largest) = s.first() else { return 0 };
    let tolerance = match tolerance {
        Some(tolerance) => R::from_f64(tolerance),
        None => R::from_f64(rows.max(cols) as f64) * largest * R::precision(),
    };
    s.iter().filter(|&&s| s > tolerance).count()
}

fn tolerance(call: &Call) -> Option<f64> {
    call.args.get(1).and_then(Value::as_scalar)
}

/// `rank(A)`, `rank(A, tol)`.
pub fn rank(call: Call) -> Result<Vec<Value>> {
    let m = operand(&call.args[0])?;
    let (rows, cols) = (m.rows(), m.cols());
    let rank = each!(m, m => rank_of(&values(m).ok_or_else(no_convergence)?, rows, cols, tolerance(&call)));
    Ok(vec![Value::scalar(rank as f64)])
}

/// `null(A)`, `null(A, tol)`: an orthonormal basis of what `A` maps to zero.
pub fn null(call: Call) -> Result<Vec<Value>> {
    let m = operand(&call.args[0])?;
    if m.cols() == 0 {
        return Ok(vec![Value::empty()]);
    }
    each!(m, m => {
        let (rows, cols) = (m.rows, m.cols);
        let Svd { s, vt, .. } = decompose(m, Size::Full).ok_or_else(no_convergence)?;
        let rank = rank_of(&s, rows, cols, tolerance(&call));
        let mut basis = vt.adjoint().part(0..cols, rank..cols);
        for x in &mut basis.data {
            if x.abs() < real_precision(*x) {
                *x = Default::default();
            }
        }
        Ok(vec![mat_value(basis)])
    })
}

fn real_precision<T: Scalar>(_of: T) -> T::Real {
    T::Real::precision()
}

/// `orth(A)`, `orth(A, tol)`: an orthonormal basis of the range.
pub fn orth(call: Call) -> Result<Vec<Value>> {
    if call.args[0].is_empty() {
        return Ok(vec![Value::empty()]);
    }
    let m = operand(&call.args[0])?;
    each!(m, m => {
        let (rows, cols) = (m.rows, m.cols);
        let Svd { u, s, .. } = decompose(m, Size::Full).ok_or_else(no_convergence)?;
        let rank = rank_of(&s, rows, cols, tolerance(&call));
        Ok(vec![mat_value(u.part(0..rows, 0..rank).map(|&x| -x))])
    })
}

/// `pinv(A)`, `pinv(A, tol)`: the Moore-Penrose inverse.
pub fn pinv(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    if let Value::Diagonal(Diagonal { rows, columns, elements }) = a {
        let largest = elements.iter().fold(0.0, |most, x| f64::max(most, x.abs()));
        let limit = tolerance(&call).unwrap_or((*rows).max(*columns) as f64 * largest * f64::EPSILON);
        let inverse = elements.iter().map(|&x| if x.abs() > limit { 1.0 / x } else { 0.0 }).collect();
        return Ok(vec![diagonal_value(*columns, *rows, inverse)]);
    }
    let m = Matrix::argument(a, "pinv")?;
    if m.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    Ok(vec![each!(m, m => mat_value(pseudo_inverse(m, tolerance(&call))?))])
}

/// `v * (1 / s) * u'` over the singular values above the tolerance.
pub fn pseudo_inverse<T: Element>(m: Mat<T>, tolerance: Option<f64>) -> Result<Mat<T>> {
    let (rows, cols) = (m.rows, m.cols);
    if !m.all_finite() {
        let nan = T::from_real(T::Real::ZERO / T::Real::ZERO);
        return Ok(Mat::from_fn(cols, rows, |_, _| nan));
    }
    let Svd { u, s, vt } = decompose(m, Size::Economy).ok_or_else(no_convergence)?;
    let rank = rank_of(&s, rows, cols, tolerance);
    let mut v = vt.adjoint().part(0..cols, 0..rank);
    for (j, &s) in s[..rank].iter().enumerate() {
        scal(T::from_real(T::Real::ONE / s), v.col_mut(j));
    }
    let mut inverse = Mat::zeros(cols, rows);
    for j in 0..rows {
        for l in 0..rank {
            axpy(u[(j, l)].conj(), v.col(l), inverse.col_mut(j));
        }
    }
    Ok(inverse)
}
