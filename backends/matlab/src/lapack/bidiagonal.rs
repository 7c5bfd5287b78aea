//! Reduction to bidiagonal form and the unitary matrices that led there (dgebd2, dorgbr, dormbr), and LQ (dgelq2, dorgl2).

use super::blas::scal;
use super::matrix::Mat;
use super::qr::{generate, reflect_left, reflect_right, reflector};
use super::scalar::Scalar;

/// `q' * a * p`: upper bidiagonal if there are at least as many rows as columns, else lower.
pub struct Bidiagonal<T: Scalar> {
    pub d: Vec<T::Real>,
    pub e: Vec<T::Real>,
    pub is_upper: bool,
    /// The vectors of `q` in columns, those of `p` in rows.
    vectors: Mat<T>,
    tau_q: Vec<T>,
    tau_p: Vec<T>,
}

pub fn reduce<T: Scalar>(mut a: Mat<T>) -> Bidiagonal<T> {
    let (m, n) = (a.rows, a.cols);
    let steps = m.min(n);
    let is_upper = m >= n;
    let (mut d, mut e, mut tau_q, mut tau_p) = (vec![], vec![], vec![], vec![]);
    for i in 0..steps {
        if is_upper {
            let (beta, tau) = reduce_column(&mut a, i, i);
            d.push(beta.real());
            tau_q.push(tau);
            if i + 1 < n {
                let (beta, tau) = reduce_row(&mut a, i, i + 1);
                e.push(beta.real());
                tau_p.push(tau);
            }
        } else {
            let (beta, tau) = reduce_row(&mut a, i, i);
            d.push(beta.real());
            tau_p.push(tau);
            if i + 1 < m {
                let (beta, tau) = reduce_column(&mut a, i + 1, i);
                e.push(beta.real());
                tau_q.push(tau);
            }
        }
    }
    Bidiagonal { d, e, is_upper, vectors: a, tau_q, tau_p }
}

/// Clears column `col` below row `row` and applies the reflector to the columns behind it.
fn reduce_column<T: Scalar>(a: &mut Mat<T>, row: usize, col: usize) -> (T, T) {
    let alpha = a[(row, col)];
    let (beta, tau) = reflector(alpha, &mut a.col_mut(col)[row + 1..]);
    let tail = a.col(col)[row + 1..].to_vec();
    let columns = col + 1..a.cols;
    reflect_left(&tail, tau.conj(), a, row, columns);
    a[(row, col)] = T::from_real(beta.real());
    (beta, tau)
}

/// Clears row `row` right of column `col` and applies the reflector to the rows below.
fn reduce_row<T: Scalar>(a: &mut Mat<T>, row: usize, col: usize) -> (T, T) {
    let alpha = a[(row, col)].conj();
    let mut tail: Vec<T> = (col + 1..a.cols).map(|j| a[(row, j)].conj()).collect();
    let (beta, tau) = reflector(alpha, &mut tail);
    let rows = row + 1..a.rows;
    reflect_right(&tail, tau, a, rows, col);
    a[(row, col)] = T::from_real(beta.real());
    for (offset, x) in tail.into_iter().enumerate() {
        a[(row, col + 1 + offset)] = x.conj();
    }
    (beta, tau)
}

impl<T: Scalar> Bidiagonal<T> {
    /// The first `cols` columns of `q`.
    pub fn q(&self, cols: usize) -> Mat<T> {
        let v = &self.vectors;
        if self.is_upper {
            return columns_to_matrix(v.rows, cols, &self.tau_q, |i, j| v[(i, j)]);
        }
        let m = v.rows;
        let inner = columns_to_matrix(m - 1, m - 1, &self.tau_q, |i, j| v[(i + 1, j)]);
        let mut q = Mat::identity(m);
        q.set_part(1, 1, &inner);
        q
    }

    /// The first `rows` rows of `p'`.
    pub fn p_adjoint(&self, rows: usize) -> Mat<T> {
        let v = &self.vectors;
        if !self.is_upper {
            return rows_to_matrix(rows, v.cols, &self.tau_p, |i, j| v[(i, j)]);
        }
        let n = v.cols;
        let inner = rows_to_matrix(n - 1, n - 1, &self.tau_p, |i, j| v[(i, j + 1)]);
        let mut p = Mat::identity(n);
        p.set_part(1, 1, &inner);
        p
    }

