//! x * y + z rounded once, for targets whose own operation may round the product. No function of libm's is asked.
//!
//! In f32 the product is exact in f64; the sum is rounded to odd there, so that rounding it again to f32 is rounding it once
//! (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
//!
//! In f64 the sum is computed in integers of 128 bits. Product and addend are placed in them as far up as both fit:
//!
//! ```text
//!     bit   126                 73          20        0       what is shifted out at the right stays as a bit 0 that is set
//!     y*x     [ 106 bits ................... ]                when they are close to each other, or the product is larger
//!     z       [ 53 bits ......... ]                           when z is larger
//! ```
//!
//! Bit 0 is far below the bit that decides about rounding: the larger of the two has 53 bits above bit 19, or the result
//! is subnormal and ends at z's last bit.

use crate::algebra::{Algebra, Float, Integer};
use crate::number::{max_integer, min_integer};

const FRACTION: i64 = (1 << 52) - 1;
/// The exponent field of infinities and NaNs.
const SPECIAL: i64 = 0x7ff;

pub fn fma_f32<A: Algebra>(a: A, x: A::F32, y: A::F32, z: A::F32) -> A::F32 {
    let (product, z, zero) = (a.widen(x) * a.widen(y), a.widen(z), a.f64(0.0));
    let sum = product + z;
    let from_z = sum - product;
    let error = (product - (sum - from_z)) + (z - from_z);
    // Neither holds for a NaN.
    let is_inexact = error.lt(zero) | zero.lt(error);
    let bits = a.bits(sum);
    let neighbour = a.select(zero.lt(error) ^ zero.lt(sum), bits - 1, bits + 1);
    let is_even = (bits & 1).eq(a.i64(0));
    a.narrow(a.of_bits(a.select(is_inexact & is_even, neighbour, bits)))
}

pub fn fma_f64<A: Algebra>(a: A, x: A::F64, y: A::F64, z: A::F64) -> A::F64 {
    let (parts_x, parts_y, parts_z) = (Parts::of(a, x), Parts::of(a, y), Parts::of(a, z));
    let rounded = sum(a, &parts_x, &parts_y, &parts_z);
    let none = a.f64(0.0);
    let is_factor_special = parts_x.is_special(a) | parts_y.is_special(a);
    // Finite factors may have a product that is not: the infinite addend is stronger.
    let with_product = x * y + z;
    let special = a.select(parts_z.is_special(a) & !is_factor_special, z, with_product);
    let is_plain = !(is_factor_special | parts_z.is_special(a) | x.eq(none) | y.eq(none));
    a.select(is_plain, rounded, special)
}

/// (-1)^sign * significand * 2^(exponent - 1075)
struct Parts<A: Algebra> {
    /// 0 or -1.
    sign: A::I64,
    exponent: A::I64,
    significand: A::I64,
    field: A::I64,
}

impl<A: Algebra> Parts<A> {
    fn of(a: A, x: A::F64) -> Self {
        let bits = a.bits(x);
        let field = (bits >> 52) & SPECIAL;
        let is_subnormal = field.eq(a.i64(0));
        let hidden = a.select(is_subnormal, a.i64(0), a.i64(FRACTION + 1));
        let exponent = a.select(is_subnormal, a.i64(1), field);
        Parts { sign: bits >> 63, exponent, significand: (bits & FRACTION) | hidden, field }
    }

    fn is_special(&self, a: A) -> A::Bool {
        self.field.eq(a.i64(SPECIAL))
    }
}

/// For finite numbers, x and y not 0.
fn sum<A: Algebra>(a: A, x: &Parts<A>, y: &Parts<A>, z: &Parts<A>) -> A::F64 {
    // How much more the last bit of z's significand is worth than that of the product, in bits.
    let distance = z.exponent - x.exponent - y.exponent + 1075;
    let up = min_integer(a, distance + 20, 73);
    let product = Wide::<A>::product(x.significand, y.significand);
    let product = product.shift_right(a, distance + 20 - up);
    let addend = Wide { high: z.significand << 9, low: a.i64(0) };
    let addend = addend.shift_right(a, a.i64(73) - up);

    let sign = exclusive(a, x.sign, y.sign);
    let is_difference = !sign.eq(z.sign);
    let total = product.plus(a, addend.negated_if(a, is_difference));
    let is_turned = total.high.lt(a.i64(0));
    let total = total.negated_if(a, is_turned);
    let sign = a.select(is_turned, z.sign, sign);
    // The value of bit 0 is 2^(exponent - 1075).
    total.rounded(a, sign, z.exponent - up)
}

/// Of two numbers that are 0 or -1.
fn exclusive<A: Algebra>(a: A, x: A::I64, y: A::I64) -> A::I64 {
    a.select(x.eq(y), a.i64(0), a.i64(-1))
}

