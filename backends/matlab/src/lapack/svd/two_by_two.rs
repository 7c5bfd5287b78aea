//! Singular values and vectors of upper triangular 2x2 matrices. Knows nothing of larger ones.

use crate::lapack::Real;

/// The singular values of `[f g; 0 h]`, the lesser first (dlas2).
pub fn two_values<R: Real>(f: R, g: R, h: R) -> (R, R) {
    let (zero, one, two) = (R::ZERO, R::ONE, R::from_f64(2.0));
    let (f, g, h) = (f.abs(), g.abs(), h.abs());
    let (least, most) = (f.smaller(h), f.larger(h));
    if least == zero {
        if most == zero {
            return (zero, g);
        }
        let (big, small) = (most.larger(g), most.smaller(g));
        let ratio = small / big;
        return (zero, big * (one + ratio * ratio).sqrt());
    }
    let sum = one + least / most;
    let difference = (most - least) / most;
    if g < most {
        let ratio = g / most;
        let au = ratio * ratio;
        let c = two / ((sum * sum + au).sqrt() + (difference * difference + au).sqrt());
        return (least * c, most / c);
    }
    let au = most / g;
    if au == zero {
        return ((least * most) / g, g);
    }
    let (x, y) = (sum * au, difference * au);
    let c = one / ((one + x * x).sqrt() + (one + y * y).sqrt());
    let half = (least * c) * au;
    (half + half, g / (c + c))
}

/// The singular value decomposition of `[f g; 0 h]`: signed values and the rotations (cosine, sine).
pub(super) struct TwoByTwo<R> {
    pub least: R,
    pub most: R,
    pub right: (R, R),
    pub left: (R, R),
}

/// dlasv2.
pub(super) fn two_by_two<R: Real>(f: R, g: R, h: R) -> TwoByTwo<R> {
    let one = R::ONE;
    let swap = h.abs() > f.abs();
    let (ft, ht) = if swap { (h, f) } else { (f, h) };
    let core = triangle(ft, g, ht);
    let (left, right) =
        if swap { ((core.srt, core.crt), (core.slt, core.clt)) } else { ((core.clt, core.slt), (core.crt, core.srt)) };
    let sign = |x: R| one.with_sign(x);
    let sign_most = match (core.is_g_largest, swap) {
        (true, _) => sign(right.1) * sign(left.0) * sign(g),
        (false, true) => sign(right.1) * sign(left.1) * sign(h),
        (false, false) => sign(right.0) * sign(left.0) * sign(f),
    };
    let sign_least = sign_most * sign(f) * sign(h);
    TwoByTwo { least: core.least.with_sign(sign_least), most: core.most.with_sign(sign_most), right, left }
}

struct Core<R> {
    least: R,
    most: R,
    clt: R,
    slt: R,
    crt: R,
    srt: R,
    is_g_largest: bool,
}

/// The case `|f| >= |h|`.
fn triangle<R: Real>(ft: R, gt: R, ht: R) -> Core<R> {
    let (zero, one, two) = (R::ZERO, R::ONE, R::from_f64(2.0));
    let (fa, ga, ha) = (ft.abs(), gt.abs(), ht.abs());
    if ga == zero {
        return Core { least: ha, most: fa, clt: one, slt: zero, crt: one, srt: zero, is_g_largest: false };
    }
    let is_g_largest = ga > fa;
    if is_g_largest && fa / ga < R::EPS {
        let least = if ha > one { fa / (ga / ha) } else { (fa / ga) * ha };
        return Core { least, most: ga, clt: one, slt: ht / gt, srt: one, crt: ft / gt, is_g_largest };
    }
    let d = fa - ha;
    let l = if d == fa { one } else { d / fa };
    let m = gt / ft;
    let t = two - l;
    let (mm, tt) = (m * m, t * t);
    let s = (tt + mm).sqrt();
    let r = if l == zero { m.abs() } else { (l * l + mm).sqrt() };
    let a = R::from_f64(0.5) * (s + r);
    let t = if mm != zero {
        (m / (s + t) + m / (r + l)) * (one + a)
    } else if l == zero {
        two.with_sign(ft) * one.with_sign(gt)
    } else {
        gt / d.with_sign(ft) + m / t
    };
    let l = (t * t + R::from_f64(4.0)).sqrt();
    let (crt, srt) = (two / l, t / l);
    Core { least: ha / a, most: fa * a, clt: (crt + srt * m) / a, slt: (ht / ft) * srt / a, crt, srt, is_g_largest }
}
