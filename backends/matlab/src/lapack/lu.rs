//! LU with partial pivoting: factors, solutions, the inverse, the condition number (dgetrf, dgetrs, dgetri, dgecon).

use super::blas::{iamax, scal, subtract_multiple};
use super::matrix::Mat;
use super::scalar::{Real, Scalar};
use super::triangular::{Diagonal, Side, Triangle, inverse_norm, invert, solve};

/// `L` below the diagonal (its diagonal is ones) and `U` on and above it.
pub struct Lu<T> {
    pub factors: Mat<T>,
    /// Row `k` was swapped with row `swaps[k]`, in this order.
    pub swaps: Vec<usize>,
    /// A pivot is exactly zero.
    pub has_zero_pivot: bool,
}

/// Factors any matrix.
pub fn factor<T: Scalar>(mut a: Mat<T>) -> Lu<T> {
    let steps = a.rows.min(a.cols);
    let mut swaps = Vec::with_capacity(steps);
    let mut has_zero_pivot = false;
    for k in 0..steps {
        let pivot = k + iamax(&a.col(k)[k..]);
        swaps.push(pivot);
        if a[(pivot, k)] == T::ZERO {
            has_zero_pivot = true;
        } else {
            let columns = 0..a.cols;
            a.swap_rows(k, pivot, columns);
            divide_column(&mut a.col_mut(k)[k..]);
        }
        for j in k + 1..a.cols {
            let (source, target) = a.col_pair(k, j);
            let (factor, below) = (target[k], &mut target[k + 1..]);
            subtract_multiple(factor, &source[k + 1..], below);
        }
    }
    Lu { factors: a, swaps, has_zero_pivot }
}

/// Divides all but the first element by the first.
fn divide_column<T: Scalar>(column: &mut [T]) {
    let pivot = column[0];
    if pivot.abs() >= T::Real::SFMIN {
        scal(T::ONE.over(pivot), &mut column[1..]);
    } else {
        for x in &mut column[1..] {
            *x = x.over(pivot);
        }
    }
}

impl<T: Scalar> Lu<T> {
    /// Row `k` of the permuted matrix is row `rows()[k]` of the matrix.
    pub fn rows(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.factors.rows).collect();
        for (k, &other) in self.swaps.iter().enumerate() {
            order.swap(k, other);
        }
        order
    }

    pub fn lower(&self) -> Mat<T> {
        let f = &self.factors;
        Mat::from_fn(f.rows, f.rows.min(f.cols), |i, j| match i.cmp(&j) {
            std::cmp::Ordering::Less => T::ZERO,
            std::cmp::Ordering::Equal => T::ONE,
            std::cmp::Ordering::Greater => f[(i, j)],
        })
    }

    pub fn upper(&self) -> Mat<T> {
        let f = &self.factors;
        Mat::from_fn(f.rows.min(f.cols), f.cols, |i, j| if i <= j { f[(i, j)] } else { T::ZERO })
    }

    /// The product of the pivots with the permutation's sign.
    pub fn determinant(&self) -> T {
        let mut product = T::ONE;
        for (k, &other) in self.swaps.iter().enumerate() {
            let pivot = self.factors[(k, k)];
            product *= if k == other { pivot } else { -pivot };
        }
        product
    }

    /// Replaces the columns of `b` by the solutions.
    pub fn solve(&self, b: &mut Mat<T>) {
        for (k, &other) in self.swaps.iter().enumerate() {
            let columns = 0..b.cols;
            b.swap_rows(k, other, columns);
        }
        for j in 0..b.cols {
            solve(&self.factors, Triangle::Lower, Side::Plain, Diagonal::Unit, b.col_mut(j));
            solve(&self.factors, Triangle::Upper, Side::Plain, Diagonal::Stored, b.col_mut(j));
        }
    }

    /// Replaces the columns of `b` by the solutions with the (conjugate) transposed matrix.
    pub fn solve_turned(&self, side: Side, b: &mut Mat<T>) {
        super::triangular::solve_all(&self.factors, Triangle::Upper, side, Diagonal::Stored, b);
        super::triangular::solve_all(&self.factors, Triangle::Lower, side, Diagonal::Unit, b);
        for (k, &other) in self.swaps.iter().enumerate().rev() {
            let columns = 0..b.cols;
            b.swap_rows(k, other, columns);
        }
    }

    /// The reciprocal condition number in the 1-norm; `norm` is the matrix's own norm.
    pub fn rcond(&self, norm: T::Real) -> T::Real {
        let n = self.factors.cols;
        if n == 0 {
            return T::Real::ONE;
        }
        if self.has_zero_pivot || !(norm > T::Real::ZERO) {
            return if norm.is_nan_real() { norm } else { T::Real::ZERO };
        }
        let f = &self.factors;
        let inverse = inverse_norm::<T>(
            n,
            |x| {
                solve(f, Triangle::Lower, Side::Plain, Diagonal::Unit, x);
                solve(f, Triangle::Upper, Side::Plain, Diagonal::Stored, x);
            },
            |x| {
                solve(f, Triangle::Upper, Side::Adjoint, Diagonal::Stored, x);
                solve(f, Triangle::Lower, Side::Adjoint, Diagonal::Unit, x);
            },
        );
        if inverse == T::Real::ZERO { T::Real::ZERO } else { (T::Real::ONE / inverse) / norm }
    }

    /// The inverse of a square matrix without zero pivots.
    pub fn inverse(&self) -> Mat<T> {
        let mut a = self.factors.clone();
        let n = a.cols;
        invert(&mut a, Triangle::Upper);
        for j in (0..n.saturating_sub(1)).rev() {
            let multipliers: Vec<T> = a.col(j)[j + 1..].to_vec();
            a.col_mut(j)[j + 1..].fill(T::ZERO);
            for (l, &multiplier) in multipliers.iter().enumerate() {
                let (source, target) = a.col_pair(j + 1 + l, j);
                subtract_multiple(multiplier, source, target);
            }
        }
        for (j, &other) in self.swaps.iter().enumerate().rev() {
            a.swap_cols(j, other);
        }
        a
    }
}
