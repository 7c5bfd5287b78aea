//! `eig(A, B)`: symmetric with a positive definite `B` as LAPACK's dsygv; others through `B \ A`, which needs a regular `B`: infinite
//! eigenvalues and LAPACK's order of the QZ method are not had.

use super::eigen::{Eigen, RealElement, pairs_to_complex, values_of, with_left};
use super::matrix::{Element, Matrix, both, mat_value};
use crate::lapack::blas::{axpy, iamax, scal_real};
use crate::lapack::triangular::{Diagonal, Side, Triangle, solve};
use crate::lapack::{Mat, Real, Scalar, cholesky, eigen, lu, symmetric};
use crate::value::{Complex32, Complex64};

/// `None` if the iteration did not converge.
pub fn eig(a: Matrix, b: Matrix, wanted: usize, use_qz: bool) -> Option<Eigen> {
    both!(a, b, (a, b) => pencil(a, b, wanted, use_qz))
}

/// A type that knows how its general eigenvalue problem is solved.
pub trait Pencil: Element<Real: Element> {
    fn general(quotient: Mat<Self>, wanted: usize) -> Option<Eigen>;
}

macro_rules! real_pencil {
    ($type:ident) => {
        impl Pencil for $type {
            fn general(quotient: Mat<$type>, wanted: usize) -> Option<Eigen> {
                real_quotient(quotient, wanted)
            }
        }
    };
}

macro_rules! complex_pencil {
    ($type:ident) => {
        impl Pencil for $type {
            fn general(quotient: Mat<$type>, wanted: usize) -> Option<Eigen> {
                let (values, vectors) = eigen::complex(quotient, wanted > 0, true)?;
                Some(with_left(values, vectors.map(largest_to_one), wanted))
            }
        }
    };
}

real_pencil!(f64);
real_pencil!(f32);
complex_pencil!(Complex64);
complex_pencil!(Complex32);

fn pencil<T: Pencil>(a: Mat<T>, b: Mat<T>, wanted: usize, use_qz: bool) -> Option<Eigen> {
    if !use_qz
        && a.is_hermitian()
        && b.is_hermitian()
        && let Ok(factor) = cholesky::factor(b.clone())
    {
        return definite(a, &factor, wanted);
    }
    let factors = lu::factor(b);
    let mut quotient = a;
    factors.solve(&mut quotient);
    if !quotient.all_finite() {
        return None;
    }
    T::general(quotient, wanted)
}

fn real_quotient<R: RealElement>(quotient: Mat<R>, wanted: usize) -> Option<Eigen> {
    let result = eigen::real(quotient, wanted > 0, true)?;
    let values: Vec<R::Complex> = result.re.iter().zip(&result.im).map(|(&x, &y)| Scalar::from_parts(x, y)).collect();
    let vectors = result.vectors.map(|v| largest_to_one(pairs_to_complex(&v, &result.im)));
    Some(with_left(values, vectors, wanted))
}

/// Scales each column so that its greatest element has `|re| + |im| = 1`.
fn largest_to_one<T: Element>(mut v: Mat<T>) -> Mat<T> {
    for j in 0..v.cols {
        let column = v.col_mut(j);
        let largest = column[iamax(column)].abs1();
        scal_real(T::Real::ONE / largest, column);
    }
    v
}

/// Reduces to a standard problem by the factor of `b` (dsygst) and back (dsygv).
fn definite<T: Pencil>(mut a: Mat<T>, factor: &Mat<T>, wanted: usize) -> Option<Eigen> {
    reduce(&mut a, factor);
    for j in 0..a.cols {
        for i in j + 1..a.rows {
            a[(i, j)] = a[(j, i)].conj();
        }
    }
    if wanted == 0 {
        return Some(Eigen { values: values_of(symmetric::eigenvalues(a)?), right: None, left: None });
    }
    let (values, mut vectors) = symmetric::eigen(a)?;
    for j in 0..vectors.cols {
        solve(factor, Triangle::Upper, Side::Plain, Diagonal::Stored, vectors.col_mut(j));
    }
    let vectors = mat_value(vectors);
    let left = (wanted > 2).then(|| vectors.clone());
    Some(Eigen { values: values_of(values), right: Some(vectors), left })
}

/// The upper triangle of `inv(u') * a * inv(u)` (dsygs2).
fn reduce<T: Element>(a: &mut Mat<T>, u: &Mat<T>) {
    let n = a.cols;
    let half = T::Real::from_f64(0.5);
    for k in 0..n {
        let pivot = u[(k, k)].real();
        let corner = a[(k, k)].real() / (pivot * pivot);
        a[(k, k)] = T::from_real(corner);
        let mut row: Vec<T> = (k + 1..n).map(|j| a[(k, j)].scale(T::Real::ONE / pivot).conj()).collect();
        let factor: Vec<T> = (k + 1..n).map(|j| u[(k, j)].conj()).collect();
        let shift = T::from_real(-half * corner);
        axpy(shift, &factor, &mut row);
        for (y, j) in (k + 1..n).enumerate() {
            for (x, i) in (k + 1..=j).enumerate() {
                let (first, second) = (-factor[y].conj(), -row[y].conj());
                a[(i, j)] = if T::IS_COMPLEX && i == j {
                    T::from_real(a[(i, j)].real() + (row[x] * first + factor[x] * second).real())
                } else {
                    a[(i, j)] + row[x] * first + factor[x] * second
                };
            }
        }
        axpy(shift, &factor, &mut row);
        let inner = u.part(k + 1..n, k + 1..n);
        solve(&inner, Triangle::Upper, Side::Adjoint, Diagonal::Stored, &mut row);
        for (y, j) in (k + 1..n).enumerate() {
            a[(k, j)] = row[y].conj();
        }
    }
}
