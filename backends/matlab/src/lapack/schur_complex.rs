//! The Schur form of complex Hessenberg matrices: the single-shift QR method (zlahqr).

use super::blas::{scal, scal_real};
use super::matrix::Mat;
use super::qr::reflector;
use super::scalar::{Real, Scalar, ladiv, sqrt};

/// The eigenvalues. If `full`, `h` becomes the Schur form; the rows `lo..=hi` of `z` are multiplied by the transformations. `None` if
/// the iteration did not converge.
pub fn complex_schur<T: Scalar>(
    h: &mut Mat<T>,
    z: Option<&mut Mat<T>>,
    lo: usize,
    hi: usize,
    full: bool,
) -> Option<Vec<T>> {
    super::hessenberg::clear_below(h);
    let mut run = Run { z, lo, hi, full };
    run.make_subdiagonal_real(h);
    let mut end = hi + 1;
    while end > lo {
        end = run.deflate(h, end - 1)?;
    }
    Some((0..h.cols).map(|i| h[(i, i)]).collect())
}

struct Run<'a, T> {
    z: Option<&'a mut Mat<T>>,
    lo: usize,
    hi: usize,
    full: bool,
}

impl<T: Scalar> Run<'_, T> {
    fn make_subdiagonal_real(&mut self, h: &mut Mat<T>) {
        let (first, last) = if self.full { (0, h.cols - 1) } else { (self.lo, self.hi) };
        for i in self.lo + 1..=self.hi {
            let x = h[(i, i - 1)];
            if x.imag() == T::Real::ZERO {
                continue;
            }
            let direction = divide_real(x, x.abs1());
            let turn = divide_real(direction.conj(), direction.abs());
            h[(i, i - 1)] = T::from_real(x.abs());
            for j in i..=last {
                h[(i, j)] = turn * h[(i, j)];
            }
            scal(turn.conj(), &mut h.col_mut(i)[first..(i + 2).min(last + 1)]);
            if let Some(z) = &mut self.z {
                scal(turn.conj(), &mut z.col_mut(i)[self.lo..=self.hi]);
            }
        }
    }

    /// Iterates until the eigenvalue of row `i` splits off; the row where it begins comes back.
    fn deflate(&mut self, h: &mut Mat<T>, i: usize) -> Option<usize> {
        let size = self.hi - self.lo + 1;
        let mut l = self.lo;
        for step in 1..=30 * size.max(10) + 1 {
            l = small_subdiagonal(h, l, i, self.lo, self.hi);
            if l > self.lo {
                h[(l, l - 1)] = T::ZERO;
            }
            if l >= i {
                return Some(l);
            }
            let rows = if self.full { (0, h.cols - 1) } else { (l, i) };
            let shift = shift(h, l, i, step);
            let (m, v) = start(h, l, i, shift);
            self.sweep(h, (l, m, i), rows, v);
            self.turn_last(h, i, rows);
        }
        None
    }

    fn sweep(&mut self, h: &mut Mat<T>, (l, m, i): (usize, usize, usize), (i1, i2): (usize, usize), mut v: [T; 2]) {
        for k in m..i {
            if k > m {
                v = [h[(k, k - 1)], h[(k + 1, k - 1)]];
            }
            let (beta, t1) = reflector(v[0], &mut v[1..]);
            if k > m {
                h[(k, k - 1)] = beta;
                h[(k + 1, k - 1)] = T::ZERO;
            }
            let v2 = v[1];
            let t2 = (t1 * v2).real();
            for j in k..=i2 {
                let sum = t1.conj() * h[(k, j)] + h[(k + 1, j)].scale(t2);
                h[(k, j)] -= sum;
                h[(k + 1, j)] -= sum * v2;
            }
            let right = |a: &mut Mat<T>, rows: std::ops::Range<usize>| {
                for j in rows {
                    let sum = t1 * a[(j, k)] + a[(j, k + 1)].scale(t2);
                    a[(j, k)] -= sum;
                    a[(j, k + 1)] -= sum * v2.conj();
                }
            };
            right(h, i1..(k + 2).min(i) + 1);
            if let Some(z) = &mut self.z {
                right(z, self.lo..self.hi + 1);
            }
            if k == m && m > l {
                self.turn_after_start(h, (m, i), (i1, i2), T::ONE - t1);
            }
        }
    }

    /// Keeps the subdiagonal real where a step started below the first row of its block.
    fn turn_after_start(&mut self, h: &mut Mat<T>, (m, i): (usize, usize), (i1, i2): (usize, usize), turn: T) {
        let turn = divide_real(turn, turn.abs());
        h[(m + 1, m)] *= turn.conj();
        if m + 2 <= i {
            h[(m + 2, m + 1)] *= turn;
        }
        for j in (m..=i).filter(|&j| j != m + 1) {
            for column in j + 1..=i2 {
                h[(j, column)] = turn * h[(j, column)];
            }
            scal(turn.conj(), &mut h.col_mut(j)[i1..j]);
            if let Some(z) = &mut self.z {
                scal(turn.conj(), &mut z.col_mut(j)[self.lo..=self.hi]);
            }
        }
    }

    fn turn_last(&mut self, h: &mut Mat<T>, i: usize, (i1, i2): (usize, usize)) {
        let last = h[(i, i - 1)];
        if last.imag() == T::Real::ZERO {
            return;
        }
        let size = last.abs();
        h[(i, i - 1)] = T::from_real(size);
        let turn = divide_real(last, size);
        for j in i + 1..=i2 {
            h[(i, j)] = turn.conj() * h[(i, j)];
        }
        scal(turn, &mut h.col_mut(i)[i1..i]);
        if let Some(z) = &mut self.z {
            scal(turn, &mut z.col_mut(i)[self.lo..=self.hi]);
        }
    }
}

