//! Right eigenvectors of matrices in Schur form (dtrevc3, ztrevc3), by back substitution.

use super::blas::{axpy, iamax, scal, scal_real};
use super::matrix::Mat;
use super::scalar::{Real, Scalar, robust_quotient};
use super::triangular::{Diagonal, Side, Triangle, solve};

/// The eigenvectors of `q t q'` for a real Schur form `t`, with the greatest element of each scaled to one. Complex pairs are two
/// columns: real and imaginary parts.
pub fn real_vectors<R: Real>(t: &Mat<R>, q: &Mat<R>) -> Mat<R> {
    let n = t.cols;
    let mut vectors = Mat::zeros(n, n);
    let limits = Limits::new(n);
    let mut k = n;
    while k > 0 {
        k -= 1;
        if k > 0 && t[(k, k - 1)] != R::ZERO {
            let (x, y) = complex_pair(t, k, &limits);
            let (mut x, mut y) = (product(q, &x), product(q, &y));
            let mut most = R::ZERO;
            for (x, y) in x.iter().zip(&y) {
                most = most.larger(x.abs() + y.abs());
            }
            scal(R::ONE / most, &mut x);
            scal(R::ONE / most, &mut y);
            vectors.col_mut(k - 1).copy_from_slice(&x);
            vectors.col_mut(k).copy_from_slice(&y);
            k -= 1;
        } else {
            let x = real_vector(t, k, &limits);
            let mut x = product(q, &x);
            let most = x[iamax(&x)].abs();
            scal(R::ONE / most, &mut x);
            vectors.col_mut(k).copy_from_slice(&x);
        }
    }
    vectors
}

/// The eigenvectors of `q t q'` for a complex Schur form `t`, with the greatest element of each scaled to one.
pub fn complex_vectors<T: Scalar>(t: &Mat<T>, q: &Mat<T>) -> Mat<T> {
    let n = t.cols;
    let mut vectors = Mat::zeros(n, n);
    let least = Limits::<T::Real>::new(n).small;
    for k in (0..n).rev() {
        let corner = t[(k, k)];
        let smallest = (T::Real::precision() * corner.abs1()).larger(least);
        let mut shifted = t.part(0..k, 0..k);
        for i in 0..k {
            shifted[(i, i)] -= corner;
            if shifted[(i, i)].abs1() < smallest {
                shifted[(i, i)] = T::from_real(smallest);
            }
        }
        let mut x: Vec<T> = (0..k).map(|i| -t[(i, k)]).collect();
        solve(&shifted, Triangle::Upper, Side::Plain, Diagonal::Stored, &mut x);
        x.push(T::ONE);
        let mut x = product(q, &x);
        let most = x[iamax(&x)].abs1();
        scal_real(T::Real::ONE / most, &mut x);
        vectors.col_mut(k).copy_from_slice(&x);
    }
    vectors
}

/// `q * x`, where `x` may be shorter than `q` has columns.
fn product<T: Scalar>(q: &Mat<T>, x: &[T]) -> Vec<T> {
    let mut y = vec![T::ZERO; q.rows];
    for (j, &x) in x.iter().enumerate() {
        axpy(x, q.col(j), &mut y);
    }
    y
}

/// What counts as zero and as too big.
struct Limits<R> {
    small: R,
    big: R,
}

impl<R: Real> Limits<R> {
    fn new(n: usize) -> Limits<R> {
        let small = R::SFMIN * (R::from_f64(n as f64) / R::precision());
        Limits { small, big: (R::ONE - R::precision()) / small }
    }
}

/// The blocks of the quasi-triangular part before column `end`, from the last one: first row and size.
fn blocks_before<R: Real>(t: &Mat<R>, end: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut next = end;
    std::iter::from_fn(move || {
        let last = next.checked_sub(1)?;
        let size = if last > 0 && t[(last, last - 1)] != R::ZERO { 2 } else { 1 };
        next = last + 1 - size;
        Some((next, size))
    })
}

fn real_vector<R: Real>(t: &Mat<R>, k: usize, limits: &Limits<R>) -> Vec<R> {
    let wr = t[(k, k)];
    let least = (R::precision() * wr.abs()).larger(limits.small);
    let mut work = vec![(0..k).map(|i| -t[(i, k)]).chain([R::ONE]).collect::<Vec<R>>()];
    for (first, size) in blocks_before(t, k) {
        solve_block(t, (first, size), (wr, R::ZERO), least, limits, &mut work);
    }
    work.swap_remove(0)
}

