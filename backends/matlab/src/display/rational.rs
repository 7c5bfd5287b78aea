//! `format rat`, `rats`: numbers as fractions. Knows no columns.

/// Characters of a number with `format rat`.
pub(crate) const WIDTH: usize = 9;

/// The same of a single number.
const SCALAR_WIDTH: usize = 11;

/// Greater numerators and denominators are not tried.
const MOST: f64 = i32::MAX as f64;

/// A single number with `format rat`: integers may be long.
pub(super) fn scalar_text(x: f64) -> String {
    let text = text(x, SCALAR_WIDTH - usize::from(x < 0.0));
    if text == "*" && x.round() != 0.0 { format!("{:.0}", x.round()) } else { text }
}

/// The continued fraction of a number as far as it fits in less than `width` characters, the sign not counted.
pub(crate) fn text(x: f64, width: usize) -> String {
    if x.is_nan() {
        return "0/0".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "1/0" } else { "-1/0" }.into();
    }
    let (mut n, mut d) = (x.round(), 1.0);
    if !fits(n, d, width) {
        return "*".into();
    }
    let (mut last_n, mut last_d) = (1.0, 0.0);
    let mut rest = x - n;
    while rest != 0.0 && (1.0 / rest).abs() <= MOST {
        let flip = 1.0 / rest;
        let step = flip.round();
        rest = flip - step;
        let (next_n, next_d) = (n * step + last_n, d * step + last_d);
        if next_n.abs() > MOST || next_d.abs() > MOST || !fits(next_n, next_d, width) {
            break;
        }
        (last_n, last_d) = (n, d);
        (n, d) = (next_n, next_d);
    }
    if n == 0.0 && x != 0.0 {
        return "*".into();
    }
    let sign = if d < 0.0 { -1.0 } else { 1.0 };
    let (n, d) = (n * sign, d * sign);
    if d == 1.0 { format!("{:.0}", n + 0.0) } else { format!("{n:.0}/{d:.0}") }
}

/// An integer counts as a fraction, too.
fn fits(n: f64, d: f64, width: usize) -> bool {
    let digits = |x: f64| format!("{:.0}", x.abs()).len();
    digits(n) + 1 + digits(d) < width
}