fn divide_real<T: Scalar>(x: T, divisor: T::Real) -> T {
    T::from_parts(x.real() / divisor, x.imag() / divisor)
}

fn small_subdiagonal<T: Scalar>(h: &Mat<T>, l: usize, i: usize, lo: usize, hi: usize) -> usize {
    let ulp = T::Real::precision();
    let least = T::Real::SFMIN * (T::Real::from_f64((hi - lo + 1) as f64) / ulp);
    for k in (l + 1..=i).rev() {
        if h[(k, k - 1)].abs1() <= least {
            return k;
        }
        let mut size = h[(k - 1, k - 1)].abs1() + h[(k, k)].abs1();
        if size == T::Real::ZERO {
            if k >= lo + 2 {
                size += h[(k - 1, k - 2)].real().abs();
            }
            if k < hi {
                size += h[(k + 1, k)].real().abs();
            }
        }
        if h[(k, k - 1)].real().abs() <= ulp * size {
            let (below, above) = (h[(k, k - 1)].abs1(), h[(k - 1, k)].abs1());
            let (ab, ba) = (below.larger(above), below.smaller(above));
            let (first, second) = (h[(k, k)].abs1(), (h[(k - 1, k - 1)] - h[(k, k)]).abs1());
            let (aa, bb) = (first.larger(second), first.smaller(second));
            let s = aa + ab;
            if ba * (ab / s) <= least.larger(ulp * (bb * (aa / s))) {
                return k;
            }
        }
    }
    l
}

/// Wilkinson's shift, or an exceptional one now and then.
fn shift<T: Scalar>(h: &Mat<T>, l: usize, i: usize, step: usize) -> T {
    let (zero, half) = (T::Real::ZERO, T::Real::from_f64(0.5));
    let exceptional = |below: T, corner: T| T::from_real(T::Real::from_f64(0.75) * below.real().abs()) + corner;
    if step.is_multiple_of(20) {
        return exceptional(h[(i, i - 1)], h[(i, i)]);
    }
    if step.is_multiple_of(10) {
        return exceptional(h[(l + 1, l)], h[(l, l)]);
    }
    let t = h[(i, i)];
    let u = sqrt(h[(i - 1, i)]) * sqrt(h[(i, i - 1)]);
    let size = u.abs1();
    if size == zero {
        return t;
    }
    let x = (h[(i - 1, i - 1)] - t).scale(half);
    let sx = x.abs1();
    let s = size.larger(sx);
    let (x_s, u_s) = (divide_real(x, s), divide_real(u, s));
    let mut y = sqrt(x_s * x_s + u_s * u_s).scale(s);
    if sx > zero {
        let direction = divide_real(x, sx);
        if direction.real() * y.real() + direction.imag() * y.imag() < zero {
            y = -y;
        }
    }
    t - u * ladiv(u, x + y)
}

fn start<T: Scalar>(h: &Mat<T>, l: usize, i: usize, shift: T) -> (usize, [T; 2]) {
    let mut m = i - 1;
    loop {
        let (h11, h22) = (h[(m, m)], h[(m + 1, m + 1)]);
        let h21 = h[(m + 1, m)].real();
        let h11s = h11 - shift;
        let s = h11s.abs1() + h21.abs();
        let (h11s, h21) = (divide_real(h11s, s), h21 / s);
        let v = [h11s, T::from_real(h21)];
        if m == l {
            return (m, v);
        }
        let h10 = h[(m, m - 1)].real();
        if h10.abs() * h21.abs() <= T::Real::precision() * (h11s.abs1() * (h11.abs1() + h22.abs1())) {
            return (m, v);
        }
        m -= 1;
    }
}

/// Scales the columns of `v` to unit length with a real greatest element (zgeevx).
pub fn normalize_columns<T: Scalar>(v: &mut Mat<T>) {
    for j in 0..v.cols {
        let column = v.col_mut(j);
        scal_real(T::Real::ONE / super::blas::nrm2(column.iter().copied()), column);
        let squares: Vec<T::Real> = column.iter().map(|x| x.real() * x.real() + x.imag() * x.imag()).collect();
        let k = super::blas::iamax(&squares);
        let turn = divide_real(column[k].conj(), squares[k].sqrt());
        scal(turn, column);
        column[k] = T::from_real(column[k].real());
    }
}