/// The vectors of the real and the imaginary part for the pair of columns `k - 1` and `k`.
fn complex_pair<R: Real>(t: &Mat<R>, k: usize, limits: &Limits<R>) -> (Vec<R>, Vec<R>) {
    let (zero, one) = (R::ZERO, R::ONE);
    let wr = t[(k, k)];
    let wi = t[(k, k - 1)].abs().sqrt() * t[(k - 1, k)].abs().sqrt();
    let least = (R::precision() * (wr.abs() + wi.abs())).larger(limits.small);
    let (x, y) =
        if t[(k - 1, k)].abs() >= t[(k, k - 1)].abs() { (one, wi / t[(k - 1, k)]) } else { (-wi / t[(k, k - 1)], one) };
    let real = (0..k - 1).map(|i| -x * t[(i, k - 1)]).chain([x, zero]).collect();
    let imag = (0..k - 1).map(|i| -y * t[(i, k)]).chain([zero, y]).collect();
    let mut work = vec![real, imag];
    for (first, size) in blocks_before(t, k - 1) {
        solve_block(t, (first, size), (wr, wi), least, limits, &mut work);
    }
    let imag = work.swap_remove(1);
    (work.swap_remove(0), imag)
}

/// Solves for the elements of one diagonal block and takes them out of the rows above. `work` is the real part, and the imaginary
/// one if there is one.
fn solve_block<R: Real>(
    t: &Mat<R>,
    (first, size): (usize, usize),
    shift: (R, R),
    least: R,
    limits: &Limits<R>,
    work: &mut [Vec<R>],
) {
    let a = t.part(first..first + size, first..first + size);
    let b: Vec<[R; 2]> = work.iter().map(|w| [w[first], w[first + size - 1]]).collect();
    let b = [b[0], b.get(1).copied().unwrap_or([R::ZERO; 2])];
    let mut small = match (size, work.len()) {
        (1, 1) => one_real(a[(0, 0)], shift.0, least, b),
        (1, _) => one_complex(a[(0, 0)], shift, least, b),
        (_, 1) => two_real(&a, shift.0, least, b),
        _ => two_complex(&a, shift, least, b),
    };
    if small.norm > limits.big.sqrt() {
        small.shrink(R::ONE / small.norm);
    }
    for (w, x) in work.iter_mut().zip(small.x) {
        if small.scale != R::ONE {
            scal(small.scale, w);
        }
        for (offset, &x) in x[..size].iter().enumerate() {
            w[first + offset] = x;
            axpy(-x, &t.col(first + offset)[..first], &mut w[..first]);
        }
    }
}

/// The solution of a system of one or two equations, `scale` times what it should be (dlaln2).
struct Small<R> {
    /// Real and imaginary parts.
    x: [[R; 2]; 2],
    scale: R,
    norm: R,
}

impl<R: Real> Small<R> {
    fn shrink(&mut self, factor: R) {
        for x in self.x.iter_mut().flatten() {
            *x *= factor;
        }
        self.scale *= factor;
        self.norm *= factor;
    }

    /// Shrinks a solution whose product with the matrix would overflow.
    fn limit(mut self, size: R) -> Small<R> {
        let big = biggest::<R>();
        if self.norm > R::ONE && size > R::ONE && self.norm > big / size {
            self.shrink(size / big);
        }
        self
    }
}

fn biggest<R: Real>() -> R {
    R::ONE / (R::SFMIN + R::SFMIN)
}

/// A factor that keeps `b / size` finite.
fn safe_scale<R: Real>(size: R, b: R) -> R {
    if size < R::ONE && b > R::ONE && b > biggest::<R>() * size { R::ONE / b } else { R::ONE }
}

fn one_real<R: Real>(a: R, wr: R, least: R, b: [[R; 2]; 2]) -> Small<R> {
    let mut c = a - wr;
    if c.abs() < least {
        c = least;
    }
    let scale = safe_scale(c.abs(), b[0][0].abs());
    let x = (b[0][0] * scale) / c;
    Small { x: [[x, R::ZERO], [R::ZERO; 2]], scale, norm: x.abs() }
}

fn one_complex<R: Real>(a: R, (wr, wi): (R, R), least: R, b: [[R; 2]; 2]) -> Small<R> {
    let (mut re, mut im) = (a - wr, -wi);
    if re.abs() + im.abs() < least {
        (re, im) = (least, R::ZERO);
    }
    let scale = safe_scale(re.abs() + im.abs(), b[0][0].abs() + b[1][0].abs());
    let (x, y) = robust_quotient(scale * b[0][0], scale * b[1][0], re, im);
    Small { x: [[x, R::ZERO], [y, R::ZERO]], scale, norm: x.abs() + y.abs() }
}

/// The elements of a 2x2 matrix in column order with element `pivot` first, then those it is to be eliminated with.
fn pivoted<R: Real>(values: [R; 4], pivot: usize) -> [R; 4] {
    const ORDER: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
    ORDER[pivot].map(|k| values[k])
}

/// The position of the greatest element, if one is not zero.
fn largest<R: Real>(sizes: [R; 4]) -> (usize, R) {
    let mut best = (0, R::ZERO);
    for (k, size) in sizes.into_iter().enumerate() {
        if size > best.1 {
            best = (k, size);
        }
    }
    best
}

/// The rows are swapped for pivots in the second row, the unknowns for those in the second column.
fn unswap<R: Real>(pivot: usize, x1: R, x2: R) -> [R; 2] {
    if pivot >= 2 { [x2, x1] } else { [x1, x2] }
}

