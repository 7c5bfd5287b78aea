//! Eigenvalues and eigenvectors of Hermitian matrices (dsyev, zheev with the upper triangle): reduction to a tridiagonal matrix, then
//! the implicit QL or QR method, or its variant without square roots where no vectors are asked for.

use super::blas::{axpy, dot_conj, norm_max, scal};
use super::matrix::Mat;
use super::qr::reflector;
use super::scalar::{Real, Scalar, pythag};

/// The eigenvalues in ascending order. `None` if the iteration did not converge.
pub fn eigenvalues<T: Scalar>(a: Mat<T>) -> Option<Vec<T::Real>> {
    let (a, sigma) = scaled(a);
    let mut tridiagonal = reduce(a);
    root_free(&mut tridiagonal.d, &mut tridiagonal.e)?;
    unscale(&mut tridiagonal.d, sigma);
    Some(tridiagonal.d)
}

/// The eigenvalues in ascending order and the unit eigenvectors. `None` if the iteration did not converge.
pub fn eigen<T: Scalar>(a: Mat<T>) -> Option<(Vec<T::Real>, Mat<T>)> {
    if a.rows == 1 {
        return Some((vec![a[(0, 0)].real()], Mat::identity(1)));
    }
    let (a, sigma) = scaled(a);
    let Tridiagonal { mut d, mut e, vectors, tau } = reduce(a);
    let mut z = generate(&vectors, &tau);
    implicit_ql(&mut d, &mut e, &mut z)?;
    unscale(&mut d, sigma);
    Some((d, z))
}

/// The matrix, multiplied if its elements are so small or so big that squares would not do.
fn scaled<T: Scalar>(mut a: Mat<T>) -> (Mat<T>, Option<T::Real>) {
    let small = T::Real::SFMIN / T::Real::precision();
    let (least, most) = (small.sqrt(), (T::Real::ONE / small).sqrt());
    let norm = norm_max(&a);
    let sigma = if norm > T::Real::ZERO && norm < least {
        Some(least / norm)
    } else if norm > most {
        Some(most / norm)
    } else {
        None
    };
    if let Some(sigma) = sigma {
        super::blas::scal_real(sigma, &mut a.data);
    }
    (a, sigma)
}

fn unscale<R: Real>(d: &mut [R], sigma: Option<R>) {
    if let Some(sigma) = sigma {
        scal(R::ONE / sigma, d);
    }
}

/// The diagonal, what is beside it, and the reflectors that led there.
struct Tridiagonal<T: Scalar> {
    d: Vec<T::Real>,
    e: Vec<T::Real>,
    /// The reflector that made `e[i]` is in column `i + 1`, above the element that `e[i]` replaced, which counts as one.
    vectors: Mat<T>,
    tau: Vec<T>,
}

/// dsytd2, zhetd2.
fn reduce<T: Scalar>(mut a: Mat<T>) -> Tridiagonal<T> {
    let n = a.cols;
    let mut d = vec![T::Real::ZERO; n];
    let mut e = vec![T::Real::ZERO; n.saturating_sub(1)];
    let mut taus = vec![T::ZERO; n.saturating_sub(1)];
    for i in (0..n.saturating_sub(1)).rev() {
        let alpha = a[(i, i + 1)];
        let (beta, tau) = reflector(alpha, &mut a.col_mut(i + 1)[..i]);
        e[i] = beta.real();
        taus[i] = tau;
        if tau != T::ZERO {
            a[(i, i + 1)] = T::ONE;
            let v = a.col(i + 1)[..=i].to_vec();
            let mut w = hermitian_product(&a, tau, &v);
            let alpha = -T::from_real(T::Real::from_f64(0.5)) * tau * dot_conj(&w, &v);
            axpy(alpha, &v, &mut w);
            rank_two(&mut a, &v, &w);
        }
        d[i + 1] = a[(i + 1, i + 1)].real();
    }
    if n > 0 {
        d[0] = a[(0, 0)].real();
    }
    Tridiagonal { d, e, vectors: a, tau: taus }
}

