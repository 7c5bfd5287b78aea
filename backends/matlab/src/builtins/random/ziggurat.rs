//! Normal and exponential numbers by the ziggurat method (Marsaglia and Tsang, Journal of Statistical Software 5, 2000) with 256
//! strips: a 64-bit variant for doubles and a 32-bit one for singles. Each keeps to one order of draws from the generator.

use super::twister::Twister;
use std::sync::OnceLock;

const STRIPS: usize = 256;
/// Where the tail of the normal distribution begins, and the area of a strip.
const NORMAL: (f64, f64) = (3.654_152_885_361_009, 0.004_928_673_233_99);
const EXPONENTIAL: (f64, f64) = (7.697_117_470_131_05, 0.003_949_659_822_581_557);

/// Per strip: what is surely inside, the width, the density at its edge.
struct Tables {
    inside: [u64; STRIPS],
    width: [f64; STRIPS],
    density: [f64; STRIPS],
}

/// The density and its inverse.
struct Curve {
    density: fn(f64) -> f64,
    inverse: fn(f64) -> f64,
}

const NORMAL_CURVE: Curve = Curve { density: |x| (-0.5 * x * x).exp(), inverse: |y| (-2.0 * y.ln()).sqrt() };
const EXPONENTIAL_CURVE: Curve = Curve { density: |x| (-x).exp(), inverse: |y| -y.ln() };

/// Tables for mantissas up to `scale`, every edge rounded by `round`.
fn tables((tail, area): (f64, f64), scale: f64, curve: &Curve, round: fn(f64) -> f64) -> Tables {
    let mut t = Tables { inside: [0; STRIPS], width: [0.0; STRIPS], density: [0.0; STRIPS] };
    let mut x1 = round(tail);
    let last = STRIPS - 1;
    t.width[last] = round(x1 / scale);
    t.density[last] = round((curve.density)(x1));
    t.inside[0] = (x1 * t.density[last] / area * scale) as u64;
    t.width[0] = round(area / t.density[last] / scale);
    t.density[0] = 1.0;
    for i in (1..last).rev() {
        let x = round((curve.inverse)(area / x1 + t.density[i + 1]));
        t.inside[i + 1] = (x / x1 * scale) as u64;
        t.width[i] = round(x / scale);
        t.density[i] = round((curve.density)(x));
        x1 = x;
    }
    t.inside[1] = 0;
    t
}

fn keep(x: f64) -> f64 {
    x
}

fn to_single(x: f64) -> f64 {
    f64::from(x as f32)
}

pub fn normal(twister: &mut Twister) -> f64 {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let t = TABLES.get_or_init(|| tables(NORMAL, 2f64.powi(53), &NORMAL_CURVE, keep));
    loop {
        let bits = twister.long_word(54);
        let (magnitude, strip) = (bits >> 1, (bits >> 1 & 0xff) as usize);
        let signed = if bits & 1 == 0 { magnitude as f64 } else { -(magnitude as f64) };
        let x = signed * t.width[strip];
        if magnitude < t.inside[strip] {
            return x;
        }
        if strip == 0 {
            let tail = normal_tail(|| twister.uniform());
            return if magnitude & 0x100 == 0 { tail } else { -tail };
        }
        let height = (t.density[strip - 1] - t.density[strip]) * twister.uniform() + t.density[strip];
        if height < (-0.5 * x * x).exp() {
            return x;
        }
    }
}

/// Beyond the last strip.
fn normal_tail(mut uniform: impl FnMut() -> f64) -> f64 {
    loop {
        let x = -(1.0 / NORMAL.0) * uniform().ln();
        let y = -uniform().ln();
        if y + y > x * x {
            return NORMAL.0 + x;
        }
    }
}

pub fn exponential(twister: &mut Twister) -> f64 {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let t = TABLES.get_or_init(|| tables(EXPONENTIAL, 2f64.powi(53), &EXPONENTIAL_CURVE, keep));
    loop {
        let bits = twister.long_word(53);
        let strip = (bits & 0xff) as usize;
        let x = bits as f64 * t.width[strip];
        if bits < t.inside[strip] {
            return x;
        }
        if strip == 0 {
            return EXPONENTIAL.0 - twister.uniform().ln();
        }
        let height = (t.density[strip - 1] - t.density[strip]) * twister.uniform() + t.density[strip];
        if height < (-x).exp() {
            return x;
        }
    }
}

pub fn normal_single(twister: &mut Twister) -> f32 {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let t = TABLES.get_or_init(|| tables(NORMAL, 2f64.powi(31), &NORMAL_CURVE, to_single));
    loop {
        let bits = twister.word();
        let (magnitude, strip) = (u64::from(bits & 0x7fff_ffff), (bits & 0xff) as usize);
        let x = bits as i32 as f32 * t.width[strip] as f32;
        if magnitude < t.inside[strip] {
            return x;
        }
        if strip == 0 {
            let tail = normal_tail(|| f64::from(twister.uniform_single())) as f32;
            return if magnitude & 0x100 == 0 { tail } else { -tail };
        }
        let height = single_height(t, strip, twister);
        if height < (-0.5 * f64::from(x) * f64::from(x)).exp() {
            return x;
        }
    }
}

pub fn exponential_single(twister: &mut Twister) -> f32 {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let t = TABLES.get_or_init(|| tables(EXPONENTIAL, 2f64.powi(32), &EXPONENTIAL_CURVE, to_single));
    loop {
        let bits = twister.word();
        let strip = (bits & 0xff) as usize;
        let x = bits as f32 * t.width[strip] as f32;
        if u64::from(bits) < t.inside[strip] {
            return x;
        }
        if strip == 0 {
            return (EXPONENTIAL.0 - f64::from(twister.uniform_single()).ln()) as f32;
        }
        let height = single_height(t, strip, twister);
        if height < (-f64::from(x)).exp() {
            return x;
        }
    }
}

/// A uniform height within a strip.
fn single_height(t: &Tables, strip: usize, twister: &mut Twister) -> f64 {
    (t.density[strip - 1] - t.density[strip]) * f64::from(twister.uniform_single()) + t.density[strip]
}

/// Gamma distributed with shape `a` (Marsaglia and Tsang 2000).
pub fn gamma(twister: &mut Twister, a: f64) -> f64 {
    if a <= 0.0 || !a.is_finite() {
        return f64::NAN;
    }
    let d = if a < 1.0 { 1.0 + a - 1.0 / 3.0 } else { a - 1.0 / 3.0 };
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(twister);
        let root = 1.0 + c * x;
        let v = root * root * root;
        if v <= 0.0 {
            continue;
        }
        let u = twister.uniform();
        let square = x * x;
        if u < 1.0 - 0.0331 * square * square || u.ln() < 0.5 * square + d * (1.0 - v + v.ln()) {
            let value = d * v;
            return if a < 1.0 { value * (-exponential(twister) / a).exp() } else { value };
        }
    }
}

/// Poisson distributed: products of uniform numbers, and sums of parts for great means.
pub fn poisson(twister: &mut Twister, mean: f64) -> f64 {
    if mean < 0.0 || !mean.is_finite() {
        return f64::NAN;
    }
    if mean > 1e8 {
        return (mean + mean.sqrt() * normal(twister)).round().max(0.0);
    }
    let (mut rest, mut count) = (mean, 0.0);
    while rest > 0.0 {
        let part = rest.min(500.0);
        rest -= part;
        let limit = (-part).exp();
        let mut product = twister.uniform();
        while product >= limit {
            count += 1.0;
            product *= twister.uniform();
        }
    }
    count
}
