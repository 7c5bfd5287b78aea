//! Balancing and reduction to Hessenberg form (dgebal, dgehd2, dorghr, dgebak).

use super::blas::{iamax, nrm2, scal_real};
use super::matrix::Mat;
use super::qr::{generate, reflect_left, reflect_right, reflector};
use super::scalar::{Real, Scalar};

/// What balancing did: the rows and columns `lo..=hi` remain to be reduced and are scaled, others are permuted to the outside.
pub struct Balance<R> {
    pub lo: usize,
    pub hi: usize,
    scale: Vec<R>,
    /// Outside of `lo..=hi`: the row and column that was swapped with this one.
    swapped: Vec<usize>,
}

impl<R: Real> Balance<R> {
    /// No balancing at all.
    pub fn none(n: usize) -> Balance<R> {
        Balance { lo: 0, hi: n.saturating_sub(1), scale: vec![R::ONE; n], swapped: (0..n).collect() }
    }

    /// The eigenvectors of the matrix before it was balanced, in the rows of `v`.
    pub fn undo<T: Scalar<Real = R>>(&self, v: &mut Mat<T>) {
        if self.lo != self.hi {
            for i in self.lo..=self.hi {
                for j in 0..v.cols {
                    v[(i, j)] = v[(i, j)].scale(self.scale[i]);
                }
            }
        }
        let columns = 0..v.cols;
        for i in (0..self.lo).rev().chain(self.hi + 1..v.rows) {
            v.swap_rows(i, self.swapped[i], columns.clone());
        }
    }
}

/// Permutes and scales a square matrix with at least one row in place.
pub fn balance<T: Scalar>(a: &mut Mat<T>) -> Balance<T::Real> {
    let mut balance = permute(a);
    while scale_once(a, &mut balance) {}
    balance
}

/// Scales a square matrix with at least one row in place.
pub fn scale<T: Scalar>(a: &mut Mat<T>) -> Balance<T::Real> {
    let mut balance = Balance::none(a.rows);
    while scale_once(a, &mut balance) {}
    balance
}

/// Permutes a square matrix with at least one row in place.
pub fn permute<T: Scalar>(a: &mut Mat<T>) -> Balance<T::Real> {
    let mut balance = Balance::none(a.rows);
    while let Some(row) = isolated_row(a, balance.hi) {
        let last = balance.hi;
        exchange(a, &mut balance, row, last);
        if balance.hi == 0 {
            return balance;
        }
        balance.hi -= 1;
    }
    while let Some(column) = isolated_column(a, balance.lo, balance.hi) {
        let first = balance.lo;
        exchange(a, &mut balance, column, first);
        balance.lo += 1;
    }
    balance
}

/// A row of the first `hi + 1` that is zero off the diagonal.
fn isolated_row<T: Scalar>(a: &Mat<T>, hi: usize) -> Option<usize> {
    (0..=hi).rev().find(|&j| (0..=hi).all(|i| i == j || a[(j, i)] == T::ZERO))
}

fn isolated_column<T: Scalar>(a: &Mat<T>, lo: usize, hi: usize) -> Option<usize> {
    (lo..=hi).find(|&j| (lo..=hi).all(|i| i == j || a[(i, j)] == T::ZERO))
}

fn exchange<T: Scalar>(a: &mut Mat<T>, balance: &mut Balance<T::Real>, j: usize, m: usize) {
    balance.swapped[m] = j;
    if j != m {
        for i in 0..=balance.hi {
            let (x, y) = (a[(i, j)], a[(i, m)]);
            (a[(i, j)], a[(i, m)]) = (y, x);
        }
        let columns = balance.lo..a.cols;
        a.swap_rows(j, m, columns);
    }
}

