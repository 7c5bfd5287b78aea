//! Eigenvalues and eigenvectors of general square matrices with finite elements (dgeevx, zgeevx with balancing), and Schur forms
//! (dgeesx, zgeesx without sorting). Real matrices have real and complex eigenvalues in LAPACK's order: the diagonal of their Schur
//! form from the top, of a complex pair the one with positive imaginary part first.

use super::blas::{iamax, norm_max, nrm2, scal, scal_real};
use super::matrix::Mat;
use super::scalar::{Real, Scalar, pythag};
use super::symmetric::Rotation;
use super::{eigenvectors, hessenberg, schur, schur_complex};

/// Eigenvalues' real and imaginary parts, and the vectors: complex pairs have two columns, real and imaginary parts.
pub struct RealEigen<R> {
    pub re: Vec<R>,
    pub im: Vec<R>,
    pub vectors: Option<Mat<R>>,
}

/// `None` if the iteration did not converge.
pub fn real<R: Real>(mut a: Mat<R>, with_vectors: bool, with_balance: bool) -> Option<RealEigen<R>> {
    if a.rows == 0 {
        return Some(RealEigen { re: vec![], im: vec![], vectors: with_vectors.then(|| Mat::zeros(0, 0)) });
    }
    let undo_scale = safe_size(&mut a);
    let balance = if with_balance { hessenberg::balance(&mut a) } else { hessenberg::Balance::none(a.rows) };
    let (lo, hi) = (balance.lo, balance.hi);
    let taus = hessenberg::reduce(&mut a, lo, hi);
    let mut q = with_vectors.then(|| hessenberg::unitary(&a, &taus, lo, hi));
    let (mut re, mut im) = schur::real_schur(&mut a, q.as_mut(), lo, hi, with_vectors)?;
    let vectors = q.map(|q| {
        let mut v = eigenvectors::real_vectors(&a, &q);
        balance.undo(&mut v);
        normalize(&mut v, &im);
        v
    });
    if let Some(factor) = undo_scale {
        scal(factor, &mut re);
        scal(factor, &mut im);
    }
    Some(RealEigen { re, im, vectors })
}

/// `None` if the iteration did not converge.
pub fn complex<T: Scalar>(mut a: Mat<T>, with_vectors: bool, with_balance: bool) -> Option<(Vec<T>, Option<Mat<T>>)> {
    if a.rows == 0 {
        return Some((vec![], with_vectors.then(|| Mat::zeros(0, 0))));
    }
    let undo_scale = safe_size(&mut a);
    let balance = if with_balance { hessenberg::balance(&mut a) } else { hessenberg::Balance::none(a.rows) };
    let (lo, hi) = (balance.lo, balance.hi);
    let taus = hessenberg::reduce(&mut a, lo, hi);
    let mut q = with_vectors.then(|| hessenberg::unitary(&a, &taus, lo, hi));
    let mut values = schur_complex::complex_schur(&mut a, q.as_mut(), lo, hi, with_vectors)?;
    let vectors = q.map(|q| {
        let mut v = eigenvectors::complex_vectors(&a, &q);
        balance.undo(&mut v);
        schur_complex::normalize_columns(&mut v);
        v
    });
    if let Some(factor) = undo_scale {
        scal_real(factor, &mut values);
    }
    Some((values, vectors))
}

/// Multiplies a matrix whose elements are very small or very big; the factor that undoes it.
fn safe_size<T: Scalar>(a: &mut Mat<T>) -> Option<T::Real> {
    let least = T::Real::SFMIN.sqrt() / T::Real::precision();
    let most = T::Real::ONE / least;
    let norm = norm_max(a);
    let target = if norm > T::Real::ZERO && norm < least {
        least
    } else if norm > most {
        most
    } else {
        return None;
    };
    scal_real(target / norm, &mut a.data);
    Some(norm / target)
}

/// Scales the vectors to unit length; complex ones are turned so that their greatest element is real.
fn normalize<R: Real>(v: &mut Mat<R>, im: &[R]) {
    for j in 0..v.cols {
        if im[j] == R::ZERO {
            let length = nrm2(v.col(j).iter().copied());
            scal(R::ONE / length, v.col_mut(j));
        } else if im[j] > R::ZERO {
            let (x, y) = v.col_pair(j, j + 1);
            let length = pythag(nrm2(x.iter().copied()), nrm2(y.iter().copied()));
            scal(R::ONE / length, v.col_mut(j));
            scal(R::ONE / length, v.col_mut(j + 1));
            turn_pair(v, j);
        }
    }
}

fn turn_pair<R: Real>(v: &mut Mat<R>, j: usize) {
    let squares: Vec<R> = (0..v.rows).map(|i| v[(i, j)] * v[(i, j)] + v[(i, j + 1)] * v[(i, j + 1)]).collect();
    let k = iamax(&squares);
    let Rotation { c, s, .. } = Rotation::new(v[(k, j)], v[(k, j + 1)]);
    for i in 0..v.rows {
        let (x, y) = (v[(i, j)], v[(i, j + 1)]);
        v[(i, j)] = c * x + s * y;
        v[(i, j + 1)] = c * y - s * x;
    }
    v[(k, j + 1)] = R::ZERO;
}

/// `a = u * h * u'` with `h` in Hessenberg form: `(u, h)`.
pub fn hessenberg_form<T: Scalar>(mut a: Mat<T>) -> (Mat<T>, Mat<T>) {
    if a.rows == 0 {
        return (a.clone(), a);
    }
    let balance = hessenberg::Balance::<T::Real>::none(a.rows);
    let taus = hessenberg::reduce(&mut a, balance.lo, balance.hi);
    let q = hessenberg::unitary(&a, &taus, balance.lo, balance.hi);
    hessenberg::clear_below(&mut a);
    (q, a)
}

/// `a = u * s * u'` with `s` in real Schur form: `(u, s)`. `None` if the iteration did not converge.
pub fn real_schur_form<R: Real>(mut a: Mat<R>) -> Option<(Mat<R>, Mat<R>)> {
    if a.rows == 0 {
        return Some((a.clone(), a));
    }
    let undo_scale = safe_size(&mut a);
    let balance = hessenberg::permute(&mut a);
    let taus = hessenberg::reduce(&mut a, balance.lo, balance.hi);
    let mut q = hessenberg::unitary(&a, &taus, balance.lo, balance.hi);
    schur::real_schur(&mut a, Some(&mut q), balance.lo, balance.hi, true)?;
    balance.undo(&mut q);
    if let Some(factor) = undo_scale {
        scal(factor, &mut a.data);
    }
    Some((q, a))
}

/// `a = u * s * u'` with a triangular `s`: `(u, s)`. `None` if the iteration did not converge.
pub fn complex_schur_form<T: Scalar>(mut a: Mat<T>) -> Option<(Mat<T>, Mat<T>)> {
    if a.rows == 0 {
        return Some((a.clone(), a));
    }
    let undo_scale = safe_size(&mut a);
    let balance = hessenberg::permute(&mut a);
    let taus = hessenberg::reduce(&mut a, balance.lo, balance.hi);
    let mut q = hessenberg::unitary(&a, &taus, balance.lo, balance.hi);
    schur_complex::complex_schur(&mut a, Some(&mut q), balance.lo, balance.hi, true)?;
    balance.undo(&mut q);
    if let Some(factor) = undo_scale {
        scal_real(factor, &mut a.data);
    }
    Some((q, a))
}
