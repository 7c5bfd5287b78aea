//! The error function and its kin. `erf` and `erfc` are the C library's; the inverses and `erfcx` may differ in the last digit.

use crate::builtins::elementary::libm;
use crate::builtins::elementary::mapper::{Mapper, real};
use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

pub const ERF: Mapper = real("erf", libm::erf, libm::erff);
pub const ERFC: Mapper = real("erfc", libm::erfc, libm::erfcf);
pub const ERFINV: Mapper = real("erfinv", erfinv, |x| erfinv(x.into()) as f32);
pub const ERFCINV: Mapper = real("erfcinv", erfcinv, |x| erfcinv(x.into()) as f32);
pub const ERFCX: Mapper = real("erfcx", erfcx, |x| erfcx(x.into()) as f32);
pub const ERFI: Mapper = real("erfi", erfi, |x| erfi(x.into()) as f32);
pub const DAWSON: Mapper = real("dawson", dawson, |x| dawson(x.into()) as f32);

fn erfinv(y: f64) -> f64 {
    if !(y.abs() <= 1.0) {
        return f64::NAN;
    }
    if y.abs() == 1.0 {
        return f64::INFINITY.copysign(y);
    }
    if y == 0.0 {
        return y;
    }
    if y.abs() > 0.5 {
        return erfcinv(1.0 - y.abs()).copysign(y);
    }
    // The first terms of the series, then Halley's method.
    let z = y / FRAC_2_SQRT_PI;
    let mut x = z * (1.0 + z * z * (1.0 / 3.0 + z * z * (7.0 / 30.0 + z * z * 127.0 / 630.0)));
    for _ in 0..4 {
        x = halley(x, libm::erf(x) - y);
    }
    x
}

fn erfcinv(y: f64) -> f64 {
    if !(0.0..=2.0).contains(&y) {
        return f64::NAN;
    }
    if y == 0.0 || y == 2.0 {
        return if y == 0.0 { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    if y > 1.0 {
        return -erfcinv(2.0 - y);
    }
    if y > 0.5 {
        return erfinv(1.0 - y);
    }
    // From the normal distribution's tail (Abramowitz and Stegun 26.2.23), then Halley's method.
    let t = (-2.0 * (y / 2.0).ln()).sqrt();
    let above = 2.515517 + t * (0.802853 + t * 0.010328);
    let below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    let mut x = (t - above / below) / SQRT_2;
    for _ in 0..4 {
        x = halley(x, y - libm::erfc(x));
    }
    x
}

/// A step of Halley's method for erf(x) = y from the difference `error`.
fn halley(x: f64, error: f64) -> f64 {
    let step = error / (FRAC_2_SQRT_PI * (-x * x).exp());
    x - step / (1.0 + x * step)
}

/// e^(x^2) erfc(x).
pub fn erfcx(x: f64) -> f64 {
    if x < 2.0 {
        return exp_of_square(x) * libm::erfc(x);
    }
    if x > 5e7 {
        return FRAC_2_SQRT_PI / 2.0 / x;
    }
    // Laplace's continued fraction, from the end.
    let terms = (20.0 + 500.0 / (x * x)) as u32;
    let tail = (1..=terms).rev().fold(x, |tail, k| x + f64::from(k) / 2.0 / tail);
    1.0 / (PI.sqrt() * tail)
}

/// The square is taken in two parts, so that its rounding does not grow.
fn exp_of_square(x: f64) -> f64 {
    let head = (x * 16.0).trunc() / 16.0;
    let rest = (x - head) * (x + head);
    (head * head).exp() * rest.exp()
}

fn erfi(x: f64) -> f64 {
    if x * x < 25.0 { FRAC_2_SQRT_PI * growing_integral(x) } else { FRAC_2_SQRT_PI * exp_of_square(x) * dawson(x) }
}

/// The integral of e^(t^2) from 0 to x, by its series.
fn growing_integral(x: f64) -> f64 {
    let (mut term, mut sum, mut k) = (x, x, 0.0);
    while f64::abs(term) > f64::abs(sum) * 1e-17 && k < 500.0 {
        k += 1.0;
        term *= x * x / k;
        sum += term / (2.0 * k + 1.0);
    }
    sum
}

/// e^(-x^2) times the integral of e^(t^2) from 0 to x: a series, or a continued fraction.
fn dawson(x: f64) -> f64 {
    if x * x < 25.0 {
        return growing_integral(x) / exp_of_square(x);
    }
    let tail = (1..=60).rev().fold(x, |tail, k| x - f64::from(k) / 2.0 / tail);
    0.5 / tail
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 4e-15 * b.abs()
    }

    #[test]
    fn inverses_and_scaled_functions() {
        let expected = [(0.1, 0.088_855_990_494_257_69), (0.9, 1.163087153676674), (0.99999, 3.123413274340928)];
        // Near 1 the argument itself says no more.
        assert!(expected.iter().all(|&(y, x)| (erfinv(y) - x).abs() <= 1e-11));
        assert!((erfcinv(1e-20) - 6.601_580_623_733_034).abs() <= 1e-8);
        let expected = [(-1.0, 5.008_980_080_762_283), (0.5, 0.615_690_344_192_925_8), (10.0, 0.056_140_992_743_822_59)];
        assert!(expected.iter().all(|&(x, y)| close(erfcx(x), y)));
        assert!(close(dawson(1.0), 0.5380795069127684) && close(erfi(1.0), 1.6504257587975428));
        assert!(erfinv(2.0).is_nan() && erfinv(1.0).is_infinite() && erfcinv(0.0).is_infinite());
    }
}
