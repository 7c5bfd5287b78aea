//! Vector and matrix kernels whose sums run in the reference BLAS's order. Never reorders a sum.

use super::matrix::Mat;
use super::scalar::{Real, Scalar};

/// `y += a * x`.
pub fn axpy<T: Scalar>(a: T, x: &[T], y: &mut [T]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// `y -= x * a`: the update of eliminations.
pub fn subtract_multiple<T: Scalar>(a: T, x: &[T], y: &mut [T]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y -= a * x;
    }
}

pub fn scal<T: Scalar>(a: T, x: &mut [T]) {
    for x in x {
        *x = a * *x;
    }
}

pub fn scal_real<T: Scalar>(a: T::Real, x: &mut [T]) {
    for x in x {
        *x = x.scale(a);
    }
}

/// The sum of `conj(x) * y`.
pub fn dot_conj<T: Scalar>(x: &[T], y: &[T]) -> T {
    let mut sum = T::ZERO;
    for (&x, &y) in x.iter().zip(y) {
        sum += x.conj() * y;
    }
    sum
}

/// The sum of `x * y`.
pub fn dot<T: Scalar>(x: &[T], y: &[T]) -> T {
    let mut sum = T::ZERO;
    for (&x, &y) in x.iter().zip(y) {
        sum += x * y;
    }
    sum
}

/// The Euclidean norm with Blue's accumulators (dnrm2 of LAPACK 3.10 and later).
pub fn nrm2<T: Scalar>(x: impl IntoIterator<Item = T>) -> T::Real {
    let mut sums = Blue::new();
    for x in x {
        sums.add(x.real());
        if T::IS_COMPLEX {
            sums.add(x.imag());
        }
    }
    sums.norm()
}

/// Sums of squares of small, middle and big numbers, kept apart so that none overflows.
pub struct Blue<R> {
    small: R,
    middle: R,
    big: R,
}

/// The limits and factors of Blue's algorithm.
struct BlueLimits<R> {
    small: R,
    big: R,
    scale_small: R,
    scale_big: R,
}

fn blue_limits<R: Real>() -> BlueLimits<R> {
    let power = |e: i32| R::from_f64(2f64.powi(e));
    if R::EPS.to_f64() > 1e-10 {
        BlueLimits { small: power(-63), big: power(52), scale_small: power(75), scale_big: power(-76) }
    } else {
        BlueLimits { small: power(-511), big: power(486), scale_small: power(537), scale_big: power(-538) }
    }
}

impl<R: Real> Blue<R> {
    pub fn new() -> Blue<R> {
        Blue { small: R::ZERO, middle: R::ZERO, big: R::ZERO }
    }

    pub fn add(&mut self, x: R) {
        let x = x.abs();
        let limits = blue_limits::<R>();
        if x > limits.big {
            let x = x * limits.scale_big;
            self.big += x * x;
        } else if x < limits.small {
            if self.big == R::ZERO {
                let x = x * limits.scale_small;
                self.small += x * x;
            }
        } else {
            self.middle += x * x;
        }
    }

    pub fn norm(self) -> R {
        let limits = blue_limits::<R>();
        let has_middle = self.middle > R::ZERO || self.middle.is_nan_real();
        if self.big > R::ZERO {
            let middle = if has_middle { (self.middle * limits.scale_big) * limits.scale_big } else { R::ZERO };
            R::ONE / limits.scale_big * (self.big + middle).sqrt()
        } else if self.small > R::ZERO {
            if !has_middle {
                return R::ONE / limits.scale_small * self.small.sqrt();
            }
            let (middle, small) = (self.middle.sqrt(), self.small.sqrt() / limits.scale_small);
            let (least, most) = if small > middle { (middle, small) } else { (small, middle) };
            let ratio = least / most;
            (most * most * (R::ONE + ratio * ratio)).sqrt()
        } else {
            self.middle.sqrt()
        }
    }
}

impl<R: Real> Default for Blue<R> {
    fn default() -> Blue<R> {
        Blue::new()
    }
}

/// The position of the element with the greatest `|re| + |im|`, the first of equal ones (idamax, izamax).
pub fn iamax<T: Scalar>(x: &[T]) -> usize {
    let mut best = 0;
    for (k, x_k) in x.iter().enumerate().skip(1) {
        if x_k.abs1() > x[best].abs1() {
            best = k;
        }
    }
    best
}

/// `a * b` with sums in order of the inner index.
///
/// # Panics
/// If the extents do not match: an error of ours.
pub fn gemm<T: Scalar>(a: &Mat<T>, b: &Mat<T>) -> Mat<T> {
    assert_eq!(a.cols, b.rows);
    let mut c = Mat::zeros(a.rows, b.cols);
    for j in 0..b.cols {
        for l in 0..a.cols {
            axpy(b[(l, j)], a.col(l), c.col_mut(j));
        }
    }
    c
}

/// `a' * b` (conjugate transpose).
///
/// # Panics
/// If the extents do not match: an error of ours.
pub fn gemm_adjoint<T: Scalar>(a: &Mat<T>, b: &Mat<T>) -> Mat<T> {
    assert_eq!(a.rows, b.rows);
    Mat::from_fn(a.cols, b.cols, |i, j| dot_conj(a.col(i), b.col(j)))
}

/// The greatest sum of magnitudes of a column; NaN wins.
pub fn norm_one<T: Scalar>(a: &Mat<T>) -> T::Real {
    greatest((0..a.cols).map(|j| {
        let mut sum = T::Real::ZERO;
        for x in a.col(j) {
            sum += x.abs();
        }
        sum
    }))
}

/// The greatest sum of magnitudes of a row; NaN wins.
pub fn norm_inf<T: Scalar>(a: &Mat<T>) -> T::Real {
    let mut sums = vec![T::Real::ZERO; a.rows];
    for j in 0..a.cols {
        for (sum, x) in sums.iter_mut().zip(a.col(j)) {
            *sum += x.abs();
        }
    }
    greatest(sums)
}

/// The greatest magnitude; NaN wins.
pub fn norm_max<T: Scalar>(a: &Mat<T>) -> T::Real {
    greatest(a.data.iter().map(|x| x.abs()))
}

fn greatest<R: Real>(values: impl IntoIterator<Item = R>) -> R {
    let mut best = R::ZERO;
    for value in values {
        if best < value || value.is_nan_real() {
            best = value;
        }
    }
    best
}
