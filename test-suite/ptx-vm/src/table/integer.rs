//! Rows of the integer arithmetic instructions (9.7.1, 9.7.2).

use super::names::*;
use super::{Does, Table, each, partial, value};
use crate::types::{Type, Value};

const BY_ZERO: &str = "division by zero";
const OVERFLOW: &str = "division of the smallest number by -1";

pub fn add_rows(t: &mut Table) {
    add_sums(t);
    add_products(t);
    add_quotients(t);
    add_unary(t);
    add_bit_counts(t);
    add_fields(t);
    add_extended(t);
}

fn add_sums(t: &mut Table) {
    each!((T, ty) in [s16 s32 s64] {
        value!(t, "9.7.1.1 add", format!("add.{ty}"), |a: T, b: T| -> T { a.wrapping_add(b) });
        value!(t, "9.7.1.2 sub", format!("sub.{ty}"), |a: T, b: T| -> T { a.wrapping_sub(b) });
    });
    // For offsets from the stack pointer.
    value!(t, "9.7.1.1 add", "add.u64", |a: u64, b: u64| -> u64 { a.wrapping_add(b) });
    each!((T, ty) in [s16 s32 s64 u16 u32 u64] {
        value!(t, "9.7.1.12 min", format!("min.{ty}"), |a: T, b: T| -> T { a.min(b) });
        value!(t, "9.7.1.13 max", format!("max.{ty}"), |a: T, b: T| -> T { a.max(b) });
    });
}

fn add_products(t: &mut Table) {
    each!((T, ty) in [s16 s32 s64] {
        value!(t, "9.7.1.3 mul", format!("mul.lo.{ty}"), |a: T, b: T| -> T { a.wrapping_mul(b) });
        value!(t, "9.7.1.4 mad", format!("mad.lo.{ty}"), |a: T, b: T, c: T| -> T { a.wrapping_mul(b).wrapping_add(c) });
    });
    each!((T, ty) in [s16 s32 s64 u16 u32 u64] {
        value!(t, "9.7.1.3 mul", format!("mul.hi.{ty}"), |a: T, b: T| -> T {
            // 128 bits hold any product of two 64-bit numbers of like signedness.
            #[allow(clippy::unnecessary_cast, reason = "one of the types may be the cast's own")]
            if T::TYPE.is_signed() {
                ((a as i128 * b as i128) >> T::BITS) as T
            } else {
                ((a as u128 * b as u128) >> T::BITS) as T
            }
        });
    });
    value!(t, "9.7.1.3 mul", "mul.wide.s16", |a: s16, b: s16| -> s32 { s32::from(a) * s32::from(b) });
    value!(t, "9.7.1.3 mul", "mul.wide.u16", |a: u16, b: u16| -> u32 { u32::from(a) * u32::from(b) });
    value!(t, "9.7.1.3 mul", "mul.wide.s32", |a: s32, b: s32| -> s64 { s64::from(a) * s64::from(b) });
    value!(t, "9.7.1.3 mul", "mul.wide.u32", |a: u32, b: u32| -> u64 { u64::from(a) * u64::from(b) });
    value!(t, "9.7.1.4 mad", "mad.wide.s16", |a: s16, b: s16, c: s32| -> s32 {
        (s32::from(a) * s32::from(b)).wrapping_add(c)
    });
    value!(t, "9.7.1.4 mad", "mad.wide.u16", |a: u16, b: u16, c: u32| -> u32 {
        (u32::from(a) * u32::from(b)).wrapping_add(c)
    });
    value!(t, "9.7.1.4 mad", "mad.wide.s32", |a: s32, b: s32, c: s64| -> s64 {
        (s64::from(a) * s64::from(b)).wrapping_add(c)
    });
    value!(t, "9.7.1.4 mad", "mad.wide.u32", |a: u32, b: u32, c: u64| -> u64 {
        (u64::from(a) * u64::from(b)).wrapping_add(c)
    });
}

/// Division by zero yields a machine-specific value, and so does a quotient that the type cannot hold.
fn add_quotients(t: &mut Table) {
    each!((T, ty) in [s16 s32 s64 u16 u32 u64] {
        partial!(t, "9.7.1.8 div", format!("div.{ty}"), |a: T, b: T| -> T {
            if b == 0 { Err(BY_ZERO) } else { a.checked_div(b).ok_or(OVERFLOW) }
        });
        partial!(t, "9.7.1.9 rem", format!("rem.{ty}"), |a: T, b: T| -> T {
            if b == 0 { Err(BY_ZERO) } else { a.checked_rem(b).ok_or(OVERFLOW) }
        });
    });
}

fn add_unary(t: &mut Table) {
    each!((T, ty) in [s16 s32 s64] {
        value!(t, "9.7.1.10 abs", format!("abs.{ty}"), |a: T| -> T { a.wrapping_abs() });
        value!(t, "9.7.1.11 neg", format!("neg.{ty}"), |a: T| -> T { a.wrapping_neg() });
    });
}

fn add_bit_counts(t: &mut Table) {
    each!((T, ty) in [b32 b64] {
        value!(t, "9.7.1.14 popc", format!("popc.{ty}"), |a: T| -> u32 { a.count_ones() });
        value!(t, "9.7.1.15 clz", format!("clz.{ty}"), |a: T| -> u32 { a.leading_zeros() });
        value!(t, "9.7.1.18 brev", format!("brev.{ty}"), |a: T| -> T { a.reverse_bits() });
    });
}

/// Position and length are the low byte of their operands; the field ends at the top bit at the latest.
fn add_fields(t: &mut Table) {
    each!((T, ty) in [s32 s64 u32 u64] {
        value!(t, "9.7.1.19 bfe", format!("bfe.{ty}"), |a: T, position: u32, length: u32| -> T {
            let (position, length) = (position & 0xff, length & 0xff);
            let top = T::BITS - 1;
            let bit = |at: u32| a >> at & 1 != 0;
            let fill = T::TYPE.is_signed() && length != 0 && bit(top.min(position + length - 1));
            let field = |i: u32| if i < length && position + i <= top { bit(position + i) } else { fill };
            (0..T::BITS).fold(0, |d, i| d | T::from(field(i)) << i)
        });
    });
    each!((T, ty) in [b32 b64] {
        value!(t, "9.7.1.20 bfi", format!("bfi.{ty}"), |a: T, b: T, position: u32, length: u32| -> T {
            let (position, length) = (position & 0xff, length & 0xff);
            let inside = (0..T::BITS).filter(|i| (position..position + length).contains(i));
            inside.fold(b, |d, i| d & !(1 << i) | (a >> (i - position) & 1) << i)
        });
    });
}

/// LLVM's sums of 128 bits.
fn add_extended(t: &mut Table) {
    let ty = Type::S64;
    fn sum(a: u64, b: u64, carry: bool) -> (u64, bool) {
        let (sum, first) = a.overflowing_add(b);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        (sum, first | second)
    }
    fn difference(a: u64, b: u64, borrow: bool) -> (u64, bool) {
        let (difference, first) = a.overflowing_sub(b);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (difference, first | second)
    }
    t.add("9.7.2.1 add.cc", "add.cc.s64", Does::Carry { ty, takes_carry: false, value: sum });
    t.add("9.7.2.2 addc", "addc.cc.s64", Does::Carry { ty, takes_carry: true, value: sum });
    t.add("9.7.2.3 sub.cc", "sub.cc.s64", Does::Carry { ty, takes_carry: false, value: difference });
    t.add("9.7.2.4 subc", "subc.cc.s64", Does::Carry { ty, takes_carry: true, value: difference });
}
