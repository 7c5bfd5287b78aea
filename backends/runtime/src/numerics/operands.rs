//! What the cases are computed on: all pairs of hard numbers, and pseudorandom ones, always the same.

use super::Type;

/// What a work item reads, a slot of 8 bytes each. The floats' bits are of the kernel's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    pub a: u64,
    pub b: u64,
    pub c: u64,
    pub p: i64,
    pub q: i64,
}

impl Item {
    pub fn slots(self) -> [u64; 5] {
        [self.a, self.b, self.c, self.p as u64, self.q as u64]
    }
}

pub const SLOTS: u64 = 5;

/// Items beside the pairs of hard numbers.
const RANDOM_ITEMS: usize = 2400;

/// Bits of a float type: of its significand without the leading one, and all.
struct Format {
    significand: u32,
    bits: u32,
}

impl Format {
    fn of(ty: Type) -> Self {
        match ty {
            Type::F32 | Type::I32 => Self { significand: 23, bits: 32 },
            Type::F64 | Type::I64 => Self { significand: 52, bits: 64 },
        }
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    fn bias(&self) -> u64 {
        (1 << (self.bits - self.significand - 2)) - 1
    }

    /// Zeros, ones, the ends of the denormal and normal numbers, infinities, a NaN, ties of roundings, and numbers
    /// whose bits do not end.
    fn hard(&self) -> Vec<u64> {
        let (one, unit) = (self.bias() << self.significand, 1u64 << self.significand);
        let infinity = (2 * self.bias() + 1) << self.significand;
        let (half, third) = (one - unit, 0x5555_5555_5555_5555 & (unit - 1));
        let positive = [
            0,
            1,
            unit / 2 + 1,
            unit - 1,
            unit,
            unit + 3,
            one - 1,
            one,
            one + 1,
            half,
            one + unit / 2,
            // As far from one single-precision number as from the next, if it is double.
            one + (1 << (self.significand / 2 + 2)),
            // Integers, and halves beside them, near the end of what has a fraction.
            one + u64::from(self.significand) * unit,
            one + u64::from(self.significand - 1) * unit + 1,
            one - 2 * unit + third,
            one + 3 * unit + third,
            infinity - 1,
            infinity,
        ];
        let nan = infinity + unit / 2;
        positive.iter().flat_map(|&bits| [bits, bits | 1 << (self.bits - 1)]).chain([nan]).collect()
    }

    /// Any bits; numbers near one, whose sums and products round; numbers whose products are denormal; numbers that are
    /// denormal in single precision, or nearly.
    fn random(&self, random: &mut Random) -> u64 {
        let bits = random.next() & self.mask();
        let significand_and_sign = bits & !((self.mask() >> 1) & (u64::MAX << self.significand));
        let near = |center: u64, spread: u64, random: &mut Random| {
            significand_and_sign | (center.saturating_sub(spread / 2) + random.next() % spread) << self.significand
        };
        match random.next() % 5 {
            0 => bits,
            1 | 2 => near(self.bias(), 8, random),
            3 => near(self.bias() / 2, 64.min(self.bias() / 2), random),
            _ => near(self.bias() - 120, 64, random),
        }
    }

    fn negated_product(&self, a: u64, b: u64) -> u64 {
        if self.bits == 32 {
            let product = f32::from_bits(a as u32) * f32::from_bits(b as u32);
            u64::from((-product).to_bits())
        } else {
            (-(f64::from_bits(a) * f64::from_bits(b))).to_bits()
        }
    }
}

/// The items of a kernel whose floats are of type `ty`.
pub fn items(ty: Type) -> Vec<Item> {
    let (format, mut random) = (Format::of(ty), Random(1));
    let hard = format.hard();
    let mut items = Vec::with_capacity(hard.len() * hard.len() + RANDOM_ITEMS);
    for (i, &a) in hard.iter().enumerate() {
        for (j, &b) in hard.iter().enumerate() {
            items.push(item(a, b, hard[(i + j) % hard.len()], &mut random));
        }
    }
    for _ in 0..RANDOM_ITEMS {
        let (a, b) = (format.random(&mut random), format.random(&mut random));
        // What remains of a product and its rounded value shows whether the two were one operation.
        let c = if random.next() % 2 == 0 { format.negated_product(a, b) } else { format.random(&mut random) };
        items.push(item(a, b, c, &mut random));
    }
    items
}

fn item(a: u64, b: u64, c: u64, random: &mut Random) -> Item {
    Item { a, b, c, p: random.integer(), q: random.integer() }
}

/// The generator `splitmix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A hard number, or one of any size.
    fn integer(&mut self) -> i64 {
        const HARD: [i64; 13] = [
            0,
            1,
            -1,
            2,
            i32::MAX as i64,
            i32::MIN as i64,
            u32::MAX as i64,
            1 << 32,
            i64::MAX,
            i64::MIN,
            (1 << 53) + 1,
            (1 << 24) + 1,
            // Rounded to double first, it lies in the middle between two floats.
            (1 << 60) + (1 << 36) + 1,
        ];
        let (kind, bits) = (self.next(), self.next() as i64);
        if kind % 3 == 0 { HARD[(kind / 3 % 13) as usize] } else { bits >> (kind / 3 % 64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operands_reach_what_is_hard() {
        let items = items(Type::F64);
        let some = |what: &dyn Fn(f64, f64, &Item) -> bool| {
            items.iter().filter(|item| what(f64::from_bits(item.a), f64::from_bits(item.b), item)).count()
        };
        assert!(some(&|a, b, _| a.is_normal() && b.is_normal() && (a * b).is_subnormal()) > 20);
        assert!(some(&|a, b, _| a.is_normal() && b.is_normal() && (a / b).is_subnormal()) > 2);
        assert!(some(&|a, b, _| a.is_normal() && b.is_normal() && (a + b).is_subnormal()) >= 2);
        assert!(some(&|a, _, _| (a as f32).is_subnormal()) > 20);
        assert!(some(&|a, b, item| a.mul_add(b, f64::from_bits(item.c)) != a * b + f64::from_bits(item.c)) > 100);
        assert!(some(&|_, _, item| item.p as f64 as f32 != item.p as f32) > 2);
        assert!(some(&|a, _, _| a.round() != a.round_ties_even()) > 2);
    }

    #[test]
    fn single_precision_has_its_own() {
        let of = |bits: u64| f32::from_bits(bits as u32);
        let items = items(Type::F32);
        assert!(items.iter().all(|item| item.a >> 32 == 0 && item.b >> 32 == 0 && item.c >> 32 == 0));
        let product =
            |item: &&Item| of(item.a).is_normal() && of(item.b).is_normal() && (of(item.a) * of(item.b)).is_subnormal();
        assert!(items.iter().filter(product).count() > 20);
        let fused = |item: &&Item| of(item.a).mul_add(of(item.b), of(item.c)) != of(item.a) * of(item.b) + of(item.c);
        assert!(items.iter().filter(fused).count() > 100);
    }
}