/// -1 for true.
fn mask<A: Algebra>(a: A, condition: A::Bool) -> A::I64 {
    a.select(condition, a.i64(-1), a.i64(0))
}

fn less_unsigned<A: Algebra>(x: A::I64, y: A::I64) -> A::Bool {
    (x + i64::MIN).lt(y + i64::MIN)
}

/// 1 if there is a bit in `bits`.
fn any<A: Algebra>(a: A, bits: A::I64) -> A::I64 {
    a.select(bits.eq(a.i64(0)), a.i64(0), a.i64(1))
}

/// An integer of 128 bits.
#[derive(Clone, Copy)]
struct Wide<A: Algebra> {
    high: A::I64,
    low: A::I64,
}

impl<A: Algebra> Wide<A> {
    /// x * y * 2^20, for numbers of 53 bits.
    fn product(x: A::I64, y: A::I64) -> Self {
        let half = (1 << 27) - 1;
        let (x_high, x_low, y_high, y_low) = (x >> 27, x & half, y >> 27, y & half);
        let middle = x_high * y_low + x_low * y_high;
        let low = x_low * y_low + ((middle & half) << 27);
        // What is worth 2^54, and the 54 bits below.
        let high = x_high * y_high + (middle >> 27) + (low >> 54);
        let low = low & ((1 << 54) - 1);
        Wide { high: (high << 10) | (low >> 44), low: low << 20 }
    }

    /// By an amount that is not negative; at 127 and more the amount makes no difference.
    fn shift_right(self, a: A, amount: A::I64) -> Self {
        let amount = min_integer(a, amount, 127);
        let is_far = a.i64(63).lt(amount);
        let amount = amount & 63;
        let near = a.select(is_far, self.high, self.low);
        let above = a.select(is_far, a.i64(0), self.high);
        let dropped = a.select(is_far, self.low, a.i64(0));
        // Shifted by 63 - amount and 1, since 64 is too far.
        let carried = (above << 1).shl_by(a.i64(63) - amount);
        let low = near.shr_unsigned_by(amount) | carried;
        let lost = (near << 1).shl_by(a.i64(63) - amount);
        Wide { high: above.shr_unsigned_by(amount), low: low | any(a, lost | dropped) }
    }

    fn plus(self, a: A, other: Self) -> Self {
        let low = self.low + other.low;
        let carry = mask(a, less_unsigned::<A>(low, self.low));
        Wide { high: self.high + other.high - carry, low }
    }

    fn negated_if(self, a: A, condition: A::Bool) -> Self {
        let zero = a.i64(0);
        let borrow = any(a, self.low);
        Wide {
            high: a.select(condition, zero - self.high - borrow, self.high),
            low: a.select(condition, zero - self.low, self.low),
        }
    }

    /// The number times 2^(exponent - 1075) as the nearest float; 0 is positive. At least the highest bit must be free.
    fn rounded(self, a: A, sign: A::I64, exponent: A::I64) -> A::F64 {
        let zero = a.i64(0);
        let is_zero = (self.high | self.low).eq(zero);
        let (top, exponent) = self.leading_bits(a, exponent);
        // `top` has 62 bits or is 0, worth 2^(exponent - 1075) each. Below the normal numbers fewer of them count.
        let subnormal = max_integer(a, a.i64(1) - exponent - 9, 0);
        let shift = min_integer(a, subnormal, 63);
        let kept = top.shr_unsigned_by(shift) | any(a, (top << 1).shl_by(a.i64(63) - shift));
        // Nine bits are too many: halves go to the even number.
        let significand = (kept + 255 + ((kept >> 9) & 1)) >> 9;
        let field = max_integer(a, exponent + 9, 1);
        let finite = ((field - 1) << 52) + significand;
        let magnitude = a.select(field.lt(a.i64(SPECIAL)), finite, a.i64(SPECIAL << 52));
        let magnitude = a.select(is_zero, zero, magnitude);
        let sign = a.select(is_zero, zero, sign << 63);
        a.of_bits(magnitude | sign)
    }

    /// The 62 bits from the highest one that is set, the last standing for all that are less; and the exponent of the last.
    fn leading_bits(self, a: A, exponent: A::I64) -> (A::I64, A::I64) {
        let zero = a.i64(0);
        let is_short = self.high.eq(zero);
        let mut high = a.select(is_short, self.low, self.high);
        let mut low = a.select(is_short, zero, self.low);
        let mut places = a.select(is_short, a.i64(64), zero);
        for step in [32u32, 16, 8, 4, 2, 1] {
            let is_free = high.shr_unsigned(64 - step).eq(zero);
            let moved = (high << step) | low.shr_unsigned(64 - step);
            high = a.select(is_free, moved, high);
            low = a.select(is_free, low << step, low);
            places = a.select(is_free, places + i64::from(step), places);
        }
        let top = high.shr_unsigned(2) | any(a, (high & 3) | low);
        (top, exponent + 66 - places)
    }
}
