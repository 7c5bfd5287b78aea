//! Random and difficult arguments, without end. The same seed gives the same points.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, LN_2, PI, SQRT_2};

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Where the functions change their formula, over- or underflow, or meet a zero or a pole.
#[rustfmt::skip]
const CORNERS: &[f64] = &[
    1.0, 0.5, 2.0, 0.236, 0.835, FRAC_1_SQRT_2, SQRT_2, 0.346_573_590_279_972_65, 24.0, 22.0, 7.0,
    5.9215871957945065, 40.0, 50.0, 5.0, 26.543, 27.226017111108366, 28.0, 36.7368, 37.42, 709.782712893384, 710.4758600739439,
    -745.1332191019411, -708.3964185322641, 1024.0, -1074.0, -1075.0, -1022.0, 1_048_576.0, 268_435_456.0, 4_503_599_627_370_496.0,
    9_007_199_254_740_992.0, 18_446_744_073_709_551_616.0, 5.551115123125783e-17, 9.313225746154785e-10, 3.725290298461914e-9,
    2.2250738585072014e-308, 1.7976931348623157e308, 10.0, 1000.0, 0.1, 3.0, 27.0, PI, FRAC_PI_4,
];

/// Among all f64, a multiple of pi / 2 is next to this one: 6381956970095103 * 2^797.
const NEAREST_TO_PI: f64 = 5.319372648326541e255;

fn near(rng: &mut SmallRng, x: f64) -> f64 {
    let spread = 1i64 << rng.random_range(1..12);
    quiet(x.to_bits().wrapping_add_signed(rng.random_range(-spread..=spread)))
}

fn any(rng: &mut SmallRng) -> f64 {
    quiet(rng.random())
}

/// The number with these bits; no signalling NaN, for which the reference has rules of its own.
fn quiet(bits: u64) -> f64 {
    let x = f64::from_bits(bits);
    if x.is_nan() { f64::NAN } else { x }
}

fn with_sign(rng: &mut SmallRng, x: f64) -> f64 {
    if rng.random() { -x } else { x }
}

/// 2 to a random power.
fn magnitude(rng: &mut SmallRng, powers: std::ops::Range<f64>) -> f64 {
    rng.random_range(powers).exp2()
}

fn point(rng: &mut SmallRng) -> f64 {
    let x = match rng.random_range(0..12) {
        0 => any(rng),
        1 => magnitude(rng, -60.0..60.0),
        2 | 3 => rng.random_range(0.0..1.0),
        4 => rng.random_range(0.0..8.0),
        5 => rng.random_range(0.0..40.0),
        6 => rng.random_range(0.0..760.0),
        7 => {
            let multiple = magnitude(rng, 0.0..40.0).floor() * FRAC_PI_2;
            near(rng, multiple)
        }
        8 => 1.0 + with_sign(rng, 1.0) * magnitude(rng, -53.0..0.0),
        9 => {
            let corner = CORNERS[rng.random_range(0..CORNERS.len())];
            near(rng, corner)
        }
        10 => {
            let half_exponent = f64::from(rng.random_range(1..2200)) * (LN_2 / 2.0);
            near(rng, half_exponent)
        }
        _ if rng.random_ratio(1, 100) => NEAREST_TO_PI,
        _ => magnitude(rng, -1075.0..1024.0),
    };
    with_sign(rng, x)
}

pub fn unary64(seed: u64) -> impl Iterator<Item = f64> {
    let mut rng = SmallRng::seed_from_u64(seed);
    std::iter::repeat_with(move || point(&mut rng))
}

pub fn binary64(name: &str, seed: u64) -> Box<dyn Iterator<Item = (f64, f64)>> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let pair = if name.starts_with("pow") { power } else { coordinates };
    Box::new(std::iter::repeat_with(move || pair(&mut rng)))
}

pub fn binary32(name: &str, seed: u64) -> impl Iterator<Item = (f32, f32)> {
    let any = |rng: &mut SmallRng| {
        let x = f32::from_bits(rng.random());
        if x.is_nan() { f32::NAN } else { x }
    };
    let mut rng = SmallRng::seed_from_u64(!seed);
    binary64(name, seed).map(move |(x, y)| {
        let all = rng.random_ratio(1, 4);
        if all { (any(&mut rng), any(&mut rng)) } else { (x as f32, y as f32) }
    })
}

/// A base and an exponent whose power is mostly finite.
fn power(rng: &mut SmallRng) -> (f64, f64) {
    let x: f64 = match rng.random_range(0..6) {
        0 => any(rng),
        1 => magnitude(rng, -1074.0..1024.0),
        2 => 1.0 + with_sign(rng, 1.0) * magnitude(rng, -53.0..0.0),
        3 => rng.random_range(0.5..2.0),
        4 => f64::from(rng.random_range(1..1000)),
        _ => rng.random_range(0.0..100.0),
    };
    let bits = x.abs().log2();
    let y = match rng.random_range(0..6) {
        0 => any(rng),
        1 => f64::from(rng.random_range(-40..40)) / 2.0,
        2 => rng.random_range(-1080.0..1030.0) / bits,
        3 => (rng.random_range(-1080.0..1030.0) / bits).round(),
        4 => near(rng, 1024.0) / bits,
        _ => with_sign(rng, 1.0) * magnitude(rng, -70.0..20.0),
    };
    (with_sign(rng, x), y)
}

/// Two numbers, often of similar size.
fn coordinates(rng: &mut SmallRng) -> (f64, f64) {
    let x = point(rng);
    let y = match rng.random_range(0..5) {
        0 => point(rng),
        1 => near(rng, x),
        2 => x * magnitude(rng, -60.0..60.0),
        3 => x * f64::from(rng.random_range(1..64)) / 2.0,
        _ => x * rng.random_range(-4.0..4.0),
    };
    if rng.random() { (x, y) } else { (y, x) }
}
