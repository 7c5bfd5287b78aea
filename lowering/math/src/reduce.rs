//! Arguments of sin, cos and tan modulo pi / 2. Never loses accuracy with the size of the argument.
//!
//! Below 2^20 by subtraction of multiples of pi / 2 in parts (Cody and Waite); above with the bits of 2 / pi that matter
//! for the argument's exponent (Payne and Hanek). See Muller, Elementary Functions, chapter 11. The second way stands in
//! an `if_`: it has ten times the operations of the rest.

use std::f64::consts::FRAC_2_PI;

use crate::algebra::{Algebra, Float, Integer};
use crate::coefficients::{HALF_PI, HALF_PI_PARTS, TWO_BY_PI};
use crate::number::{nearest, to_float};
use crate::real::Real;

const LARGE: f64 = (1 << 20) as f64;

/// |x| = quadrant pi / 2 + rest, with |rest| up to pi / 4; the quadrant modulo 4.
pub struct Reduced<A: Algebra, R> {
    pub quadrant: A::I64,
    pub rest: R,
}

/// For finite x; anything for others.
pub fn modulo_half_pi<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> Reduced<A, R> {
    let x = x.abs();
    let flat = |it: Reduced<A, R>| [to_float(a, it.quadrant), it.rest.high(), it.rest.low(a)];
    let large = a.f64(LARGE).le(x);
    let [quadrant, high, low] = a.if_(large, || flat(by_bits(a, x)), || flat(by_parts(a, x)));
    Reduced { quadrant: nearest(a, quadrant).1 & 3, rest: R::sum(high, low) }
}

fn by_parts<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> Reduced<A, R> {
    let (n, quadrant) = nearest(a, x * FRAC_2_PI);
    let [p0, p1, p2, p3] = HALF_PI_PARTS;
    let rest = R::sum(x - n * p0, -(n * p1)).plus(-(n * p2)).plus(-(n * p3));
    Reduced { quadrant, rest }
}

fn by_bits<A: Algebra, R: Real<A>>(a: A, x: A::F64) -> Reduced<A, R> {
    // x = mantissa * 2^(biased - 1075)
    let bits = a.bits(x);
    let biased = bits >> 52;
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    // Bit i of 2 / pi stands at i + 63 in the table; those below biased - 1076 contribute multiples of 4.
    let window = window(a, biased - (1076 - 63), R::pick(&TWO_BY_PI, &TWO_BY_PI[..6]));
    turn(a, multiply(a, window, mantissa))
}

/// Numbers of 32 bits, lowest first: one large number.
type Digits<A> = [<A as Algebra>::I64; 6];

const DIGIT: i64 = 0xffff_ffff;

/// The 192 bits of the table that begin at a position.
fn window<A: Algebra>(a: A, position: A::I64, table: &[u64]) -> Digits<A> {
    let word = position >> 6;
    let mut words: Vec<A::I64> = table.iter().map(|it| a.i64(it.cast_signed())).collect();
    // Drop the first `word` words: the bits of `word` drop 16, 8, 4, 2, 1 of them.
    for step in [16usize, 8, 4, 2, 1].into_iter().filter(|step| *step < table.len()) {
        let stays = (word & step as i64).eq(a.i64(0));
        let needed = words.len().min(step + 3);
        words = (0..needed)
            .map(|i| words.get(i + step).map_or(words[i], |later| a.select(stays, words[i], *later)))
            .collect();
    }
    let shift = position & 63;
    // In two steps, since a shift by 64 has no value.
    let joined = |i: usize| words[i].shl_by(shift) | words[i + 1].shr_unsigned(1).shr_unsigned_by((shift * -1) + 63);
    let joined = [joined(0), joined(1), joined(2)];
    [0, 1, 2, 3, 4, 5].map(|i: usize| joined[2 - i / 2].shr_unsigned(32 * (i as u32 % 2)) & DIGIT)
}

/// The product modulo 2^192.
fn multiply<A: Algebra>(a: A, x: Digits<A>, y: A::I64) -> Digits<A> {
    let mut product = [a.i64(0); 6];
    for (place, digit) in [y & DIGIT, y.shr_unsigned(32)].into_iter().enumerate() {
        let mut carry = a.i64(0);
        for i in place..6 {
            let sum = x[i - place] * digit + product[i] + carry;
            product[i] = sum & DIGIT;
            carry = sum.shr_unsigned(32);
        }
    }
    product
}

/// Two bits of quadrants, then a fraction of one: to the nearest quadrant and the distance from it.
fn turn<A: Algebra, R: Real<A>>(a: A, product: Digits<A>) -> Reduced<A, R> {
    let top = product[5];
    let quadrant = ((top >> 29) + 1) >> 1;
    let mut scale = 1.0;
    let mut fraction = R::new(a, a.f64(0.0));
    for i in (0..6).rev() {
        let below = if i > 0 { product[i - 1].shr_unsigned(30) } else { a.i64(0) };
        let digit = (product[i] << 2 | below) & DIGIT;
        // The highest digit carries the sign: what is rounded up lies below the quadrant.
        let digit = if i == 5 { (digit << 32) >> 32 } else { digit };
        scale /= 4_294_967_296.0;
        fraction = fraction.plus(to_float(a, digit) * scale);
    }
    Reduced { quadrant, rest: fraction * R::constant(a, HALF_PI) }
}