/// `factor * a * x` with the leading part of a Hermitian matrix of which the upper triangle is stored.
fn hermitian_product<T: Scalar>(a: &Mat<T>, factor: T, x: &[T]) -> Vec<T> {
    let mut y = vec![T::ZERO; x.len()];
    for j in 0..x.len() {
        let first = factor * x[j];
        let mut second = T::ZERO;
        let column = a.col(j);
        for i in 0..j {
            y[i] += first * column[i];
            second += column[i].conj() * x[i];
        }
        let diagonal = if T::IS_COMPLEX { first.scale(column[j].real()) } else { first * column[j] };
        y[j] = y[j] + diagonal + factor * second;
    }
    y
}

/// `a -= x y' + y x'` in the upper triangle (dsyr2, zher2).
fn rank_two<T: Scalar>(a: &mut Mat<T>, x: &[T], y: &[T]) {
    for j in 0..x.len() {
        let (first, second) = (-y[j].conj(), -x[j].conj());
        let column = a.col_mut(j);
        for i in 0..j {
            column[i] = column[i] + x[i] * first + y[i] * second;
        }
        column[j] = if T::IS_COMPLEX {
            T::from_real(column[j].real() + (x[j] * first + y[j] * second).real())
        } else {
            column[j] + x[j] * first + y[j] * second
        };
    }
}

/// The unitary matrix of the reduction (dorgtr, dorg2l).
fn generate<T: Scalar>(vectors: &Mat<T>, tau: &[T]) -> Mat<T> {
    let n = vectors.cols;
    let mut q = Mat::from_fn(n, n, |i, j| if i < j + 1 && j + 1 < n { vectors[(i, j + 1)] } else { T::ZERO });
    q[(n - 1, n - 1)] = T::ONE;
    for k in 0..n - 1 {
        let head = q.col(k)[..k].to_vec();
        reflect_trailing(&head, tau[k], &mut q, k);
        let column = q.col_mut(k);
        scal(-tau[k], &mut column[..k]);
        column[k] = T::ONE - tau[k];
        column[k + 1..].fill(T::ZERO);
    }
    q
}

/// Applies the reflector whose vector is `head` followed by one to the first `columns` columns.
fn reflect_trailing<T: Scalar>(head: &[T], tau: T, c: &mut Mat<T>, columns: usize) {
    if tau == T::ZERO {
        return;
    }
    let last = head.len();
    for j in 0..columns {
        let column = c.col_mut(j);
        let sum = dot_conj(&column[..last], head) + column[last].conj();
        let factor = -tau * sum.conj();
        axpy(factor, head, &mut column[..last]);
        column[last] += factor;
    }
}

/// An unreduced block of a tridiagonal matrix, seen from its first element, or from its last if
/// `reversed`, so that one sweep serves for QL and for QR.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    last: usize,
    reversed: bool,
}

impl Block {
    /// The index of diagonal element `k` of the block.
    fn d(self, k: usize) -> usize {
        if self.reversed { self.last - k } else { self.first + k }
    }

    /// The index of the element between diagonal elements `k` and `k + 1`.
    fn e(self, k: usize) -> usize {
        if self.reversed { self.last - k - 1 } else { self.first + k }
    }

    /// The last `k`.
    fn end(self) -> usize {
        self.last - self.first
    }
}

/// The end of the unreduced block that starts at `first`; what is small behind it becomes zero.
fn block_end<R: Real>(d: &[R], e: &mut [R], first: usize) -> usize {
    for m in first..d.len() - 1 {
        if e[m].abs() <= (d[m].abs().sqrt() * d[m + 1].abs().sqrt()) * R::EPS {
            e[m] = R::ZERO;
            return m;
        }
    }
    d.len() - 1
}

