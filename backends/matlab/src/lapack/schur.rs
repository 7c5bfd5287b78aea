//! The Schur form of real Hessenberg matrices: the double-shift QR method (dlahqr, dlanv2). Complex ones are in [`super::schur_complex`].

use super::matrix::Mat;
use super::qr::reflector;
use super::scalar::{Real, pythag};

/// The eigenvalues' real and imaginary parts. If `full`, `h` becomes the Schur form, else only its eigenvalues are right; the rows
/// `lo..=hi` of `z` are multiplied by the transformations. `None` if the iteration did not converge.
pub fn real_schur<R: Real>(
    h: &mut Mat<R>,
    z: Option<&mut Mat<R>>,
    lo: usize,
    hi: usize,
    full: bool,
) -> Option<(Vec<R>, Vec<R>)> {
    let n = h.cols;
    let mut run = Run { z, lo, hi, full, wr: (0..n).map(|i| h[(i, i)]).collect(), wi: vec![R::ZERO; n] };
    super::hessenberg::clear_below(h);
    let mut end = hi + 1;
    while end > lo {
        end = run.deflate(h, end - 1)?;
    }
    Some((run.wr, run.wi))
}

struct Run<'a, R> {
    z: Option<&'a mut Mat<R>>,
    lo: usize,
    hi: usize,
    full: bool,
    wr: Vec<R>,
    wi: Vec<R>,
}

impl<R: Real> Run<'_, R> {
    /// Iterates until one or two eigenvalues split off at row `i`; the row where they begin comes back.
    fn deflate(&mut self, h: &mut Mat<R>, i: usize) -> Option<usize> {
        let size = self.hi - self.lo + 1;
        let mut l = self.lo;
        for step in 1..=30 * size.max(10) + 1 {
            l = small_subdiagonal(h, l, i, self.lo, self.hi);
            if l > self.lo {
                h[(l, l - 1)] = R::ZERO;
            }
            if l + 1 >= i {
                self.finish(h, l, i);
                return Some(l);
            }
            let rows = if self.full { (0, h.cols - 1) } else { (l, i) };
            let shifts = shifts(h, l, i, step);
            let (m, v) = start(h, l, i, &shifts);
            self.sweep(h, (l, m, i), rows, v);
        }
        None
    }

    /// One implicit step from row `m` to row `i`.
    fn sweep(&mut self, h: &mut Mat<R>, (l, m, i): (usize, usize, usize), (i1, i2): (usize, usize), mut v: [R; 3]) {
        for k in m..i {
            let count = (i - k + 1).min(3);
            if k > m {
                for (offset, v) in v[..count].iter_mut().enumerate() {
                    *v = h[(k + offset, k - 1)];
                }
            }
            let (beta, t1) = reflector(v[0], &mut v[1..count]);
            if k > m {
                h[(k, k - 1)] = beta;
                h[(k + 1, k - 1)] = R::ZERO;
                if k + 1 < i {
                    h[(k + 2, k - 1)] = R::ZERO;
                }
            } else if m > l {
                h[(k, k - 1)] *= R::ONE - t1;
            }
            let w = [R::ONE, v[1], if count == 3 { v[2] } else { R::ZERO }];
            let t = [t1, t1 * w[1], t1 * w[2]];
            let pair = Reflection { w: &w[..count], t: &t[..count] };
            for j in k..=i2 {
                pair.apply(&mut h.col_mut(j)[k..k + count]);
            }
            pair.apply_columns(h, k, i1..(k + 3).min(i) + 1);
            if let Some(z) = &mut self.z {
                pair.apply_columns(z, k, self.lo..self.hi + 1);
            }
        }
    }

    /// Stores the eigenvalue of row `i`, or the two of rows `i - 1` and `i` after their block took its standard form.
    fn finish(&mut self, h: &mut Mat<R>, l: usize, i: usize) {
        if l == i {
            self.wr[i] = h[(i, i)];
            self.wi[i] = R::ZERO;
            return;
        }
        let block = standardize(h[(i - 1, i - 1)], h[(i - 1, i)], h[(i, i - 1)], h[(i, i)]);
        (h[(i - 1, i - 1)], h[(i - 1, i)], h[(i, i - 1)], h[(i, i)]) = (block.a, block.b, block.c, block.d);
        (self.wr[i - 1], self.wr[i]) = (block.a, block.d);
        let imaginary = if block.c == R::ZERO { R::ZERO } else { block.b.abs().sqrt() * block.c.abs().sqrt() };
        // Of a real pair both are +0.
        (self.wi[i - 1], self.wi[i]) = (imaginary, R::ZERO - imaginary);
        if self.full {
            for j in i + 1..h.cols {
                let (x, y) = (h[(i - 1, j)], h[(i, j)]);
                h[(i - 1, j)] = block.cs * x + block.sn * y;
                h[(i, j)] = block.cs * y - block.sn * x;
            }
            rotate(h, i, 0..i - 1, block.cs, block.sn);
        }
        if let Some(z) = &mut self.z {
            rotate(z, i, self.lo..self.hi + 1, block.cs, block.sn);
        }
    }
}

