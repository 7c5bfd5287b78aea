//! Least squares of minimal norm by singular values (dgelsd; its small case dlalsd at every size).

use super::bidiagonal::{self, Bidiagonal};
use super::blas::{iamax, norm_max, scal, scal_real};
use super::matrix::Mat;
use super::scalar::{Real, Scalar};
use super::svd::{Vectors, diagonalize, is_long};
use super::{qr, symmetric::Rotation};

/// The solutions and the rank. `None` if the iteration did not converge.
pub fn solve<T: Scalar>(a: Mat<T>, b: Mat<T>) -> Option<(Mat<T>, usize)> {
    let (m, n) = (a.rows, a.cols);
    let zero = T::Real::ZERO;
    let (norm_a, norm_b) = (norm_max(&a), norm_max(&b));
    if m == 0 || n == 0 || b.cols == 0 || norm_a == zero {
        return Some((Mat::zeros(n, b.cols), 0));
    }
    let (mut a, mut b) = (a, b);
    let target_a = safe_size(norm_a);
    let target_b = safe_size(norm_b);
    if let Some(target) = target_a {
        scal_real(target / norm_a, &mut a.data);
    }
    if let Some(target) = target_b {
        scal_real(target / norm_b, &mut b.data);
    }
    let (mut x, rank) = solve_scaled(a, b)?;
    if let Some(target) = target_a {
        scal_real(target / norm_a, &mut x.data);
    }
    if let Some(target) = target_b {
        scal_real(norm_b / target, &mut x.data);
    }
    Some((x, rank))
}

/// The size that a matrix with elements up to `norm` should be given.
fn safe_size<R: Real>(norm: R) -> Option<R> {
    let small = R::SFMIN / R::precision();
    if norm > R::ZERO && norm < small {
        Some(small)
    } else if norm > R::ONE / small {
        Some(R::ONE / small)
    } else {
        None
    }
}

fn solve_scaled<T: Scalar>(a: Mat<T>, mut b: Mat<T>) -> Option<(Mat<T>, usize)> {
    let (m, n) = (a.rows, a.cols);
    if m >= n {
        let reduced = if is_long(m, n) {
            let factored = qr::factor(a);
            factored.apply_adjoint(&mut b);
            bidiagonal::reduce(factored.r(n))
        } else {
            bidiagonal::reduce(a)
        };
        let rows = if is_long(m, n) { n } else { m };
        let mut c = b.part(0..rows, 0..b.cols);
        reduced.apply_q_adjoint(&mut c);
        let (mut x, rank) = solve_bidiagonal(&reduced, c.part(0..n, 0..b.cols))?;
        reduced.apply_p(&mut x);
        return Some((x, rank));
    }
    let wide = is_long(n, m).then(|| bidiagonal::factor_lq(a.clone()));
    let reduced = bidiagonal::reduce(wide.as_ref().map_or(a, bidiagonal::Lq::l));
    reduced.apply_q_adjoint(&mut b);
    let (inner, rank) = solve_bidiagonal(&reduced, b)?;
    let mut x = Mat::zeros(n, inner.cols);
    if let Some(factored) = wide {
        let mut inner = inner;
        reduced.apply_p(&mut inner);
        x.set_part(0, 0, &inner);
        factored.apply_adjoint(&mut x);
    } else {
        x.set_part(0, 0, &inner);
        reduced.apply_p(&mut x);
    }
    Some((x, rank))
}

/// dlalsd.
fn solve_bidiagonal<T: Scalar>(reduced: &Bidiagonal<T>, mut b: Mat<T>) -> Option<(Mat<T>, usize)> {
    let (zero, one) = (T::Real::ZERO, T::Real::ONE);
    let (mut d, mut e) = (reduced.d.clone(), reduced.e.clone());
    let n = d.len();
    if n == 1 {
        if d[0] == zero {
            return Some((Mat::zeros(1, b.cols), 0));
        }
        scal_real(one / d[0], &mut b.data);
        return Some((b, 1));
    }
    if !reduced.is_upper {
        for i in 0..n - 1 {
            let Rotation { c, s, r } = Rotation::new(d[i], e[i]);
            d[i] = r;
            e[i] = s * d[i + 1];
            d[i + 1] = c * d[i + 1];
            for j in 0..b.cols {
                let (x, y) = (b[(i, j)], b[(i + 1, j)]);
                b[(i, j)] = x.scale(c) + y.scale(s);
                b[(i + 1, j)] = y.scale(c) - x.scale(s);
            }
        }
    }
    let mut norm = zero;
    d.iter().chain(&e).for_each(|x| norm = norm.larger(x.abs()));
    if norm == zero {
        return Some((Mat::zeros(n, b.cols), 0));
    }
    scal(one / norm, &mut d);
    scal(one / norm, &mut e);
    // The complex routine keeps real rotations apart and multiplies by them at once, the real one applies them to `b`.
    let mut vt = Mat::<T::Real>::identity(n);
    if T::IS_COMPLEX {
        let mut u = Mat::<T::Real>::identity(n);
        diagonalize(true, &mut d, &mut e, Vectors { u: Some(&mut u), vt: Some(&mut vt), c: None })?;
        let mut u = u.transpose();
        sort_ascending(&mut d, &mut vt, &mut u);
        b = multiply(&u.transpose(), &b);
    } else {
        let mut c = b.map(|x| x.real());
        diagonalize(true, &mut d, &mut e, Vectors { u: None, vt: Some(&mut vt), c: Some(&mut c) })?;
        sort_ascending(&mut d, &mut vt, &mut c);
        b = c.map(|&x| T::from_real(x));
    }
    let tolerance = T::Real::EPS * d[iamax(&d)].abs();
    let mut rank = 0;
    for (i, &d) in d.iter().enumerate() {
        rank += usize::from(d > tolerance);
        for j in 0..b.cols {
            b[(i, j)] = if d <= tolerance { T::ZERO } else { b[(i, j)].scale(one / d) };
        }
    }
    let mut x = multiply(&vt, &b);
    scal_real(one / norm, &mut x.data);
    Some((x, rank))
}

/// `m' * b` with a real `m`.
fn multiply<T: Scalar>(m: &Mat<T::Real>, b: &Mat<T>) -> Mat<T> {
    Mat::from_fn(m.cols, b.cols, |i, j| {
        let mut sum = T::ZERO;
        for (&m, b) in m.col(i).iter().zip(b.col(j)) {
            sum += b.scale(m);
        }
        sum
    })
}

/// The order in which the sums of the solution run.
fn sort_ascending<R: Real>(d: &mut [R], vt: &mut Mat<R>, b: &mut Mat<R>) {
    for i in 0..d.len() {
        let mut least = i;
        for j in i + 1..d.len() {
            if d[j] < d[least] {
                least = j;
            }
        }
        if least != i {
            d.swap(i, least);
            let columns = 0..vt.cols;
            vt.swap_rows(i, least, columns);
            let columns = 0..b.cols;
            b.swap_rows(i, least, columns);
        }
    }
}