/// Runs `solve` on every unreduced block, scaled to a safe size.
fn for_blocks<R: Real>(
    d: &mut [R],
    e: &mut [R],
    mut solve: impl FnMut(&mut [R], &mut [R], Block, &mut usize),
) -> Option<()> {
    let three = R::from_f64(3.0);
    let most = (R::ONE / R::SFMIN).sqrt() / three;
    let least = R::SFMIN.sqrt() / (R::EPS * R::EPS);
    let mut budget = 30 * d.len();
    let mut start = 0;
    while start < d.len() {
        if start > 0 {
            e[start - 1] = R::ZERO;
        }
        let (first, last) = (start, block_end(d, e, start));
        start = last + 1;
        let mut norm = R::ZERO;
        d[first..=last].iter().chain(&e[first..last]).for_each(|x| norm = norm.larger(x.abs()));
        if first == last || norm == R::ZERO {
            continue;
        }
        let target = if norm > most { Some(most) } else { (norm < least).then_some(least) };
        if let Some(target) = target {
            scal(target / norm, &mut d[first..=last]);
            scal(target / norm, &mut e[first..last]);
        }
        let reversed = d[last].abs() < d[first].abs();
        solve(d, e, Block { first, last, reversed }, &mut budget);
        if let Some(target) = target {
            scal(norm / target, &mut d[first..=last]);
            scal(norm / target, &mut e[first..last]);
        }
        if budget == 0 {
            return None;
        }
    }
    Some(())
}

/// dsteqr: the eigenvalues replace `d`, ascending; the columns of `z` are rotated with them.
pub fn implicit_ql<T: Scalar>(d: &mut [T::Real], e: &mut [T::Real], z: &mut Mat<T>) -> Option<()> {
    for_blocks(d, e, |d, e, block, budget| ql_block(d, e, z, block, budget))?;
    for i in 0..d.len() {
        let mut least = i;
        for j in i + 1..d.len() {
            if d[j] < d[least] {
                least = j;
            }
        }
        if least != i {
            d.swap(i, least);
            z.swap_cols(i, least);
        }
    }
    Some(())
}

fn ql_block<T: Scalar>(d: &mut [T::Real], e: &mut [T::Real], z: &mut Mat<T>, block: Block, budget: &mut usize) {
    let eps2 = T::Real::EPS * T::Real::EPS;
    let end = block.end();
    let mut l = 0;
    while l <= end {
        let is_small = |m: usize| {
            let x = e[block.e(m)].abs();
            x * x <= (eps2 * d[block.d(m)].abs()) * d[block.d(m + 1)].abs() + T::Real::SFMIN
        };
        let m = (l..end).find(|&m| is_small(m)).unwrap_or(end);
        if m < end {
            e[block.e(m)] = T::Real::ZERO;
        }
        if m == l {
            l += 1;
        } else if m == l + 1 {
            let (low, high) = (block.d(l).min(block.d(m)), block.d(l).max(block.d(m)));
            let two = two_by_two(d[low], e[block.e(l)], d[high]);
            rotate(z, high, low, two.c, two.s);
            (d[low], d[high]) = (two.first, two.second);
            e[block.e(l)] = T::Real::ZERO;
            l += 2;
        } else if *budget == 0 {
            return;
        } else {
            *budget -= 1;
            ql_sweep(d, e, z, block, l, m);
        }
    }
}

