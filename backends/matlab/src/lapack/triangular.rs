//! Systems with triangular matrices, their inverses, and estimates of condition numbers. Reads only the triangle it is told of, and
//! never looks for zeros on the diagonal: callers do.

use super::blas::{iamax, scal, subtract_multiple};
use super::matrix::Mat;
use super::scalar::{Real, Scalar};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    Upper,
    Lower,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Plain,
    /// The conjugate transpose of the matrix.
    Adjoint,
    Transposed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonal {
    Stored,
    /// Ones, whatever is stored.
    Unit,
}

/// Solves with one right-hand side in place (dtrsv; dtrsm column by column). `a` may have more columns or rows than `x` elements.
pub fn solve<T: Scalar>(a: &Mat<T>, triangle: Triangle, side: Side, diagonal: Diagonal, x: &mut [T]) {
    let n = x.len();
    let forward = (triangle == Triangle::Lower) == (side == Side::Plain);
    for step in 0..n {
        let j = if forward { step } else { n - 1 - step };
        let others = if triangle == Triangle::Lower { j + 1..n } else { 0..j };
        if side == Side::Plain {
            if x[j] != T::ZERO {
                if diagonal == Diagonal::Stored {
                    x[j] = x[j].over(a[(j, j)]);
                }
                let factor = x[j];
                subtract_multiple(factor, &a.col(j)[others.clone()], &mut x[others]);
            }
        } else {
            let turn = |value: T| if side == Side::Adjoint { value.conj() } else { value };
            let mut sum = x[j];
            let mut subtract = |i: usize| sum -= turn(a[(i, j)]) * x[i];
            // The reference runs towards the element that is solved for.
            if forward {
                others.for_each(&mut subtract)
            } else {
                others.rev().for_each(&mut subtract)
            }
            x[j] = if diagonal == Diagonal::Stored { sum.over(turn(a[(j, j)])) } else { sum };
        }
    }
}

/// Solves for all columns of `b` in place. The transposed solve of many columns sums upwards (dtrsm), not downwards as [`solve`].
pub fn solve_all<T: Scalar>(a: &Mat<T>, triangle: Triangle, side: Side, diagonal: Diagonal, b: &mut Mat<T>) {
    if side == Side::Plain || triangle == Triangle::Upper {
        for j in 0..b.cols {
            solve(a, triangle, side, diagonal, b.col_mut(j));
        }
        return;
    }
    let turn = |value: T| if side == Side::Adjoint { value.conj() } else { value };
    for k in 0..b.cols {
        let x = b.col_mut(k);
        for i in (0..x.len()).rev() {
            let mut sum = x[i];
            for l in i + 1..x.len() {
                sum -= turn(a[(l, i)]) * x[l];
            }
            x[i] = if diagonal == Diagonal::Stored { sum.over(turn(a[(i, i)])) } else { sum };
        }
    }
}

/// The inverse in place (dtrti2); the other triangle stays.
pub fn invert<T: Scalar>(a: &mut Mat<T>, triangle: Triangle) {
    let n = a.cols;
    let columns: Vec<usize> = if triangle == Triangle::Upper { (0..n).collect() } else { (0..n).rev().collect() };
    for j in columns {
        a[(j, j)] = T::ONE.over(a[(j, j)]);
        let factor = -a[(j, j)];
        let inner = if triangle == Triangle::Upper { 0..j } else { j + 1..n };
        let mut x = a.col(j)[inner.clone()].to_vec();
        multiply(a, triangle, inner.start, &mut x);
        scal(factor, &mut x);
        a.col_mut(j)[inner].copy_from_slice(&x);
    }
}

/// `x = a * x` with the triangular block that starts at row and column `first` (dtrmv).
fn multiply<T: Scalar>(a: &Mat<T>, triangle: Triangle, first: usize, x: &mut [T]) {
    let n = x.len();
    for step in 0..n {
        let j = if triangle == Triangle::Upper { step } else { n - 1 - step };
        if x[j] == T::ZERO {
            continue;
        }
        let factor = x[j];
        let column = &a.col(first + j)[first..first + n];
        if triangle == Triangle::Upper {
            for i in 0..j {
                x[i] += factor * column[i];
            }
        } else {
            for i in (j + 1..n).rev() {
                x[i] += factor * column[i];
            }
        }
        x[j] *= column[j];
    }
}

