//! Householder's QR, with and without pivoting of columns (dgeqr2, dgeqp3, dorg2r, dorm2r), and the reflectors that other
//! factorizations are made of.

use super::blas::{axpy, dot_conj, iamax, nrm2, scal};
use super::matrix::Mat;
use super::scalar::{Real, Scalar, ladiv, pythag, pythag3};

/// `R` on and above the diagonal, the reflectors' vectors below it.
pub struct Qr<T> {
    pub factors: Mat<T>,
    pub tau: Vec<T>,
}

/// Makes the reflector that maps `(alpha, x)` to `(beta, 0)`. `x` becomes its vector after the leading one; the results are `beta`
/// and `tau` (dlarfg).
pub fn reflector<T: Scalar>(mut alpha: T, x: &mut [T]) -> (T, T) {
    let mut norm = nrm2(x.iter().copied());
    let zero = T::Real::ZERO;
    if (x.is_empty() && !T::IS_COMPLEX) || (norm == zero && alpha.imag() == zero) {
        return (alpha, T::ZERO);
    }
    let length = |alpha: T, norm| {
        let length = if T::IS_COMPLEX { pythag3(alpha.real(), alpha.imag(), norm) } else { pythag(alpha.real(), norm) };
        -length.with_sign(alpha.real())
    };
    let mut beta = length(alpha, norm);
    let safe = T::Real::SFMIN / T::Real::EPS;
    let mut scalings = 0;
    if beta.abs() < safe {
        let factor = T::Real::ONE / safe;
        while beta.abs() < safe && scalings < 20 {
            scalings += 1;
            super::blas::scal_real(factor, x);
            beta *= factor;
            alpha = alpha.scale(factor);
        }
        norm = nrm2(x.iter().copied());
        beta = length(alpha, norm);
    }
    let tau = T::from_parts((beta - alpha.real()) / beta, -alpha.imag() / beta);
    scal(ladiv(T::ONE, alpha - T::from_real(beta)), x);
    for _ in 0..scalings {
        beta *= safe;
    }
    (T::from_real(beta), tau)
}

/// `c = (I - tau v v') c` for rows `row..` and columns `columns` of `c`, where `v` is one followed by `tail` (dlarf from the left).
pub fn reflect_left<T: Scalar>(tail: &[T], tau: T, c: &mut Mat<T>, row: usize, columns: std::ops::Range<usize>) {
    if tau == T::ZERO {
        return;
    }
    for j in columns {
        let column = &mut c.col_mut(j)[row..=row + tail.len()];
        let (first, rest) = column.split_at_mut(1);
        let mut sum = first[0].conj();
        for (&x, &v) in rest.iter().zip(tail) {
            sum += x.conj() * v;
        }
        let factor = -tau * sum.conj();
        first[0] += factor;
        axpy(factor, tail, rest);
    }
}

/// `c = c (I - tau v v')` for rows `rows` and columns `col..` of `c`, where `v` is one followed by `tail` (dlarf from the right).
pub fn reflect_right<T: Scalar>(tail: &[T], tau: T, c: &mut Mat<T>, rows: std::ops::Range<usize>, col: usize) {
    if tau == T::ZERO {
        return;
    }
    let mut work: Vec<T> = c.col(col)[rows.clone()].to_vec();
    for (k, &v) in tail.iter().enumerate() {
        axpy(v, &c.col(col + 1 + k)[rows.clone()], &mut work);
    }
    axpy(-tau, &work, &mut c.col_mut(col)[rows.clone()]);
    for (k, &v) in tail.iter().enumerate() {
        axpy(-tau * v.conj(), &work, &mut c.col_mut(col + 1 + k)[rows.clone()]);
    }
}

/// Factors any matrix.
pub fn factor<T: Scalar>(mut a: Mat<T>) -> Qr<T> {
    let steps = a.rows.min(a.cols);
    let tau = (0..steps).map(|k| reduce_column(&mut a, k)).collect();
    Qr { factors: a, tau }
}

