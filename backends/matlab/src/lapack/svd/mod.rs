//! Singular values and vectors (dgesvd, dbdsqr): bidiagonal form, then the implicit zero-shift QR method, or [`super::dqds`] where no
//! vectors are asked for. A matrix with many more rows than columns, or the other way, is first made square by QR or LQ.

mod two_by_two;

pub use two_by_two::two_values;

use crate::lapack::bidiagonal::{self, Bidiagonal};
use crate::lapack::blas::{gemm, norm_max, scal, scal_real};
use crate::lapack::matrix::Mat;
use crate::lapack::scalar::{Real, Scalar};
use crate::lapack::symmetric::Rotation;
use crate::lapack::{dqds, qr};
use two_by_two::two_by_two;

/// `a = u * diag(s) * vt`.
pub struct Svd<T: Scalar> {
    pub u: Mat<T>,
    pub s: Vec<T::Real>,
    pub vt: Mat<T>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// `u` and `vt` are square.
    Full,
    /// As many columns and rows as there are singular values.
    Economy,
}

/// The singular values, descending. `None` if the iteration did not converge.
pub fn values<T: Scalar>(mut a: Mat<T>) -> Option<Vec<T::Real>> {
    if a.rows == 0 || a.cols == 0 {
        return Some(vec![]);
    }
    let undo = safe_size(&mut a);
    let Bidiagonal { mut d, mut e, is_upper, .. } = if is_long(a.rows, a.cols) {
        bidiagonal::reduce(qr::factor(a.clone()).r(a.cols))
    } else if is_long(a.cols, a.rows) {
        bidiagonal::reduce(bidiagonal::factor_lq(a).l())
    } else {
        bidiagonal::reduce(a)
    };
    let mut s = match dqds::singular_values(&d, &e) {
        Some(s) => s,
        None => {
            diagonalize(is_upper, &mut d, &mut e, Vectors::<T>::none())?;
            d
        }
    };
    if let Some(factor) = undo {
        scal(factor, &mut s);
    }
    Some(s)
}

/// `None` if the iteration did not converge.
pub fn decompose<T: Scalar>(mut a: Mat<T>, size: Size) -> Option<Svd<T>> {
    let (m, n) = (a.rows, a.cols);
    if m == 0 || n == 0 {
        let (rows, cols) = if size == Size::Full { (m, n) } else { (0, 0) };
        let u = Mat::from_fn(m, rows, |i, j| if i == j { T::ONE } else { T::ZERO });
        let vt = Mat::from_fn(cols, n, |i, j| if i == j { T::ONE } else { T::ZERO });
        return Some(Svd { u, s: vec![], vt });
    }
    let undo = safe_size(&mut a);
    let mut svd = if is_long(m, n) {
        decompose_long(a, size)?
    } else if is_long(n, m) {
        decompose_wide(a, size)?
    } else {
        let (u_cols, vt_rows) = if size == Size::Full { (m, n) } else { (m.min(n), m.min(n)) };
        let b = bidiagonal::reduce(a);
        from_bidiagonal(b, u_cols, vt_rows)?
    };
    if let Some(factor) = undo {
        scal(factor, &mut svd.s);
    }
    Some(svd)
}

/// Is it worth making a matrix square first?
pub fn is_long(long: usize, short: usize) -> bool {
    long >= (1.6f32 * short as f32) as usize && long >= short
}

fn decompose_long<T: Scalar>(a: Mat<T>, size: Size) -> Option<Svd<T>> {
    let (m, n) = (a.rows, a.cols);
    let factored = qr::factor(a);
    let mut q = factored.q(if size == Size::Full { m } else { n });
    let inner = from_bidiagonal(bidiagonal::reduce(factored.r(n)), n, n)?;
    let product = gemm(&q.part(0..m, 0..n), &inner.u);
    q.set_part(0, 0, &product);
    Some(Svd { u: q, ..inner })
}

fn decompose_wide<T: Scalar>(a: Mat<T>, size: Size) -> Option<Svd<T>> {
    let (m, n) = (a.rows, a.cols);
    let factored = bidiagonal::factor_lq(a);
    let mut q = factored.q(if size == Size::Full { n } else { m });
    let inner = from_bidiagonal(bidiagonal::reduce(factored.l()), m, m)?;
    let product = gemm(&inner.vt, &q.part(0..m, 0..n));
    q.set_part(0, 0, &product);
    Some(Svd { vt: q, ..inner })
}