/// One pass over the rows and columns; was anything scaled?
fn scale_once<T: Scalar>(a: &mut Mat<T>, balance: &mut Balance<T::Real>) -> bool {
    let (lo, hi, n) = (balance.lo, balance.hi, a.cols);
    let mut changed = false;
    for i in lo..=hi {
        let column = nrm2(a.col(i)[lo..=hi].iter().copied());
        let row = nrm2((lo..=hi).map(|j| a[(i, j)]));
        let largest_column = a.col(i)[iamax(&a.col(i)[..=hi])].abs();
        let whole_row: Vec<T> = (lo..n).map(|j| a[(i, j)]).collect();
        let largest_row = whole_row[iamax(&whole_row)].abs();
        let sizes = [column, largest_column, row, largest_row];
        let Some(factor) = scaling(sizes, balance.scale[i]) else { continue };
        balance.scale[i] *= factor;
        changed = true;
        let inverse = T::Real::ONE / factor;
        for j in lo..n {
            a[(i, j)] = a[(i, j)].scale(inverse);
        }
        scal_real(factor, &mut a.col_mut(i)[..=hi]);
    }
    changed
}

/// The power of two that makes a column about as long as its row, if there is one worth the effort.
fn scaling<R: Real>([mut c, mut ca, mut r, mut ra]: [R; 4], before: R) -> Option<R> {
    let (one, two) = (R::ONE, R::from_f64(2.0));
    let least = R::SFMIN / R::precision();
    let most = one / least;
    let (least2, most2) = (least * two, one / (least * two));
    if c == R::ZERO || r == R::ZERO || !(c + ca + r + ra).is_finite_real() {
        return None;
    }
    let (mut f, sum, mut g) = (one, c + r, r / two);
    while c < g && f.larger(c).larger(ca) < most2 && r.smaller(g).smaller(ra) > least2 {
        (f, c, ca) = (f * two, c * two, ca * two);
        (r, g, ra) = (r / two, g / two, ra / two);
    }
    g = c / two;
    while g >= r && r.larger(ra) < most2 && f.smaller(c).smaller(g).smaller(ca) > least2 {
        (f, c, g, ca) = (f / two, c / two, g / two, ca / two);
        (r, ra) = (r * two, ra * two);
    }
    let gains = c + r < R::from_f64(0.95) * sum;
    let underflows = f < one && before < one && f * before <= least;
    let overflows = f > one && before > one && before >= most / f;
    (gains && !underflows && !overflows).then_some(f)
}

/// Reduces rows and columns `lo..=hi` in place; zeros are not yet stored below the subdiagonal. The results are the reflectors' `tau`.
pub fn reduce<T: Scalar>(a: &mut Mat<T>, lo: usize, hi: usize) -> Vec<T> {
    let n = a.cols;
    let mut taus = vec![T::ZERO; n];
    for i in lo..hi {
        let alpha = a[(i + 1, i)];
        let (beta, tau) = reflector(alpha, &mut a.col_mut(i)[i + 2..=hi]);
        a[(i + 1, i)] = beta;
        let tail = a.col(i)[i + 2..=hi].to_vec();
        reflect_right(&tail, tau, a, 0..hi + 1, i + 1);
        reflect_left(&tail, tau.conj(), a, i + 1, i + 1..n);
        taus[i] = tau;
    }
    taus
}

/// The unitary matrix of [`reduce`].
pub fn unitary<T: Scalar>(a: &Mat<T>, taus: &[T], lo: usize, hi: usize) -> Mat<T> {
    let size = hi - lo;
    let mut inner = Mat::from_fn(size, size, |i, j| {
        if i > j {
            a[(lo + 1 + i, lo + j)]
        } else if i == j {
            T::ONE
        } else {
            T::ZERO
        }
    });
    generate(&mut inner, &taus[lo..hi]);
    let mut q = Mat::identity(a.rows);
    q.set_part(lo + 1, lo + 1, &inner);
    q
}

/// Clears what is below the subdiagonal.
pub fn clear_below<T: Scalar>(h: &mut Mat<T>) {
    for j in 0..h.cols {
        let from = (j + 2).min(h.rows);
        h.col_mut(j)[from..].fill(T::ZERO);
    }
}
