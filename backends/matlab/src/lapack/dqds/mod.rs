//! Singular values of bidiagonal matrices without vectors: the differential quotient-difference method with shifts (dlasq1 to
//! dlasq6, Parlett and Marques).

mod shifts;

use crate::lapack::scalar::Real;
use crate::lapack::svd::two_values;

/// The singular values of the bidiagonal matrix with diagonal `d` and `e` beside it, descending. `None` if the iteration does not
/// converge.
pub fn singular_values<R: Real>(d: &[R], e: &[R]) -> Option<Vec<R>> {
    let n = d.len();
    if n == 1 {
        return Some(vec![d[0].abs()]);
    }
    if n == 2 {
        let (least, most) = two_values(d[0], e[0], d[1]);
        return Some(vec![most, least]);
    }
    let mut largest = R::ZERO;
    e.iter().for_each(|x| largest = largest.larger(x.abs()));
    if largest == R::ZERO {
        return Some(descending(d.iter().map(|x| x.abs()).collect()));
    }
    d.iter().for_each(|x| largest = largest.larger(x.abs()));
    let scale = (R::precision() / R::SFMIN).sqrt();
    let factor = scale / largest;
    let mut z = Vec::with_capacity(4 * n + 1);
    for (k, &d) in d.iter().enumerate() {
        let (q, e) = (d.abs() * factor, e.get(k).map_or(R::ZERO, |&e| e * factor));
        z.extend([q * q, e * e]);
    }
    let squares = eigenvalues(z, n)?;
    Some(squares.into_iter().map(|x| x.sqrt() * (largest / scale)).collect())
}