/// Rotates columns `i - 1` and `i` (drot).
fn rotate<R: Real>(a: &mut Mat<R>, i: usize, rows: std::ops::Range<usize>, c: R, s: R) {
    for row in rows {
        let (x, y) = (a[(row, i - 1)], a[(row, i)]);
        a[(row, i - 1)] = c * x + s * y;
        a[(row, i)] = c * y - s * x;
    }
}

/// A reflector of two or three elements: its vector (with the leading one) and `tau` times it.
struct Reflection<'a, R> {
    w: &'a [R],
    t: &'a [R],
}

impl<R: Real> Reflection<'_, R> {
    fn apply(&self, x: &mut [R]) {
        let mut sum = x[0];
        for (w, x) in self.w[1..].iter().zip(&x[1..]) {
            sum += *w * *x;
        }
        for (x, &t) in x.iter_mut().zip(self.t) {
            *x -= sum * t;
        }
    }

    /// From the right, to the columns from `k` on.
    fn apply_columns(&self, a: &mut Mat<R>, k: usize, rows: std::ops::Range<usize>) {
        for row in rows {
            let mut x = [R::ZERO; 3];
            let x = &mut x[..self.w.len()];
            for (offset, x) in x.iter_mut().enumerate() {
                *x = a[(row, k + offset)];
            }
            self.apply(x);
            for (offset, x) in x.iter().enumerate() {
                a[(row, k + offset)] = *x;
            }
        }
    }
}

/// The row above `i` where the active block begins.
fn small_subdiagonal<R: Real>(h: &Mat<R>, l: usize, i: usize, lo: usize, hi: usize) -> usize {
    let ulp = R::precision();
    let least = R::SFMIN * (R::from_f64((hi - lo + 1) as f64) / ulp);
    for k in (l + 1..=i).rev() {
        let below = h[(k, k - 1)].abs();
        if below <= least {
            return k;
        }
        let (upper, lower) = (h[(k - 1, k - 1)], h[(k, k)]);
        let mut size = upper.abs() + lower.abs();
        if size == R::ZERO {
            if k >= lo + 2 {
                size += h[(k - 1, k - 2)].abs();
            }
            if k < hi {
                size += h[(k + 1, k)].abs();
            }
        }
        if below <= ulp * size {
            let above = h[(k - 1, k)].abs();
            let (ab, ba) = (below.larger(above), below.smaller(above));
            let (first, second) = (lower.abs(), (upper - lower).abs());
            let (aa, bb) = (first.larger(second), first.smaller(second));
            let s = aa + ab;
            if ba * (ab / s) <= least.larger(ulp * (bb * (aa / s))) {
                return k;
            }
        }
    }
    l
}

/// Two shifts: real and imaginary parts.
struct Shifts<R> {
    r1: R,
    i1: R,
    r2: R,
    i2: R,
}

/// The eigenvalues of the last two rows, or exceptional ones now and then.
fn shifts<R: Real>(h: &Mat<R>, l: usize, i: usize, step: usize) -> Shifts<R> {
    let (zero, two) = (R::ZERO, R::from_f64(2.0));
    let exceptional = |s: R, corner: R| {
        let diagonal = R::from_f64(0.75) * s + corner;
        (diagonal, R::from_f64(-0.4375) * s, s, diagonal)
    };
    let (h11, h12, h21, h22) = if step.is_multiple_of(20) {
        exceptional(h[(i, i - 1)].abs() + h[(i - 1, i - 2)].abs(), h[(i, i)])
    } else if step.is_multiple_of(10) {
        exceptional(h[(l + 1, l)].abs() + h[(l + 2, l + 1)].abs(), h[(l, l)])
    } else {
        (h[(i - 1, i - 1)], h[(i - 1, i)], h[(i, i - 1)], h[(i, i)])
    };
    let s = h11.abs() + h12.abs() + h21.abs() + h22.abs();
    if s == zero {
        return Shifts { r1: zero, i1: zero, r2: zero, i2: zero };
    }
    let (h11, h12, h21, h22) = (h11 / s, h12 / s, h21 / s, h22 / s);
    let half_trace = (h11 + h22) / two;
    let determinant = (h11 - half_trace) * (h22 - half_trace) - h12 * h21;
    let root = determinant.abs().sqrt();
    if determinant >= zero {
        let real = half_trace * s;
        return Shifts { r1: real, i1: root * s, r2: real, i2: -(root * s) };
    }
    let (first, second) = (half_trace + root, half_trace - root);
    let real = if (first - h22).abs() <= (second - h22).abs() { first * s } else { second * s };
    Shifts { r1: real, i1: zero, r2: real, i2: zero }
}

