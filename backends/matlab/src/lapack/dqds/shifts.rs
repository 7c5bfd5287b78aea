//! Shifts of the quotient-difference method: approximations from below of the smallest eigenvalue (dlasq4). Transforms nothing.

use super::Qd;
use crate::lapack::Real;

impl<R: Real> Qd<R> {
    /// An approximation from below of the smallest eigenvalue (dlasq4). `None` keeps the last shift.
    pub(super) fn choose_shift(&mut self, n0_in: usize) -> Option<R> {
        if self.dmin <= R::ZERO {
            self.ttype = -1;
            return Some(-self.dmin);
        }
        match n0_in - self.n0 {
            0 => self.shift_without_deflation(),
            1 => self.shift_after_one(),
            2 => self.shift_after_two(),
            _ => {
                self.ttype = -12;
                Some(R::ZERO)
            }
        }
    }

    fn shift_without_deflation(&mut self) -> Option<R> {
        let (third, quarter) = (R::from_f64(0.333), R::from_f64(0.25));
        if self.dmin == self.dn || self.dmin == self.dn1 {
            if self.dmin == self.dn && self.dmin1 == self.dn1 {
                return Some(self.shift_from_gaps());
            }
            return self.shift_from_twisted();
        }
        if self.dmin == self.dn2 {
            return self.shift_from_third();
        }
        self.g = match self.ttype {
            -6 => self.g + third * (R::ONE - self.g),
            -18 => quarter * third,
            _ => quarter,
        };
        self.ttype = -6;
        Some(self.g * self.dmin)
    }

    fn shift_from_gaps(&mut self) -> R {
        let (zero, third, quarter, half) = (R::ZERO, R::from_f64(0.333), R::from_f64(0.25), R::from_f64(0.5));
        let z = &self.z;
        let nn = 4 * self.n0 + self.pp;
        let b1 = z[nn - 3].sqrt() * z[nn - 5].sqrt();
        let b2 = z[nn - 7].sqrt() * z[nn - 9].sqrt();
        let a2 = z[nn - 7] + z[nn - 5];
        let gap2 = self.dmin2 - a2 - self.dmin2 * quarter;
        let gap1 = if gap2 > zero && gap2 > b2 { a2 - self.dn - (b2 / gap2) * b2 } else { a2 - self.dn - (b1 + b2) };
        if gap1 > zero && gap1 > b1 {
            self.ttype = -2;
            return (self.dn - (b1 / gap1) * b1).larger(half * self.dmin);
        }
        self.ttype = -3;
        let mut s = if self.dn > b1 { self.dn - b1 } else { zero };
        if a2 > b1 + b2 {
            s = s.smaller(a2 - (b1 + b2));
        }
        s.larger(third * self.dmin)
    }

    fn shift_from_twisted(&mut self) -> Option<R> {
        self.ttype = -4;
        let z = &self.z;
        let nn = 4 * self.n0 + self.pp;
        let (gam, a2, b2, np);
        if self.dmin == self.dn {
            if z[nn - 5] > z[nn - 7] {
                return None;
            }
            (gam, a2, b2, np) = (self.dn, R::ZERO, z[nn - 5] / z[nn - 7], nn - 9);
        } else {
            let at = nn - 2 * self.pp;
            if z[at - 4] > z[at - 2] || z[nn - 9] > z[nn - 11] {
                return None;
            }
            (gam, a2, b2, np) = (self.dn1, z[at - 4] / z[at - 2], z[nn - 9] / z[nn - 11], nn.saturating_sub(13));
        }
        let a2 = self.sum_of_ratios(np, a2 + b2, b2)?;
        Some(self.shift_by_sum(R::from_f64(1.05) * a2, gam, R::from_f64(0.25) * self.dmin))
    }

    /// Adds products of ratios from index `from` towards the first row. `None` if one is greater than one.
    fn sum_of_ratios(&self, from: usize, mut sum: R, mut b2: R) -> Option<R> {
        let z = &self.z;
        let mut i = from;
        while i >= 4 * self.i0 - 1 + self.pp {
            if b2 == R::ZERO {
                break;
            }
            let b1 = b2;
            if z[i] > z[i - 2] {
                return None;
            }
            b2 *= z[i] / z[i - 2];
            sum += b2;
            if R::from_f64(100.0) * b2.larger(b1) < sum || R::from_f64(0.563) < sum || i < 4 {
                break;
            }
            i -= 4;
        }
        Some(sum)
    }