fn descending<R: Real>(mut values: Vec<R>) -> Vec<R> {
    values.sort_by(|a, b| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
    values
}

/// The arrays and what one step hands to the next. `z` holds `q, q', e, e'` of each row; indices are 1-based as in the literature.
struct Qd<R> {
    z: Vec<R>,
    i0: usize,
    n0: usize,
    pp: usize,
    dmin: R,
    dmin1: R,
    dmin2: R,
    dn: R,
    dn1: R,
    dn2: R,
    sigma: R,
    desig: R,
    qmax: R,
    tau: R,
    g: R,
    ttype: i32,
    tol: R,
    tol2: R,
}

/// The eigenvalues of the matrix whose `q` and `e` alternate in `z` (dlasq2).
fn eigenvalues<R: Real>(z: Vec<R>, n: usize) -> Option<Vec<R>> {
    let sum_e = z.chunks(2).fold(R::ZERO, |sum, pair| sum + pair[1]);
    if sum_e == R::ZERO {
        return Some(descending(z.chunks(2).map(|pair| pair[0]).collect()));
    }
    let mut qd = Qd::new(&z, n);
    qd.flip_if_graded();
    qd.check_and_transform();
    qd.check_and_transform();
    for _ in 0..=n {
        if qd.n0 < 1 {
            let values = (1..=n).map(|k| qd.z[4 * k - 3]).collect();
            return Some(descending(values));
        }
        qd.find_block(n)?;
        if !qd.solve_block() {
            return None;
        }
    }
    None
}

impl<R: Real> Qd<R> {
    fn new(pairs: &[R], n: usize) -> Qd<R> {
        let zero = R::ZERO;
        let mut z = vec![zero; 4 * n + 5];
        for (k, pair) in pairs.chunks(2).enumerate() {
            z[4 * k + 1] = pair[0];
            z[4 * k + 3] = pair[1];
        }
        let tol = R::precision() * R::from_f64(100.0);
        Qd {
            z,
            i0: 1,
            n0: n,
            pp: 0,
            dmin: zero,
            dmin1: zero,
            dmin2: zero,
            dn: zero,
            dn1: zero,
            dn2: zero,
            sigma: zero,
            desig: zero,
            qmax: zero,
            tau: zero,
            g: zero,
            ttype: 0,
            tol,
            tol2: tol * tol,
        }
    }

    fn flip_if_graded(&mut self) {
        let (i0, n0) = (self.i0, self.n0);
        if R::from_f64(1.5) * self.z[4 * i0 - 3] < self.z[4 * n0 - 3] {
            let total = 4 * (i0 + n0);
            for i in (4 * i0..=2 * (i0 + n0 - 1)).step_by(4) {
                self.z.swap(i - 3, total - i - 3);
                self.z.swap(i - 1, total - i - 5);
            }
        }
    }

    /// Reverses the order of the rows of the block.
    fn flip(&mut self) {
        let total = 4 * (self.i0 + self.n0);
        for i in (4 * self.i0..=2 * (self.i0 + self.n0 - 1)).step_by(4) {
            self.z.swap(i - 3, total - i - 3);
            self.z.swap(i - 2, total - i - 2);
            self.z.swap(i - 1, total - i - 5);
            self.z.swap(i, total - i - 4);
        }
    }

    /// Li's test for splitting and one transformation without a shift.
    fn check_and_transform(&mut self) {
        let (i0, n0, pp) = (self.i0, self.n0, self.pp);
        let z = &mut self.z;
        let mut d = z[4 * n0 + pp - 3];
        for i in (4 * i0 + pp..=4 * (n0 - 1) + pp).rev().step_by(4) {
            if z[i - 1] <= self.tol2 * d {
                z[i - 1] = -R::ZERO;
                d = z[i - 3];
            } else {
                d = z[i - 3] * (d / (d + z[i - 1]));
            }
        }
        let mut d = z[4 * i0 + pp - 3];
        for i in (4 * i0 + pp..=4 * (n0 - 1) + pp).step_by(4) {
            let (q, e) = (i - 2 * pp - 2, i - 2 * pp);
            z[q] = d + z[i - 1];
            if z[i - 1] <= self.tol2 * d {
                z[i - 1] = -R::ZERO;
                z[q] = d;
                z[e] = R::ZERO;
                d = z[i + 1];
            } else if R::SFMIN * z[i + 1] < z[q] && R::SFMIN * z[q] < z[i + 1] {
                let ratio = z[i + 1] / z[q];
                z[e] = z[i - 1] * ratio;
                d *= ratio;
            } else {
                z[e] = z[i + 1] * (z[i - 1] / z[q]);
                d = z[i + 1] * (d / z[q]);
            }
        }
        z[4 * n0 - pp - 2] = d;
        self.pp = 1 - pp;
    }

    /// Finds the last unreduced block, and turns it round if that puts the small values at its end. `None` if the shifts went wrong.
    fn find_block(&mut self, n: usize) -> Option<()> {
        let (zero, half, four) = (R::ZERO, R::from_f64(0.5), R::from_f64(4.0));
        let n0 = self.n0;
        self.desig = zero;
        self.sigma = if n0 == n { zero } else { -self.z[4 * n0 - 1] };
        if self.sigma < zero {
            return None;
        }
        let mut emax = zero;
        let mut qmin = self.z[4 * n0 - 3];
        self.qmax = qmin;
        let mut i = 4 * n0;
        while i >= 8 && self.z[i - 5] > zero {
            if qmin >= four * emax {
                qmin = qmin.smaller(self.z[i - 3]);
                emax = emax.larger(self.z[i - 5]);
            }
            self.qmax = self.qmax.larger(self.z[i - 7] + self.z[i - 5]);
            i -= 4;
        }
        self.i0 = i / 4;
        self.pp = 0;
        if n0 - self.i0 > 1 {
            let mut dee = self.z[4 * self.i0 - 3];
            let (mut least, mut at) = (dee, self.i0);
            for i in (4 * self.i0 + 1..=4 * n0 - 3).step_by(4) {
                dee = self.z[i] * (dee / (dee + self.z[i - 2]));
                if dee <= least {
                    (least, at) = (dee, i.div_ceil(4));
                }
            }
            if (at - self.i0) * 2 < n0 - at && least <= half * self.z[4 * n0 - 3] {
                self.pp = 2;
                self.flip();
            }
        }
        self.dmin = -(zero.larger(qmin - R::from_f64(2.0) * qmin.sqrt() * emax.sqrt()));
        Some(())
    }

    /// Steps until the block is done. `false` if that takes too long.
    fn solve_block(&mut self) -> bool {
        for _ in 0..100 * (self.n0 - self.i0 + 1) {
            if self.i0 > self.n0 {
                return true;
            }
            self.step();
            self.pp = 1 - self.pp;
            if self.pp == 0 && self.n0 >= self.i0 + 3 {
                self.split_block();
            }
        }
        self.i0 > self.n0
    }

    fn split_block(&mut self) {
        let (i0, n0) = (self.i0, self.n0);
        let z = &mut self.z;
        if z[4 * n0] > self.tol2 * self.qmax && z[4 * n0 - 1] > self.tol2 * self.sigma {
            return;
        }
        let mut split = i0 - 1;
        self.qmax = z[4 * i0 - 3];
        let (mut emin, mut old) = (z[4 * i0 - 1], z[4 * i0]);
        for i in (4 * i0..=4 * (n0 - 3)).step_by(4) {
            if z[i] <= self.tol2 * z[i - 3] || z[i - 1] <= self.tol2 * self.sigma {
                z[i - 1] = -self.sigma;
                split = i / 4;
                self.qmax = R::ZERO;
                (emin, old) = (z[i + 3], z[i + 4]);
            } else {
                self.qmax = self.qmax.larger(z[i + 1]);
                emin = emin.smaller(z[i - 1]);
                old = old.smaller(z[i]);
            }
        }
        z[4 * n0 - 1] = emin;
        z[4 * n0] = old;
        self.i0 = split + 1;
    }

    /// Takes off what has converged, chooses a shift and transforms (dlasq3).
    fn step(&mut self) {
        let zero = R::ZERO;
        let n0_in = self.n0;
        if !self.deflate() {
            return;
        }
        if self.pp == 2 {
            self.pp = 0;
        }
        if self.dmin <= zero || self.n0 < n0_in {
            self.flip_for_convergence();
        }
        if let Some(tau) = self.choose_shift(n0_in) {
            self.tau = tau;
        }
        loop {
            self.transform();
            if self.dmin >= zero && self.dmin1 >= zero {
                break;
            }
            let (n0, pp) = (self.n0, self.pp);
            if self.dmin < zero
                && self.dmin1 > zero
                && self.z[4 * (n0 - 1) - pp] < self.tol * (self.sigma + self.dn1)
                && self.dn.abs() < self.tol * self.sigma
            {
                self.z[4 * (n0 - 1) - pp + 2] = zero;
                self.dmin = zero;
                break;
            }
            if !self.smaller_shift() {
                self.safe_transform();
                self.tau = zero;
                break;
            }
        }
        self.add_shift();
    }

    /// After a shift that was too big. `false`: no shift at all, with checks.
    fn smaller_shift(&mut self) -> bool {
        let zero = R::ZERO;
        if self.dmin < zero {
            if self.ttype < -22 {
                self.tau = zero;
            } else if self.dmin1 > zero {
                self.tau = (self.tau + self.dmin) * (R::ONE - R::from_f64(2.0) * R::precision());
                self.ttype -= 11;
            } else {
                self.tau = R::from_f64(0.25) * self.tau;
                self.ttype -= 12;
            }
            return true;
        }
        if self.dmin.is_nan_real() && self.tau != zero {
            self.tau = zero;
            return true;
        }
        false
    }

    fn add_shift(&mut self) {
        let t;
        if self.tau < self.sigma {
            self.desig += self.tau;
            t = self.sigma + self.desig;
            self.desig -= t - self.sigma;
        } else {
            t = self.sigma + self.tau;
            self.desig = self.sigma - (t - self.tau) + self.desig;
        }
        self.sigma = t;
    }

    /// Takes one or two converged values off the end, again and again. `false` if nothing is left.
    fn deflate(&mut self) -> bool {
        loop {
            let (i0, n0, pp) = (self.i0, self.n0, self.pp);
            if n0 < i0 {
                return false;
            }
            let nn = 4 * n0 + pp;
            let z = &self.z;
            let one = n0 == i0
                || n0 != i0 + 1
                    && !(z[nn - 5] > self.tol2 * (self.sigma + z[nn - 3])
                        && z[nn - 2 * pp - 4] > self.tol2 * z[nn - 7]);
            if one {
                self.z[4 * n0 - 3] = self.z[4 * n0 + pp - 3] + self.sigma;
                self.n0 -= 1;
                continue;
            }
            let none =
                n0 != i0 + 1 && z[nn - 9] > self.tol2 * self.sigma && z[nn - 2 * pp - 8] > self.tol2 * z[nn - 11];
            if none {
                return true;
            }
            self.take_two(nn);
        }
    }

    fn take_two(&mut self, nn: usize) {
        let (one, half) = (R::ONE, R::from_f64(0.5));
        let n0 = self.n0;
        let z = &mut self.z;
        if z[nn - 3] > z[nn - 7] {
            z.swap(nn - 3, nn - 7);
        }
        let mut t = half * ((z[nn - 7] - z[nn - 3]) + z[nn - 5]);
        if z[nn - 5] > z[nn - 3] * self.tol2 && t != R::ZERO {
            let mut s = z[nn - 3] * (z[nn - 5] / t);
            s = if s <= t {
                z[nn - 3] * (z[nn - 5] / (t * (one + (one + s / t).sqrt())))
            } else {
                z[nn - 3] * (z[nn - 5] / (t + t.sqrt() * (t + s).sqrt()))
            };
            t = z[nn - 7] + (s + z[nn - 5]);
            z[nn - 3] = z[nn - 3] * (z[nn - 7] / t);
            z[nn - 7] = t;
        }
        z[4 * n0 - 7] = z[nn - 7] + self.sigma;
        z[4 * n0 - 3] = z[nn - 3] + self.sigma;
        self.n0 -= 2;
    }

    fn flip_for_convergence(&mut self) {
        let (i0, n0, pp) = (self.i0, self.n0, self.pp);
        if R::from_f64(1.5) * self.z[4 * i0 + pp - 3] >= self.z[4 * n0 + pp - 3] {
            return;
        }
        self.flip();
        let z = &mut self.z;
        if n0 - i0 <= 4 {
            z[4 * n0 + pp - 1] = z[4 * i0 + pp - 1];
            z[4 * n0 - pp] = z[4 * i0 - pp];
        }
        self.dmin2 = self.dmin2.smaller(z[4 * n0 + pp - 1]);
        z[4 * n0 + pp - 1] = z[4 * n0 + pp - 1].smaller(z[4 * i0 + pp - 1]).smaller(z[4 * i0 + pp + 3]);
        z[4 * n0 - pp] = z[4 * n0 - pp].smaller(z[4 * i0 - pp]).smaller(z[4 * i0 - pp + 4]);
        self.qmax = self.qmax.larger(z[4 * i0 + pp - 3]).larger(z[4 * i0 + pp + 1]);
        self.dmin = -R::ZERO;
    }

    /// One transformation with the shift (dlasq5). The one of single precision stops where a value turns negative (slasq5 as slasq2
    /// calls it).
    fn transform(&mut self) {
        let is_single = R::EPS.to_f64() > 1e-10;
        let (i0, n0, pp) = (self.i0, self.n0, self.pp);
        if n0 <= i0 + 1 {
            return;
        }
        let threshold = R::precision() * (self.sigma + self.tau);
        if self.tau < threshold * R::from_f64(0.5) {
            self.tau = R::ZERO;
        }
        let tau = self.tau;
        let z = &mut self.z;
        let first = 4 * i0 + pp - 3;
        let mut emin = z[first + 4];
        let mut d = z[first] - tau;
        self.dmin = d;
        self.dmin1 = -z[first];
        for j in (4 * i0..=4 * (n0 - 3)).step_by(4) {
            let (q, e) = (j - 2 - pp, j - pp);
            let (old_e, old_q) = (j - 1 + pp, j + 1 + pp);
            z[q] = d + z[old_e];
            if is_single {
                if d < R::ZERO {
                    return;
                }
                z[e] = z[old_q] * (z[old_e] / z[q]);
                d = z[old_q] * (d / z[q]) - tau;
            } else {
                let ratio = z[old_q] / z[q];
                d = d * ratio - tau;
                z[e] = z[old_e] * ratio;
            }
            if tau == R::ZERO && d < threshold {
                d = R::ZERO;
            }
            self.dmin = self.dmin.smaller(d);
            emin = z[e].smaller(emin);
        }
        self.dn2 = d;
        self.dmin2 = self.dmin;
        let last = |z: &mut Vec<R>, j: usize, d: R| {
            let old = j + 2 * pp - 1;
            z[j - 2] = d + z[old];
            if is_single && d < R::ZERO {
                return None;
            }
            z[j] = z[old + 2] * (z[old] / z[j - 2]);
            Some(z[old + 2] * (d / z[j - 2]) - tau)
        };
        let j = 4 * (n0 - 2) - pp;
        let Some(dn1) = last(z, j, self.dn2) else { return };
        self.dn1 = dn1;
        self.dmin = self.dmin.smaller(self.dn1);
        self.dmin1 = self.dmin;
        let Some(dn) = last(z, j + 4, self.dn1) else { return };
        self.dn = dn;
        self.dmin = self.dmin.smaller(self.dn);
        z[j + 6] = self.dn;
        z[4 * n0 - pp] = emin;
    }

    /// One transformation without a shift that cannot overflow (dlasq6).
    fn safe_transform(&mut self) {
        let (i0, n0, pp) = (self.i0, self.n0, self.pp);
        if n0 <= i0 + 1 {
            return;
        }
        let z = &mut self.z;
        let first = 4 * i0 + pp - 3;
        let (mut emin, mut dmin) = (z[first + 4], z[first]);
        let step =
            |z: &mut Vec<R>, (q, e, old_e, old_q): (usize, usize, usize, usize), d: R, dmin: &mut R, emin: &mut R| {
                z[q] = d + z[old_e];
                let next = if z[q] == R::ZERO {
                    z[e] = R::ZERO;
                    *dmin = z[old_q];
                    *emin = R::ZERO;
                    z[old_q]
                } else if R::SFMIN * z[old_q] < z[q] && R::SFMIN * z[q] < z[old_q] {
                    let ratio = z[old_q] / z[q];
                    z[e] = z[old_e] * ratio;
                    d * ratio
                } else {
                    z[e] = z[old_q] * (z[old_e] / z[q]);
                    z[old_q] * (d / z[q])
                };
                *dmin = dmin.smaller(next);
                next
            };
        let mut d = z[first];
        for j in (4 * i0..=4 * (n0 - 3)).step_by(4) {
            d = step(z, (j - 2 - pp, j - pp, j - 1 + pp, j + 1 + pp), d, &mut dmin, &mut emin);
            emin = emin.smaller(z[j - pp]);
        }
        self.dn2 = d;
        self.dmin2 = dmin;
        let j = 4 * (n0 - 2) - pp;
        let old = j + 2 * pp - 1;
        self.dn1 = step(z, (j - 2, j, old, old + 2), self.dn2, &mut dmin, &mut emin);
        self.dmin1 = dmin;
        self.dn = step(z, (j + 2, j + 4, old + 4, old + 6), self.dn1, &mut dmin, &mut emin);
        self.dmin = dmin;
        z[j + 6] = self.dn;
        z[4 * n0 - pp] = emin;
    }
}