/// Estimates the 1-norm of an inverse: `solve` replaces a vector by the solution with it, `solve_adjoint` by that with the adjoint
/// matrix (Higham's estimator, dlacn2 and zlacn2).
pub fn inverse_norm<T: Scalar>(n: usize, solve: impl Fn(&mut [T]), solve_adjoint: impl Fn(&mut [T])) -> T::Real {
    if n == 0 {
        return T::Real::ZERO;
    }
    let mut x = vec![T::from_real(T::Real::ONE / real(n)); n];
    solve(&mut x);
    if n == 1 {
        return x[0].abs();
    }
    let mut estimate = sum_of_magnitudes(&x);
    to_signs(&mut x);
    let mut signs = x.clone();
    solve_adjoint(&mut x);
    let mut place = greatest_at(&x);
    for _ in 2..=5 {
        x.fill(T::ZERO);
        x[place] = T::ONE;
        solve(&mut x);
        let before = estimate;
        estimate = sum_of_magnitudes(&x);
        to_signs(&mut x);
        if (!T::IS_COMPLEX && x == signs) || estimate <= before {
            break;
        }
        signs.clone_from(&x);
        solve_adjoint(&mut x);
        let last = place;
        place = greatest_at(&x);
        let kept = if T::IS_COMPLEX { x[last].abs() } else { x[last].real() };
        if kept == x[place].abs() {
            break;
        }
    }
    for (i, x) in x.iter_mut().enumerate() {
        let value = T::Real::ONE + real::<T::Real>(i) / real(n - 1);
        *x = T::from_real(if i % 2 == 0 { value } else { -value });
    }
    solve(&mut x);
    let other = real::<T::Real>(2) * (sum_of_magnitudes(&x) / real(3 * n));
    estimate.larger(other)
}

/// Is the reciprocal condition number so small that no digit is left?
pub fn is_singular<R: Real>(rcond: R) -> bool {
    rcond.is_nan_real() || R::ONE + rcond == R::ONE
}

/// The estimate of the reciprocal condition number in the 1-norm (dtrcon).
pub fn rcond<T: Scalar>(a: &Mat<T>, triangle: Triangle) -> T::Real {
    let n = a.cols;
    let mut norm = T::Real::ZERO;
    for j in 0..n {
        let column = if triangle == Triangle::Upper { &a.col(j)[..=j] } else { &a.col(j)[j..] };
        norm = norm.larger(sum_of_magnitudes(column));
    }
    if n == 0 || !(norm > T::Real::ZERO) {
        return if n == 0 { T::Real::ONE } else { T::Real::ZERO };
    }
    let inverse = inverse_norm::<T>(
        n,
        |x| solve(a, triangle, Side::Plain, Diagonal::Stored, x),
        |x| solve(a, triangle, Side::Adjoint, Diagonal::Stored, x),
    );
    reciprocal(T::Real::ONE / norm, inverse)
}

/// `one / inverse`, and 0 where the estimate is no finite number but 0.
pub fn reciprocal<R: Real>(one: R, inverse: R) -> R {
    if inverse == R::ZERO || !inverse.is_finite_real() { R::ZERO } else { one / inverse }
}

fn real<R: Real>(n: usize) -> R {
    R::from_f64(n as f64)
}

fn sum_of_magnitudes<T: Scalar>(x: &[T]) -> T::Real {
    let mut sum = T::Real::ZERO;
    for x in x {
        sum += x.abs();
    }
    sum
}

fn greatest_at<T: Scalar>(x: &[T]) -> usize {
    if !T::IS_COMPLEX {
        return iamax(x);
    }
    let mut best = 0;
    for k in 1..x.len() {
        if x[k].abs() > x[best].abs() {
            best = k;
        }
    }
    best
}

/// Each element over its magnitude; zeros become one.
fn to_signs<T: Scalar>(x: &mut [T]) {
    for x in x {
        let magnitude = x.abs();
        *x = if !T::IS_COMPLEX {
            if x.real() >= T::Real::ZERO { T::ONE } else { -T::ONE }
        } else if magnitude > T::Real::SFMIN {
            T::from_parts(x.real() / magnitude, x.imag() / magnitude)
        } else {
            T::ONE
        };
    }
}