/// One implicit step on the elements `l..=m` of the block.
fn ql_sweep<T: Scalar>(d: &mut [T::Real], e: &mut [T::Real], z: &mut Mat<T>, block: Block, l: usize, m: usize) {
    let (zero, one, two) = (T::Real::ZERO, T::Real::ONE, T::Real::from_f64(2.0));
    let first = d[block.d(l)];
    let e_l = e[block.e(l)];
    let g = (d[block.d(l + 1)] - first) / (two * e_l);
    let r = pythag(g, one);
    let mut g = d[block.d(m)] - first + (e_l / (g + r.with_sign(g)));
    let (mut s, mut c, mut p) = (one, one, zero);
    let mut rotations = Vec::with_capacity(m - l);
    for i in (l..m).rev() {
        let f = s * e[block.e(i)];
        let b = c * e[block.e(i)];
        let rotation = Rotation::new(g, f);
        (c, s) = (rotation.c, rotation.s);
        if i + 1 != m {
            e[block.e(i + 1)] = rotation.r;
        }
        g = d[block.d(i + 1)] - p;
        let r = (d[block.d(i)] - g) * s + two * c * b;
        p = s * r;
        d[block.d(i + 1)] = g + p;
        g = c * r - b;
        rotations.push((i, c, s));
    }
    for (i, c, s) in rotations {
        rotate(z, block.d(i), block.d(i + 1), c, s);
    }
    d[block.d(l)] = d[block.d(l)] - p;
    e[block.e(l)] = g;
}

/// Columns `a` and `b` become `c a - s b` and `c b + s a`.
fn rotate<T: Scalar>(z: &mut Mat<T>, a: usize, b: usize, c: T::Real, s: T::Real) {
    for i in 0..z.rows {
        let (x, y) = (z[(i, a)], z[(i, b)]);
        z[(i, a)] = x.scale(c) - y.scale(s);
        z[(i, b)] = y.scale(c) + x.scale(s);
    }
}

/// A plane rotation `[c s; -s c]` that maps `(f, g)` to `(r, 0)` (dlartg of LAPACK 3.10 and later).
pub struct Rotation<R> {
    pub c: R,
    pub s: R,
    pub r: R,
}

impl<R: Real> Rotation<R> {
    pub fn new(f: R, g: R) -> Rotation<R> {
        let (zero, one) = (R::ZERO, R::ONE);
        let largest = one / R::SFMIN;
        let (least, most) = (R::SFMIN.sqrt(), (largest / R::from_f64(2.0)).sqrt());
        let (f1, g1) = (f.abs(), g.abs());
        if g == zero {
            return Rotation { c: one, s: zero, r: f };
        }
        if f == zero {
            return Rotation { c: zero, s: one.with_sign(g), r: g1 };
        }
        if f1 > least && f1 < most && g1 > least && g1 < most {
            let d = (f * f + g * g).sqrt();
            let r = d.with_sign(f);
            return Rotation { c: f1 / d, s: g / r, r };
        }
        let u = largest.smaller(R::SFMIN.larger(f1).larger(g1));
        let (fs, gs) = (f / u, g / u);
        let d = (fs * fs + gs * gs).sqrt();
        let r = d.with_sign(f);
        Rotation { c: fs.abs() / d, s: gs / r, r: r * u }
    }
}

/// Eigenvalues of `[a b; b c]`, the first of greater magnitude, and the unit eigenvector `(c, s)` of the first.
struct TwoByTwo<R> {
    first: R,
    second: R,
    c: R,
    s: R,
}

/// The eigenvalues alone (dlae2), and what the vector needs: the root and the sign of the sum.
fn two_by_two_values<R: Real>(a: R, b: R, c: R) -> (R, R, R, bool) {
    let (one, half) = (R::ONE, R::from_f64(0.5));
    let sum = a + c;
    let difference = (a - c).abs();
    let twice = (b + b).abs();
    let (most, least) = if a.abs() > c.abs() { (a, c) } else { (c, a) };
    let root = if difference > twice {
        let ratio = twice / difference;
        difference * (one + ratio * ratio).sqrt()
    } else if difference < twice {
        let ratio = difference / twice;
        twice * (one + ratio * ratio).sqrt()
    } else {
        twice * R::from_f64(2.0).sqrt()
    };
    let second = |first: R| (most / first) * least - (b / first) * b;
    if sum < R::ZERO {
        let first = half * (sum - root);
        (first, second(first), root, false)
    } else if sum > R::ZERO {
        let first = half * (sum + root);
        (first, second(first), root, true)
    } else {
        (half * root, -half * root, root, true)
    }
}