fn two_real<R: Real>(a: &Mat<R>, wr: R, least: R, b: [[R; 2]; 2]) -> Small<R> {
    let values = [a[(0, 0)] - wr, a[(1, 0)], a[(0, 1)], a[(1, 1)] - wr];
    let (pivot, size) = largest(values.map(|x| x.abs()));
    if size < least {
        let norm = b[0][0].abs().larger(b[0][1].abs());
        let scale = safe_scale(least, norm);
        let factor = scale / least;
        return Small { x: [b[0].map(|b| factor * b), [R::ZERO; 2]], scale, norm: factor * norm };
    }
    let [u11, c21, u12, c22] = pivoted(values, pivot);
    let inverse = R::ONE / u11;
    let l21 = inverse * c21;
    let mut u22 = c22 - u12 * l21;
    if u22.abs() < least {
        u22 = least;
    }
    let (b1, b2) = if pivot % 2 == 1 { (b[0][1], b[0][0]) } else { (b[0][0], b[0][1]) };
    let b2 = b2 - l21 * b1;
    let bound = (b1 * (u22 * inverse)).abs().larger(b2.abs());
    let scale = safe_scale(u22.abs(), bound);
    let x2 = (b2 * scale) / u22;
    let x1 = (scale * b1) * inverse - x2 * (inverse * u12);
    Small { x: [unswap(pivot, x1, x2), [R::ZERO; 2]], scale, norm: x1.abs().larger(x2.abs()) }.limit(size)
}

fn two_complex<R: Real>(a: &Mat<R>, (wr, wi): (R, R), least: R, b: [[R; 2]; 2]) -> Small<R> {
    let (zero, one) = (R::ZERO, R::ONE);
    let re = [a[(0, 0)] - wr, a[(1, 0)], a[(0, 1)], a[(1, 1)] - wr];
    let im = [-wi, zero, zero, -wi];
    let (pivot, size) = largest([0, 1, 2, 3].map(|k| re[k].abs() + im[k].abs()));
    if size < least {
        let norm = (b[0][0].abs() + b[1][0].abs()).larger(b[0][1].abs() + b[1][1].abs());
        let scale = safe_scale(least, norm);
        let factor = scale / least;
        return Small { x: b.map(|b| b.map(|b| factor * b)), scale, norm: factor * norm };
    }
    let [ur11, cr21, ur12, cr22] = pivoted(re, pivot);
    let [ui11, ci21, ui12, ci22] = pivoted(im, pivot);
    let (inverse_re, inverse_im, lr, li, ur12s, ui12s, mut ur22, mut ui22);
    if pivot == 0 || pivot == 3 {
        if ur11.abs() > ui11.abs() {
            let ratio = ui11 / ur11;
            inverse_re = one / (ur11 * (one + ratio * ratio));
            inverse_im = -ratio * inverse_re;
        } else {
            let ratio = ur11 / ui11;
            inverse_im = -one / (ui11 * (one + ratio * ratio));
            inverse_re = -ratio * inverse_im;
        }
        (lr, li) = (cr21 * inverse_re, cr21 * inverse_im);
        (ur12s, ui12s) = (ur12 * inverse_re, ur12 * inverse_im);
        (ur22, ui22) = (cr22 - ur12 * lr, ci22 - ur12 * li);
    } else {
        (inverse_re, inverse_im) = (one / ur11, zero);
        (lr, li) = (cr21 * inverse_re, ci21 * inverse_re);
        (ur12s, ui12s) = (ur12 * inverse_re, ui12 * inverse_re);
        (ur22, ui22) = (cr22 - ur12 * lr + ui12 * li, -ur12 * li - ui12 * lr);
    }
    let u22 = ur22.abs() + ui22.abs();
    if u22 < least {
        (ur22, ui22) = (least, zero);
    }
    let rows = if pivot % 2 == 1 { (1, 0) } else { (0, 1) };
    let (br1, bi1) = (b[0][rows.0], b[1][rows.0]);
    let br2 = b[0][rows.1] - lr * br1 + li * bi1;
    let bi2 = b[1][rows.1] - li * br1 - lr * bi1;
    let bound = ((br1.abs() + bi1.abs()) * (u22 * (inverse_re.abs() + inverse_im.abs()))).larger(br2.abs() + bi2.abs());
    let scale = safe_scale(u22, bound);
    let (br1, bi1, br2, bi2) =
        if scale == one { (br1, bi1, br2, bi2) } else { (scale * br1, scale * bi1, scale * br2, scale * bi2) };
    let (xr2, xi2) = robust_quotient(br2, bi2, ur22, ui22);
    let xr1 = inverse_re * br1 - inverse_im * bi1 - ur12s * xr2 + ui12s * xi2;
    let xi1 = inverse_im * br1 + inverse_re * bi1 - ui12s * xr2 - ur12s * xi2;
    let norm = (xr1.abs() + xi1.abs()).larger(xr2.abs() + xi2.abs());
    Small { x: [unswap(pivot, xr1, xr2), unswap(pivot, xi1, xi2)], scale, norm }.limit(size)
}
