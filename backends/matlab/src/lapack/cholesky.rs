//! Cholesky's factorization and what follows from it (dpotrf, dpotrs, dpocon, dpotri).

use super::matrix::Mat;
use super::scalar::{Real, Scalar};
use super::triangular::{Diagonal, Side, Triangle, inverse_norm, invert, solve, solve_all};

/// Columns that are factored at once by matrices that are larger.
const BLOCK: usize = 64;

/// The upper factor `R` with `R' * R = a`; reads the upper triangle only and clears the lower one. `Err` is the order of the leading
/// minor that is not positive, with the factor as far as it went.
///
/// # Errors
/// If the matrix is not positive definite.
pub fn factor<T: Scalar>(mut a: Mat<T>) -> Result<Mat<T>, (usize, Mat<T>)> {
    let n = a.cols;
    let mut failed = None;
    let mut start = 0;
    while start < n && failed.is_none() {
        let end = if n <= BLOCK { n } else { n.min(start + BLOCK) };
        subtract_square(&mut a, 0, start, end);
        failed = factor_block(&mut a, start, end).err();
        if failed.is_none() && end < n {
            subtract_product(&mut a, start, end);
            solve_rows(&mut a, start, end, end, n);
        }
        start = end;
    }
    for j in 0..n {
        a.col_mut(j)[j + 1..].fill(T::ZERO);
    }
    match failed {
        None => Ok(a),
        Some(minor) => Err((minor, a)),
    }
}

/// Rows and columns `start..end`, halved again and again (dpotrf2). The error is the 1-based order of the failing minor.
fn factor_block<T: Scalar>(a: &mut Mat<T>, start: usize, end: usize) -> Result<(), usize> {
    if end - start == 1 {
        let pivot = a[(start, start)].real();
        if !(pivot > T::Real::ZERO) {
            return Err(start + 1);
        }
        a[(start, start)] = T::from_real(pivot.sqrt());
        return Ok(());
    }
    let middle = start + (end - start) / 2;
    factor_block(a, start, middle)?;
    solve_rows(a, start, middle, middle, end);
    subtract_square(a, start, middle, end);
    factor_block(a, middle, end)
}

/// Rows `start..middle` of columns `from..to` become the solutions with the adjoint of the factor of `start..middle`.
fn solve_rows<T: Scalar>(a: &mut Mat<T>, start: usize, middle: usize, from: usize, to: usize) {
    for j in from..to {
        for i in start..middle {
            let (column, target) = a.col_pair(i, j);
            let mut sum = target[i];
            for k in start..i {
                sum -= column[k].conj() * target[k];
            }
            target[i] = sum.over(column[i].conj());
        }
    }
}

/// The upper triangle of `middle..end` loses the product of the rows `start..middle` above it with themselves (dsyrk, zherk).
fn subtract_square<T: Scalar>(a: &mut Mat<T>, start: usize, middle: usize, end: usize) {
    if start == middle {
        return;
    }
    for j in middle..end {
        for i in middle..=j {
            let sum = super::blas::dot_conj(&a.col(i)[start..middle], &a.col(j)[start..middle]);
            a[(i, j)] = if i == j { T::from_real(a[(i, j)].real() - sum.real()) } else { a[(i, j)] - sum };
        }
    }
}

/// Rows `start..end` of the columns from `end` on lose the products of the rows above them (dgemm).
fn subtract_product<T: Scalar>(a: &mut Mat<T>, start: usize, end: usize) {
    if start == 0 {
        return;
    }
    for j in end..a.cols {
        for i in start..end {
            let sum = super::blas::dot_conj(&a.col(i)[..start], &a.col(j)[..start]);
            a[(i, j)] -= sum;
        }
    }
}

