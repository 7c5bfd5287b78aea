//! Rows of the logic and shift instructions (9.7.8) and of the byte permutation (9.7.9.7).

use super::names::*;
use super::{Table, each, partial, value};

pub fn add_rows(t: &mut Table) {
    add_logic(t);
    add_shifts(t);
    add_funnel_shifts(t);
    value!(t, "9.7.9.7 prmt", "prmt.b32", |a: b32, b: b32, selectors: b32| -> b32 { permute(a, b, selectors) });
}

fn add_logic(t: &mut Table) {
    each!((T, ty) in [pred b16 b32 b64] {
        value!(t, "9.7.8.1 and", format!("and.{ty}"), |a: T, b: T| -> T { a & b });
        value!(t, "9.7.8.2 or", format!("or.{ty}"), |a: T, b: T| -> T { a | b });
        value!(t, "9.7.8.3 xor", format!("xor.{ty}"), |a: T, b: T| -> T { a ^ b });
        value!(t, "9.7.8.4 not", format!("not.{ty}"), |a: T| -> T { !a });
    });
}

/// Shifts by the width and more are shifts by the width.
fn add_shifts(t: &mut Table) {
    each!((T, ty) in [b16 b32 b64] {
        value!(t, "9.7.8.8 shl", format!("shl.{ty}"), |a: T, n: u32| -> T { a.checked_shl(n).unwrap_or(0) });
    });
    each!((T, ty) in [u16 u32 u64] {
        value!(t, "9.7.8.9 shr", format!("shr.{ty}"), |a: T, n: u32| -> T { a.checked_shr(n).unwrap_or(0) });
    });
    each!((T, ty) in [s16 s32 s64] {
        value!(t, "9.7.8.9 shr", format!("shr.{ty}"), |a: T, n: u32| -> T { a >> n.min(T::BITS - 1) });
    });
}

/// Of the 64 bits with `a` low and `b` high: the upper half after a shift left, the lower after one right.
fn add_funnel_shifts(t: &mut Table) {
    fn pair(a: u32, b: u32) -> u64 {
        u64::from(b) << 32 | u64::from(a)
    }
    value!(t, "9.7.8.7 shf", "shf.l.wrap.b32", |a: b32, b: b32, n: u32| -> b32 {
        (pair(a, b) << (n & 31) >> 32) as u32
    });
    value!(t, "9.7.8.7 shf", "shf.r.wrap.b32", |a: b32, b: b32, n: u32| -> b32 { (pair(a, b) >> (n & 31)) as u32 });
}

/// Each nibble of the selectors picks one of eight bytes; its top bit asks for eight copies of that byte's sign.
fn permute(a: u32, b: u32, selectors: u32) -> u32 {
    let bytes = (u64::from(b) << 32 | u64::from(a)).to_le_bytes();
    let pick = |i: usize| {
        let selector = selectors >> (4 * i) & 0xf;
        let byte = bytes[(selector & 7) as usize];
        if selector & 8 == 0 { byte } else { (byte as i8 >> 7) as u8 }
    };
    u32::from_le_bytes([0, 1, 2, 3].map(pick))
}