fn from_bidiagonal<T: Scalar>(mut b: Bidiagonal<T>, u_cols: usize, vt_rows: usize) -> Option<Svd<T>> {
    let mut u = b.q(u_cols);
    let mut vt = b.p_adjoint(vt_rows);
    let vectors = Vectors { u: Some(&mut u), vt: Some(&mut vt), c: None };
    diagonalize(b.is_upper, &mut b.d, &mut b.e, vectors)?;
    Some(Svd { u, s: b.d, vt })
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

/// What is multiplied by the rotations: columns of `u`, rows of `vt`, rows of `c` (as those of `u'`).
pub struct Vectors<'a, T> {
    pub u: Option<&'a mut Mat<T>>,
    pub vt: Option<&'a mut Mat<T>>,
    pub c: Option<&'a mut Mat<T>>,
}

impl<T: Scalar> Vectors<'_, T> {
    pub fn none() -> Self {
        Vectors { u: None, vt: None, c: None }
    }

    fn rotate_left(&mut self, a: usize, b: usize, c: T::Real, s: T::Real) {
        if let Some(u) = &mut self.u {
            rotate_columns(u, a, b, c, s);
        }
        if let Some(rows) = &mut self.c {
            rotate_rows(rows, a, b, c, s);
        }
    }

    fn rotate_right(&mut self, a: usize, b: usize, c: T::Real, s: T::Real) {
        if let Some(vt) = &mut self.vt {
            rotate_rows(vt, a, b, c, s);
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        if let Some(u) = &mut self.u {
            u.swap_cols(a, b);
        }
        for rows in [&mut self.vt, &mut self.c].into_iter().flatten() {
            let columns = 0..rows.cols;
            rows.swap_rows(a, b, columns);
        }
    }

    fn negate_right(&mut self, row: usize) {
        if let Some(vt) = &mut self.vt {
            for j in 0..vt.cols {
                vt[(row, j)] = vt[(row, j)].scale(-T::Real::ONE);
            }
        }
    }
}

/// `a` and `b` become `c a + s b` and `c b - s a`.
fn rotated<T: Scalar>(a: T, b: T, c: T::Real, s: T::Real) -> (T, T) {
    (b.scale(s) + a.scale(c), b.scale(c) - a.scale(s))
}

fn rotate_columns<T: Scalar>(m: &mut Mat<T>, a: usize, b: usize, c: T::Real, s: T::Real) {
    for i in 0..m.rows {
        let (x, y) = rotated(m[(i, a)], m[(i, b)], c, s);
        (m[(i, a)], m[(i, b)]) = (x, y);
    }
}

fn rotate_rows<T: Scalar>(m: &mut Mat<T>, a: usize, b: usize, c: T::Real, s: T::Real) {
    for j in 0..m.cols {
        let (x, y) = rotated(m[(a, j)], m[(b, j)], c, s);
        (m[(a, j)], m[(b, j)]) = (x, y);
    }
}

/// The singular values of a bidiagonal matrix replace `d`, descending (dbdsqr). `None` if the iteration did not converge.
pub fn diagonalize<T: Scalar>(is_upper: bool, d: &mut [T::Real], e: &mut [T::Real], vectors: Vectors<T>) -> Option<()> {
    let n = d.len();
    let mut run = Run::new(vectors);
    if !is_upper {
        run.make_upper(d, e);
    }
    if n > 1 {
        run.iterate(d, e)?;
    }
    for i in 0..n {
        if d[i] < T::Real::ZERO {
            d[i] = -d[i];
            run.vectors.negate_right(i);
        }
    }
    for last in (1..n).rev() {
        let mut least = 0;
        for j in 1..=last {
            if d[j] <= d[least] {
                least = j;
            }
        }
        if least != last {
            d.swap(least, last);
            run.vectors.swap(least, last);
        }
    }
    Some(())
}

/// A block of the bidiagonal matrix, walked from the first row to the last or the other way.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    last: usize,
    downward: bool,
}