/// The reflector of column `k`, applied to the columns behind it.
fn reduce_column<T: Scalar>(a: &mut Mat<T>, k: usize) -> T {
    let alpha = a[(k, k)];
    let (beta, tau) = reflector(alpha, &mut a.col_mut(k)[k + 1..]);
    a[(k, k)] = beta;
    let tail = a.col(k)[k + 1..].to_vec();
    let columns = k + 1..a.cols;
    reflect_left(&tail, tau.conj(), a, k, columns);
    tau
}

/// Factors with columns in an order that makes the diagonal of `R` descend; column `k` of the factored matrix is column `order[k]`.
pub fn factor_pivoted<T: Scalar>(mut a: Mat<T>) -> (Qr<T>, Vec<usize>) {
    let (m, n) = (a.rows, a.cols);
    let mut order: Vec<usize> = (0..n).collect();
    let mut norms: Vec<T::Real> = (0..n).map(|j| nrm2(a.col(j).iter().copied())).collect();
    let mut exact = norms.clone();
    let mut tau = vec![];
    for k in 0..m.min(n) {
        let pivot = k + iamax(&norms[k..]);
        if pivot != k {
            a.swap_cols(pivot, k);
            order.swap(pivot, k);
            norms[pivot] = norms[k];
            exact[pivot] = exact[k];
        }
        tau.push(reduce_column(&mut a, k));
        for j in k + 1..n {
            downdate(&a, k, j, &mut norms[j], &mut exact[j]);
        }
    }
    (Qr { factors: a, tau }, order)
}

/// The norm of column `j` below row `k`, from that of one more row where this is exact enough.
fn downdate<T: Scalar>(a: &Mat<T>, k: usize, j: usize, norm: &mut T::Real, exact: &mut T::Real) {
    let zero = T::Real::ZERO;
    if *norm == zero {
        return;
    }
    let ratio = a[(k, j)].abs() / *norm;
    let rest = (T::Real::ONE - ratio * ratio).larger(zero);
    let drift = *norm / *exact;
    if rest * (drift * drift) <= T::Real::EPS.sqrt() {
        *norm = nrm2(a.col(j)[k + 1..].iter().copied());
        *exact = *norm;
    } else {
        *norm *= rest.sqrt();
    }
}

impl<T: Scalar> Qr<T> {
    /// The upper `rows` rows of `R`.
    pub fn r(&self, rows: usize) -> Mat<T> {
        let f = &self.factors;
        Mat::from_fn(rows, f.cols, |i, j| if i <= j && i < f.rows { f[(i, j)] } else { T::ZERO })
    }

    /// The first `cols` columns of `Q`.
    pub fn q(&self, cols: usize) -> Mat<T> {
        let f = &self.factors;
        let k = self.tau.len().min(cols);
        let mut q = Mat::from_fn(f.rows, cols, |i, j| {
            if j < k && i > j {
                f[(i, j)]
            } else if i == j {
                T::ONE
            } else {
                T::ZERO
            }
        });
        generate(&mut q, &self.tau[..k]);
        q
    }

    /// `b = Q' b`.
    pub fn apply_adjoint(&self, b: &mut Mat<T>) {
        for (k, &tau) in self.tau.iter().enumerate() {
            let columns = 0..b.cols;
            reflect_left(&self.factors.col(k)[k + 1..], tau.conj(), b, k, columns);
        }
    }
}

/// Turns vectors below the diagonal of the first `tau.len()` columns into the columns of the unitary matrix (dorg2r). The other
/// columns must be those of the identity.
pub fn generate<T: Scalar>(q: &mut Mat<T>, tau: &[T]) {
    for (k, &tau) in tau.iter().enumerate().rev() {
        let tail = q.col(k)[k + 1..].to_vec();
        let columns = k + 1..q.cols;
        reflect_left(&tail, tau, q, k, columns);
        let column = q.col_mut(k);
        scal(-tau, &mut column[k + 1..]);
        column[k] = T::ONE - tau;
        column[..k].fill(T::ZERO);
    }
}

/// The adjoint product of the columns of two matrices, for least squares: `q' * b`.
pub fn project<T: Scalar>(q: &Mat<T>, b: &Mat<T>) -> Mat<T> {
    Mat::from_fn(q.cols, b.cols, |i, j| dot_conj(q.col(i), b.col(j)))
}