    /// `b = q' b`.
    pub fn apply_q_adjoint(&self, b: &mut Mat<T>) {
        let shift = usize::from(!self.is_upper);
        for (k, &tau) in self.tau_q.iter().enumerate() {
            let columns = 0..b.cols;
            reflect_left(&self.vectors.col(k)[k + shift + 1..], tau.conj(), b, k + shift, columns);
        }
    }

    /// `b = p b`.
    pub fn apply_p(&self, b: &mut Mat<T>) {
        let shift = usize::from(self.is_upper);
        apply_rows(&self.vectors, &self.tau_p, shift, b);
    }
}

/// Applies the reflectors whose vectors are rows, the last one first, each starting `shift` columns right of the diagonal.
fn apply_rows<T: Scalar>(vectors: &Mat<T>, taus: &[T], shift: usize, b: &mut Mat<T>) {
    for (k, &tau) in taus.iter().enumerate().rev() {
        let tail: Vec<T> = (k + shift + 1..vectors.cols).map(|j| vectors[(k, j)].conj()).collect();
        let columns = 0..b.cols;
        reflect_left(&tail, tau, b, k + shift, columns);
    }
}

/// The unitary matrix of reflectors whose vectors are `vector(i, j)` below the diagonal.
fn columns_to_matrix<T: Scalar>(rows: usize, cols: usize, tau: &[T], vector: impl Fn(usize, usize) -> T) -> Mat<T> {
    let mut q = Mat::from_fn(rows, cols, |i, j| {
        if i > j && j < tau.len() {
            vector(i, j)
        } else if i == j {
            T::ONE
        } else {
            T::ZERO
        }
    });
    generate(&mut q, tau);
    q
}

/// The unitary matrix of reflectors whose vectors are `vector(i, j)` right of the diagonal (dorgl2).
fn rows_to_matrix<T: Scalar>(rows: usize, cols: usize, tau: &[T], vector: impl Fn(usize, usize) -> T) -> Mat<T> {
    let mut p = Mat::from_fn(rows, cols, |i, j| {
        if j > i && i < tau.len() {
            vector(i, j)
        } else if i == j {
            T::ONE
        } else {
            T::ZERO
        }
    });
    for (i, &tau) in tau.iter().enumerate().rev() {
        let mut tail: Vec<T> = (i + 1..cols).map(|j| p[(i, j)].conj()).collect();
        reflect_right(&tail, tau.conj(), &mut p, i + 1..rows, i);
        scal(-tau, &mut tail);
        for (offset, x) in tail.into_iter().enumerate() {
            p[(i, i + 1 + offset)] = x.conj();
        }
        p[(i, i)] = T::ONE - tau.conj();
        for j in 0..i {
            p[(i, j)] = T::ZERO;
        }
    }
    p
}

/// `a = l * q`: `l` on and below the diagonal, the vectors of `q` in the rows right of it.
pub struct Lq<T> {
    factors: Mat<T>,
    tau: Vec<T>,
}

pub fn factor_lq<T: Scalar>(mut a: Mat<T>) -> Lq<T> {
    let steps = a.rows.min(a.cols);
    let mut taus = vec![];
    for i in 0..steps {
        let alpha = a[(i, i)].conj();
        let mut tail: Vec<T> = (i + 1..a.cols).map(|j| a[(i, j)].conj()).collect();
        let (beta, tau) = reflector(alpha, &mut tail);
        let rows = i + 1..a.rows;
        reflect_right(&tail, tau, &mut a, rows, i);
        a[(i, i)] = beta.conj();
        for (offset, x) in tail.into_iter().enumerate() {
            a[(i, i + 1 + offset)] = x.conj();
        }
        taus.push(tau);
    }
    Lq { factors: a, tau: taus }
}

impl<T: Scalar> Lq<T> {
    /// The square lower factor.
    pub fn l(&self) -> Mat<T> {
        let n = self.factors.rows;
        Mat::from_fn(n, n, |i, j| if i >= j { self.factors[(i, j)] } else { T::ZERO })
    }

    /// The first `rows` rows of `q`.
    pub fn q(&self, rows: usize) -> Mat<T> {
        rows_to_matrix(rows, self.factors.cols, &self.tau, |i, j| self.factors[(i, j)])
    }

    /// `b = q' b`.
    pub fn apply_adjoint(&self, b: &mut Mat<T>) {
        apply_rows(&self.factors, &self.tau, 0, b);
    }
}
