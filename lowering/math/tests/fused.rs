//! The software fma against the machine's (Rust's `mul_add` is correctly rounded): all specials, numbers of every exponent, and
//! sums made to cancel, to tie and to end below the normal numbers.

use raddle_math::Native;
use raddle_math::fused::{fma_f32, fma_f64};

/// A generator of 64 bits (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Few bits set in the fraction, so that products end early and sums tie.
    fn fraction(&mut self, bits: u32) -> u64 {
        let mask = (1u64 << bits) - 1;
        match self.below(4) {
            0 => self.next() & mask,
            1 => self.next() & self.next() & self.next() & mask,
            2 => (1 << self.below(u64::from(bits))) & mask,
            _ => mask << self.below(u64::from(bits)) & mask,
        }
    }

    fn f64(&mut self) -> f64 {
        let exponent = match self.below(4) {
            0 => self.below(2047),
            1 => 1023 - 60 + self.below(120),
            2 => self.below(60),
            _ => 2047 - self.below(60),
        };
        f64::from_bits(self.next() & (1 << 63) | exponent << 52 | self.fraction(52))
    }

    fn f32(&mut self) -> f32 {
        let exponent = match self.below(3) {
            0 => self.below(256),
            1 => 127 - 30 + self.below(60),
            _ => self.below(30),
        };
        let bits = (self.next() & (1 << 31)) | exponent << 23 | self.fraction(23);
        f32::from_bits(bits as u32)
    }
}

fn check64(x: f64, y: f64, z: f64) {
    let (own, expected) = (fma_f64(Native, x, y, z), x.mul_add(y, z));
    let same = own.to_bits() == expected.to_bits() || own.is_nan() && expected.is_nan();
    assert!(same, "fma({x:e}, {y:e}, {z:e}) = {expected:e}, not {own:e}");
}

fn check32(x: f32, y: f32, z: f32) {
    let (own, expected) = (fma_f32(Native, x, y, z), x.mul_add(y, z));
    let same = own.to_bits() == expected.to_bits() || own.is_nan() && expected.is_nan();
    assert!(same, "fmaf({x:e}, {y:e}, {z:e}) = {expected:e}, not {own:e}");
}

#[test]
fn special_and_extreme_numbers() {
    let tiny = f64::from_bits(1);
    let numbers = [
        0.0,
        1.0,
        1.0 + f64::EPSILON,
        1.0 - f64::EPSILON / 2.0,
        3.0,
        0.1,
        tiny,
        3.0 * tiny,
        f64::MIN_POSITIVE,
        f64::MIN_POSITIVE - tiny,
        f64::MIN_POSITIVE * (1.0 + f64::EPSILON),
        1e-170,
        1e154,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let all: Vec<f64> = numbers.iter().flat_map(|it| [*it, -*it]).collect();
    for x in &all {
        for y in &all {
            for z in &all {
                check64(*x, *y, *z);
                check32(*x as f32, *y as f32, *z as f32);
            }
        }
    }
}

#[test]
fn random_numbers() {
    let mut random = Random(1);
    for _ in 0..400_000 {
        check64(random.f64(), random.f64(), random.f64());
        check32(random.f32(), random.f32(), random.f32());
    }
}

/// The addend is the negative of the product, or of half of its last place, and a little more or less.
#[test]
fn sums_that_cancel_and_tie() {
    let mut random = Random(2);
    for _ in 0..400_000 {
        let (x, y) = (random.f64(), random.f64());
        let scale = 2f64.powi(random.below(120) as i32 - 60);
        let z = -(x * y) * if random.below(2) == 0 { 1.0 } else { scale };
        let z = f64::from_bits(z.to_bits().wrapping_add(random.below(5)).wrapping_sub(2));
        check64(x, y, z);
        let (x, y) = (random.f32(), random.f32());
        let z =
            f32::from_bits((-(x * y) * scale as f32).to_bits().wrapping_add(random.below(5) as u32).wrapping_sub(2));
        check32(x, y, z);
    }
}

/// Products near the least number, where the last bit is the sum's and not the product's.
#[test]
fn results_below_the_normal_numbers() {
    let mut random = Random(3);
    for _ in 0..400_000 {
        let exponent = 1 + random.below(1000);
        let other = (1023 - exponent).saturating_sub(random.below(120)).max(1);
        let with = |random: &mut Random, exponent: u64| {
            f64::from_bits(random.next() & (1 << 63) | exponent << 52 | random.fraction(52))
        };
        let (x, y) = (with(&mut random, exponent), with(&mut random, other));
        let z = f64::from_bits(random.next() & (1 << 63) | random.below(60) << 52 | random.fraction(52));
        check64(x, y, z);
        check64(x, y, 0.0);
    }
}