impl Block {
    fn d(self, k: usize) -> usize {
        if self.downward { self.first + k } else { self.last - k }
    }

    fn e(self, k: usize) -> usize {
        if self.downward { self.first + k } else { self.last - k - 1 }
    }

    fn end(self) -> usize {
        self.last - self.first
    }
}

struct Run<'a, T: Scalar> {
    vectors: Vectors<'a, T>,
    tolerance: T::Real,
    threshold: T::Real,
    downward: bool,
}

impl<'a, T: Scalar> Run<'a, T> {
    fn new(vectors: Vectors<'a, T>) -> Run<'a, T> {
        let eps = T::Real::EPS;
        let factor =
            T::Real::from_f64(10.0).larger(T::Real::from_f64(100.0).smaller(eps.powf(T::Real::from_f64(-0.125))));
        Run { vectors, tolerance: factor * eps, threshold: T::Real::ZERO, downward: true }
    }

    fn make_upper(&mut self, d: &mut [T::Real], e: &mut [T::Real]) {
        for i in 0..e.len() {
            let Rotation { c, s, r } = Rotation::new(d[i], e[i]);
            d[i] = r;
            e[i] = s * d[i + 1];
            d[i + 1] = c * d[i + 1];
            self.vectors.rotate_left(i, i + 1, c, s);
        }
    }

    /// Below this an element beside the diagonal is zero.
    fn find_threshold(&mut self, d: &[T::Real], e: &[T::Real]) {
        let zero = T::Real::ZERO;
        let n = T::Real::from_f64(d.len() as f64);
        let mut least = d[0].abs();
        let mut mu = least;
        for (d, e) in d[1..].iter().zip(e) {
            if least == zero {
                break;
            }
            mu = d.abs() * (mu / (mu + e.abs()));
            least = least.smaller(mu);
        }
        least = least / n.sqrt();
        self.threshold = (self.tolerance * least).larger(T::Real::from_f64(6.0) * (n * (n * T::Real::SFMIN)));
    }

    fn iterate(&mut self, d: &mut [T::Real], e: &mut [T::Real]) -> Option<()> {
        self.find_threshold(d, e);
        let n = d.len();
        let mut budget = 6 * n * n;
        let mut m = n - 1;
        let mut before: Option<(usize, usize)> = None;
        while m > 0 {
            let (start, most) = self.block_start(d, e, m);
            if start > 0 {
                e[start - 1] = T::Real::ZERO;
            }
            if start == m {
                m -= 1;
                continue;
            }
            if start + 1 == m {
                self.solve_two(d, e, m);
                if m < 2 {
                    break;
                }
                m -= 2;
                continue;
            }
            if before.is_none_or(|(first, last)| start > last || m < first) {
                self.downward = d[start].abs() >= d[m].abs();
            }
            let block = Block { first: start, last: m, downward: self.downward };
            let Some(least) = self.split(d, e, block) else { continue };
            before = Some((start, m));
            let shift = self.shift(d, e, block, least, most);
            budget = budget.checked_sub(m - start)?;
            if shift == T::Real::ZERO {
                self.zero_shift_sweep(d, e, block)
            } else {
                self.sweep(d, e, block, shift)
            }
            let last = block.e(block.end() - 1);
            if e[last].abs() <= self.threshold {
                e[last] = T::Real::ZERO;
            }
        }
        Some(())
    }

    /// Where the unreduced block that ends at `m` starts, and its greatest element.
    fn block_start(&self, d: &[T::Real], e: &[T::Real], m: usize) -> (usize, T::Real) {
        let mut most = d[m].abs();
        for l in (0..m).rev() {
            if e[l].abs() <= self.threshold {
                return (l + 1, most);
            }
            most = most.larger(d[l].abs()).larger(e[l].abs());
        }
        (0, most)
    }

    fn solve_two(&mut self, d: &mut [T::Real], e: &mut [T::Real], m: usize) {
        let two = two_by_two(d[m - 1], e[m - 1], d[m]);
        (d[m - 1], d[m]) = (two.most, two.least);
        e[m - 1] = T::Real::ZERO;
        self.vectors.rotate_right(m - 1, m, two.right.0, two.right.1);
        self.vectors.rotate_left(m - 1, m, two.left.0, two.left.1);
    }

    /// Looks for an element beside the diagonal that is small by comparison. `None` if one became zero, else a lower bound of the
    /// least singular value.
    fn split(&self, d: &[T::Real], e: &mut [T::Real], block: Block) -> Option<T::Real> {
        let end = block.end();
        let last = block.e(end - 1);
        if e[last].abs() <= self.tolerance * d[block.d(end)].abs() {
            e[last] = T::Real::ZERO;
            return None;
        }
        let mut mu = d[block.d(0)].abs();
        let mut least = mu;
        for k in 0..end {
            let beside = e[block.e(k)].abs();
            if beside <= self.tolerance * mu {
                e[block.e(k)] = T::Real::ZERO;
                return None;
            }
            mu = d[block.d(k + 1)].abs() * (mu / (mu + beside));
            least = least.smaller(mu);
        }
        Some(least)
    }

    fn shift(&self, d: &[T::Real], e: &[T::Real], block: Block, least: T::Real, most: T::Real) -> T::Real {
        let zero = T::Real::ZERO;
        let n = T::Real::from_f64(d.len() as f64);
        let bound = T::Real::EPS.larger(T::Real::from_f64(0.01) * self.tolerance);
        if n * self.tolerance * (least / most) <= bound {
            return zero;
        }
        let end = block.end();
        let first = d[block.d(0)].abs();
        let (shift, _) = two_values(d[block.d(end - 1)], e[block.e(end - 1)], d[block.d(end)]);
        let ratio = shift / first;
        if first > zero && ratio * ratio < T::Real::EPS { zero } else { shift }
    }

    /// The rotations of a step: those that the walk makes first belong to `vt` downward, to `u` upward.
    fn rotate(&mut self, block: Block, k: usize, first: (T::Real, T::Real), second: (T::Real, T::Real)) {
        let (right, left) = if block.downward { (first, second) } else { (second, first) };
        self.vectors.rotate_right(block.d(k), block.d(k + 1), right.0, right.1);
        self.vectors.rotate_left(block.d(k), block.d(k + 1), left.0, left.1);
    }

    fn zero_shift_sweep(&mut self, d: &mut [T::Real], e: &mut [T::Real], block: Block) {
        let (mut cs, mut old_cs, mut old_sn) = (T::Real::ONE, T::Real::ONE, T::Real::ZERO);
        let end = block.end();
        for k in 0..end {
            let first = Rotation::new(d[block.d(k)] * cs, e[block.e(k)]);
            cs = first.c;
            if k > 0 {
                e[block.e(k - 1)] = old_sn * first.r;
            }
            let second = Rotation::new(old_cs * first.r, d[block.d(k + 1)] * first.s);
            (old_cs, old_sn) = (second.c, second.s);
            d[block.d(k)] = second.r;
            self.rotate(block, k, (first.c, first.s), (second.c, second.s));
        }
        let h = d[block.d(end)] * cs;
        d[block.d(end)] = h * old_cs;
        e[block.e(end - 1)] = h * old_sn;
    }

    fn sweep(&mut self, d: &mut [T::Real], e: &mut [T::Real], block: Block, shift: T::Real) {
        let end = block.end();
        let start = d[block.d(0)];
        let mut f = (start.abs() - shift) * (T::Real::ONE.with_sign(start) + shift / start);
        let mut g = e[block.e(0)];
        for k in 0..end {
            let (at, next, beside) = (block.d(k), block.d(k + 1), block.e(k));
            let first = Rotation::new(f, g);
            if k > 0 {
                e[block.e(k - 1)] = first.r;
            }
            f = first.c * d[at] + first.s * e[beside];
            e[beside] = first.c * e[beside] - first.s * d[at];
            g = first.s * d[next];
            d[next] = first.c * d[next];
            let second = Rotation::new(f, g);
            d[at] = second.r;
            f = second.c * e[beside] + second.s * d[next];
            d[next] = second.c * d[next] - second.s * e[beside];
            if k + 1 < end {
                let far = block.e(k + 1);
                g = second.s * e[far];
                e[far] = second.c * e[far];
            }
            self.rotate(block, k, (first.c, first.s), (second.c, second.s));
        }
        e[block.e(end - 1)] = f;
    }
}