/// The lower factor `L` with `L * L' = a`: other bits than those of the upper one. Reads the lower triangle only. `Err` is the order
/// of the leading minor that is not positive, with the factor as far as it went.
///
/// # Errors
/// If the matrix is not positive definite.
pub fn factor_lower<T: Scalar>(mut a: Mat<T>) -> Result<Mat<T>, (usize, Mat<T>)> {
    for j in 0..a.cols {
        a.col_mut(j)[..j].fill(T::ZERO);
    }
    for k in 0..a.cols {
        let pivot = a[(k, k)].real();
        if !(pivot > T::Real::ZERO) {
            return Err((k + 1, a));
        }
        let root = pivot.sqrt();
        a[(k, k)] = T::from_real(root);
        super::blas::scal_real(T::Real::ONE / root, &mut a.col_mut(k)[k + 1..]);
        for j in k + 1..a.cols {
            let (source, target) = a.col_pair(k, j);
            super::blas::subtract_multiple(source[j].conj(), &source[j..], &mut target[j..]);
            target[j] = T::from_real(target[j].real());
        }
    }
    Ok(a)
}

/// Replaces the columns of `b` by the solutions with the matrix whose lower factor is `l`.
pub fn solve_factored<T: Scalar>(l: &Mat<T>, b: &mut Mat<T>) {
    solve_all(l, Triangle::Lower, Side::Plain, Diagonal::Stored, b);
    solve_all(l, Triangle::Lower, Side::Adjoint, Diagonal::Stored, b);
}

/// The reciprocal condition number in the 1-norm of the matrix whose lower factor is `l`; `norm` is its own norm.
pub fn rcond<T: Scalar>(l: &Mat<T>, norm: T::Real) -> T::Real {
    let both = |x: &mut [T]| {
        solve(l, Triangle::Lower, Side::Plain, Diagonal::Stored, x);
        solve(l, Triangle::Lower, Side::Adjoint, Diagonal::Stored, x);
    };
    reciprocal(l.cols, norm, both)
}

/// As [`rcond`], of the matrix whose upper factor is `r`.
pub fn rcond_upper<T: Scalar>(r: &Mat<T>, norm: T::Real) -> T::Real {
    let both = |x: &mut [T]| {
        solve(r, Triangle::Upper, Side::Adjoint, Diagonal::Stored, x);
        solve(r, Triangle::Upper, Side::Plain, Diagonal::Stored, x);
    };
    reciprocal(r.cols, norm, both)
}

fn reciprocal<T: Scalar>(n: usize, norm: T::Real, both: impl Fn(&mut [T])) -> T::Real {
    if n == 0 {
        return T::Real::ONE;
    }
    if !(norm > T::Real::ZERO) {
        return T::Real::ZERO;
    }
    let inverse = inverse_norm::<T>(n, &both, &both);
    if inverse == T::Real::ZERO { T::Real::ZERO } else { (T::Real::ONE / inverse) / norm }
}

/// The inverse of the factored matrix (dpotri): both triangles.
pub fn inverse<T: Scalar>(r: &Mat<T>) -> Mat<T> {
    let n = r.cols;
    let mut a = r.clone();
    invert(&mut a, Triangle::Upper);
    for i in 0..n {
        let pivot = a[(i, i)].real();
        if i + 1 == n {
            super::blas::scal_real(pivot, &mut a.col_mut(i)[..=i]);
            continue;
        }
        let mut square = if T::IS_COMPLEX { T::Real::ZERO } else { pivot * pivot };
        for k in i + 1..n {
            let x = a[(i, k)];
            square += (x * x.conj()).real();
        }
        if T::IS_COMPLEX {
            square = pivot * pivot + square;
        }
        super::blas::scal_real(pivot, &mut a.col_mut(i)[..i]);
        for k in i + 1..n {
            let factor = a[(i, k)].conj();
            let (source, target) = a.col_pair(k, i);
            super::blas::axpy(factor, &source[..i], &mut target[..i]);
        }
        a[(i, i)] = T::from_real(square);
    }
    for j in 0..n {
        for i in j + 1..n {
            a[(i, j)] = a[(j, i)].conj();
        }
    }
    a
}