    fn shift_by_sum(&self, a2: R, gam: R, otherwise: R) -> R {
        if a2 < R::from_f64(0.563) { gam * (R::ONE - a2.sqrt()) / (R::ONE + a2) } else { otherwise }
    }

    fn shift_from_third(&mut self) -> Option<R> {
        self.ttype = -5;
        let z = &self.z;
        let nn = 4 * self.n0 + self.pp;
        let np = nn - 2 * self.pp;
        let (b1, b2) = (z[np - 2], z[np - 6]);
        if z[np - 8] > b2 || z[np - 4] > b1 {
            return None;
        }
        let mut a2 = (z[np - 8] / b2) * (R::ONE + z[np - 4] / b1);
        if self.n0 - self.i0 > 2 {
            let b2 = z[nn - 13] / z[nn - 15];
            a2 += b2;
            let sum = if nn >= 17 { self.sum_of_ratios(nn - 17, a2, b2)? } else { a2 };
            a2 = R::from_f64(1.05) * sum;
        }
        Some(self.shift_by_sum(a2, self.dn2, R::from_f64(0.25) * self.dmin))
    }

    /// The sum of products of ratios after a deflation. `both`: the last product but one counts as well.
    fn sum_after_deflation(&self, both: bool) -> Option<R> {
        let z = &self.z;
        let nn = 4 * self.n0 + self.pp;
        if z[nn - 5] > z[nn - 7] {
            return None;
        }
        let mut b1 = z[nn - 5] / z[nn - 7];
        let mut b2 = b1;
        let mut i = 4 * self.n0 + self.pp;
        while b2 != R::ZERO && i >= 4 * self.i0 + 8 + self.pp {
            let at = i - 9;
            let before = b1;
            if z[at] > z[at - 2] {
                return None;
            }
            b1 *= z[at] / z[at - 2];
            b2 += b1;
            let size = if both { b1.larger(before) } else { b1 };
            if R::from_f64(100.0) * size < b2 {
                break;
            }
            i -= 4;
        }
        Some((R::from_f64(1.05) * b2).sqrt())
    }

    fn shift_after_one(&mut self) -> Option<R> {
        let (one, half) = (R::ONE, R::from_f64(0.5));
        if self.dmin1 != self.dn1 || self.dmin2 != self.dn2 {
            self.ttype = -9;
            let factor = if self.dmin1 == self.dn1 { half } else { R::from_f64(0.25) };
            return Some(factor * self.dmin1);
        }
        self.ttype = -7;
        let s = R::from_f64(0.333) * self.dmin1;
        let b2 = self.sum_after_deflation(true)?;
        let a2 = self.dmin1 / (one + b2 * b2);
        let gap2 = half * self.dmin2 - a2;
        let c = R::from_f64(1.01);
        if gap2 > R::ZERO && gap2 > b2 * a2 {
            return Some(s.larger(a2 * (one - c * a2 * (b2 / gap2) * b2)));
        }
        self.ttype = -8;
        Some(s.larger(a2 * (one - c * b2)))
    }

    fn shift_after_two(&mut self) -> Option<R> {
        let one = R::ONE;
        let nn = 4 * self.n0 + self.pp;
        if self.dmin2 != self.dn2 || R::from_f64(2.0) * self.z[nn - 5] >= self.z[nn - 7] {
            self.ttype = -11;
            return Some(R::from_f64(0.25) * self.dmin2);
        }
        self.ttype = -10;
        let s = R::from_f64(0.333) * self.dmin2;
        let b2 = self.sum_after_deflation(false)?;
        let z = &self.z;
        let a2 = self.dmin2 / (one + b2 * b2);
        let gap2 = z[nn - 7] + z[nn - 9] - z[nn - 11].sqrt() * z[nn - 9].sqrt() - a2;
        let c = R::from_f64(1.01);
        if gap2 > R::ZERO && gap2 > b2 * a2 {
            return Some(s.larger(a2 * (one - c * a2 * (b2 / gap2) * b2)));
        }
        Some(s.larger(a2 * (one - c * b2)))
    }
}