/// dlaev2.
fn two_by_two<R: Real>(a: R, b: R, c: R) -> TwoByTwo<R> {
    let (zero, one) = (R::ZERO, R::ONE);
    let (first, second, root, plus_sum) = two_by_two_values(a, b, c);
    let (difference, twice) = (a - c, b + b);
    let plus_difference = difference >= zero;
    let cs = if plus_difference { difference + root } else { difference - root };
    let (c1, s1) = if cs.abs() > twice.abs() {
        let ct = -twice / cs;
        let sine = one / (one + ct * ct).sqrt();
        (ct * sine, sine)
    } else if twice == zero {
        (one, zero)
    } else {
        let tn = -cs / twice;
        let cosine = one / (one + tn * tn).sqrt();
        (cosine, tn * cosine)
    };
    let (c, s) = if plus_sum == plus_difference { (-s1, c1) } else { (c1, s1) };
    TwoByTwo { first, second, c, s }
}

/// dsterf: the eigenvalues replace `d`, ascending.
fn root_free<R: Real>(d: &mut [R], e: &mut [R]) -> Option<()> {
    if d.len() > 1 {
        for_blocks(d, e, |d, e, block, budget| {
            for x in &mut e[block.first..block.last] {
                *x = *x * *x;
            }
            root_free_block(d, e, block, budget);
        })?;
    }
    d.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    Some(())
}

fn root_free_block<R: Real>(d: &mut [R], e: &mut [R], block: Block, budget: &mut usize) {
    let eps2 = R::EPS * R::EPS;
    let end = block.end();
    let mut l = 0;
    while l <= end {
        let is_small = |m: usize| e[block.e(m)].abs() <= eps2 * (d[block.d(m)] * d[block.d(m + 1)]).abs();
        let m = (l..end).find(|&m| is_small(m)).unwrap_or(end);
        if m < end {
            e[block.e(m)] = R::ZERO;
        }
        if m == l {
            l += 1;
        } else if m == l + 1 {
            let root = e[block.e(l)].sqrt();
            let (first, second, ..) = two_by_two_values(d[block.d(l)], root, d[block.d(m)]);
            d[block.d(l)] = first;
            d[block.d(m)] = second;
            e[block.e(l)] = R::ZERO;
            l += 2;
        } else if *budget == 0 {
            return;
        } else {
            *budget -= 1;
            root_free_sweep(d, e, block, l, m);
        }
    }
}

fn root_free_sweep<R: Real>(d: &mut [R], e: &mut [R], block: Block, l: usize, m: usize) {
    let (zero, one, two) = (R::ZERO, R::ONE, R::from_f64(2.0));
    let first = d[block.d(l)];
    let root = e[block.e(l)].sqrt();
    let ratio = (d[block.d(l + 1)] - first) / (two * root);
    let r = pythag(ratio, one);
    let sigma = first - (root / (ratio + r.with_sign(ratio)));
    let (mut c, mut s) = (one, zero);
    let mut gamma = d[block.d(m)] - sigma;
    let mut p = gamma * gamma;
    for i in (l..m).rev() {
        let bb = e[block.e(i)];
        let r = p + bb;
        if i + 1 != m {
            e[block.e(i + 1)] = s * r;
        }
        let old_c = c;
        c = p / r;
        s = bb / r;
        let old_gamma = gamma;
        let alpha = d[block.d(i)];
        gamma = c * (alpha - sigma) - s * old_gamma;
        d[block.d(i + 1)] = old_gamma + (alpha - gamma);
        p = if c == zero { old_c * bb } else { (gamma * gamma) / c };
    }
    e[block.e(l)] = s * p;
    d[block.d(l)] = sigma + gamma;
}