/// The row where the implicit step starts and the first column of the shifted product there.
fn start<R: Real>(h: &Mat<R>, l: usize, i: usize, shifts: &Shifts<R>) -> (usize, [R; 3]) {
    let mut m = i - 2;
    loop {
        let (upper, lower) = (h[(m, m)], h[(m + 1, m + 1)]);
        let s = (upper - shifts.r2).abs() + shifts.i2.abs() + h[(m + 1, m)].abs();
        let h21 = h[(m + 1, m)] / s;
        let v = [
            h21 * h[(m, m + 1)] + (upper - shifts.r1) * ((upper - shifts.r2) / s) - shifts.i1 * (shifts.i2 / s),
            h21 * (upper + lower - shifts.r1 - shifts.r2),
            h21 * h[(m + 2, m + 1)],
        ];
        let s = v[0].abs() + v[1].abs() + v[2].abs();
        let v = v.map(|x| x / s);
        if m == l {
            return (m, v);
        }
        let above = h[(m, m - 1)].abs() * (v[1].abs() + v[2].abs());
        let around = h[(m - 1, m - 1)].abs() + upper.abs() + lower.abs();
        if above <= R::precision() * v[0].abs() * around {
            return (m, v);
        }
        m -= 1;
    }
}

/// A 2x2 block in standard form, and the rotation that led there.
struct Standard<R> {
    a: R,
    b: R,
    c: R,
    d: R,
    cs: R,
    sn: R,
}

/// The Schur factorization of a 2x2 matrix: real eigenvalues on the diagonal, or equal diagonal elements (dlanv2).
fn standardize<R: Real>(a: R, b: R, c: R, d: R) -> Standard<R> {
    let (zero, one, half) = (R::ZERO, R::ONE, R::from_f64(0.5));
    if c == zero {
        return Standard { a, b, c, d, cs: one, sn: zero };
    }
    if b == zero {
        return Standard { a: d, b: -c, c: zero, d: a, cs: zero, sn: one };
    }
    if a - d == zero && one.with_sign(b) != one.with_sign(c) {
        return Standard { a, b, c, d, cs: one, sn: zero };
    }
    let difference = a - d;
    let p = half * difference;
    let most = b.abs().larger(c.abs());
    let least = b.abs().smaller(c.abs()) * one.with_sign(b) * one.with_sign(c);
    let scale = p.abs().larger(most);
    let z = (p / scale) * p + (most / scale) * least;
    if z >= R::from_f64(4.0) * R::precision() {
        let z = p + (scale.sqrt() * z.sqrt()).with_sign(p);
        let tau = pythag(c, z);
        return Standard { a: d + z, b: b - c, c: zero, d: d - (most / z) * least, cs: z / tau, sn: c / tau };
    }
    equal_diagonal(a, b, c, d)
}

/// The case of complex or nearly equal eigenvalues.
fn equal_diagonal<R: Real>(a: R, b: R, c: R, d: R) -> Standard<R> {
    let (zero, one, half) = (R::ZERO, R::ONE, R::from_f64(0.5));
    let (difference, sigma) = (a - d, b + c);
    let p = half * difference;
    let tau = pythag(sigma, difference);
    let mut cs = (half * (one + sigma.abs() / tau)).sqrt();
    let mut sn = -(p / (tau * cs)) * one.with_sign(sigma);
    let (aa, bb) = (a * cs + b * sn, -a * sn + b * cs);
    let (cc, dd) = (c * cs + d * sn, -c * sn + d * cs);
    let (a, b, c, d) = (aa * cs + cc * sn, bb * cs + dd * sn, -aa * sn + cc * cs, -bb * sn + dd * cs);
    let middle = half * (a + d);
    if c == zero {
        return Standard { a: middle, b, c, d: middle, cs, sn };
    }
    if b == zero {
        return Standard { a: middle, b: -c, c: zero, d: middle, cs: -sn, sn: cs };
    }
    if one.with_sign(b) != one.with_sign(c) {
        return Standard { a: middle, b, c, d: middle, cs, sn };
    }
    let (root_b, root_c) = (b.abs().sqrt(), c.abs().sqrt());
    let p = (root_b * root_c).with_sign(c);
    let tau = one / (b + c).abs().sqrt();
    let (cs1, sn1) = (root_b * tau, root_c * tau);
    (cs, sn) = (cs * cs1 - sn * sn1, cs * sn1 + sn * cs1);
    Standard { a: middle + p, b: b - c, c: zero, d: middle - p, cs, sn }
}
