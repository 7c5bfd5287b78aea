//! Rows of the conversions (9.7.9.21).

use super::float::flush;
use super::names::*;
use super::{Table, each, partial, value};
use crate::half::F16;
use crate::types::{Type, Value};

/// Its rows admit registers wider than the source's type.
pub const CVT: &str = "9.7.9.21 cvt";

pub fn add_rows(t: &mut Table) {
    add_integers(t);
    add_integers_to_floats(t);
    add_floats_to_integers(t);
    add_integral_roundings(t);
    add_floats(t);
}

/// Those that LLVM writes. The source's signedness decides the extension.
fn add_integers(t: &mut Table) {
    macro_rules! convert {
        ($($to:ident from $($from:ident)*;)*) => { $($(
            value!(t, CVT, concat!("cvt.", stringify!($to), ".", stringify!($from)), |a: $from| -> $to { a as $to });
        )*)* };
    }
    convert! {
        s16 from s8;
        s32 from s8 s16;
        s64 from s8 s16 s32;
        u16 from u32 u64;
        u32 from u16 u64;
        u64 from u16 u32;
    }
    // Registers have 16 bits at least; a smaller result is extended.
    value!(t, CVT, "cvt.s8.s32", |a: s32| -> s16 { s16::from(a as s8) });
    value!(t, CVT, "cvt.s8.s64", |a: s64| -> s16 { s16::from(a as s8) });
}

fn add_integers_to_floats(t: &mut Table) {
    each!((T, ty) in [s16 s32 s64 u16 u32 u64] {
        value!(t, CVT, format!("cvt.rn.f32.{ty}"), |a: T| -> f32 { a as f32 });
        value!(t, CVT, format!("cvt.rn.f64.{ty}"), |a: T| -> f64 { a as f64 });
        // An integer that f64 rounds is far beyond the largest f16.
        value!(t, CVT, format!("cvt.rn.f16.{ty}"), |a: T| -> f16 { F16::from_f64(a as f64) });
    });
}

/// Out of range gives the nearest integer of the type. A NaN gives 0, but the top bit alone if the source is double or
/// the destination has 64 bits.
fn to_integer<T: Value>(x: f64, source: Type, clamp: fn(f64) -> T) -> T {
    let wide = source == Type::F64 || T::TYPE.bytes() == 8;
    match (x.is_nan(), wide) {
        (true, true) => T::of(1 << (8 * T::TYPE.bytes() - 1)),
        (true, false) => T::of(0),
        (false, _) => clamp(x.trunc()),
    }
}

fn add_floats_to_integers(t: &mut Table) {
    each!((T, ty) in [s16 s32 s64 u16 u32 u64] {
        value!(t, CVT, format!("cvt.rzi.{ty}.f16"), |a: f16| -> T { to_integer(a.to_f64(), Type::F16, |x| x as T) });
        value!(t, CVT, format!("cvt.rzi.{ty}.f32"), |a: f32| -> T { to_integer(f64::from(a), Type::F32, |x| x as T) });
        value!(t, CVT, format!("cvt.rzi.ftz.{ty}.f32"), |a: f32| -> T {
            to_integer(f64::from(flush(a)), Type::F32, |x| x as T)
        });
        value!(t, CVT, format!("cvt.rzi.{ty}.f64"), |a: f64| -> T { to_integer(a, Type::F64, |x| x as T) });
    });
}

fn add_integral_roundings(t: &mut Table) {
    macro_rules! round {
        ($($name:literal $method:ident;)*) => { $(
            value!(t, CVT, concat!("cvt.", $name, ".f16.f16"), |a: f16| -> f16 { F16::from_f64(a.to_f64().$method()) });
            value!(t, CVT, concat!("cvt.", $name, ".f32.f32"), |a: f32| -> f32 { a.$method() });
            value!(t, CVT, concat!("cvt.", $name, ".ftz.f32.f32"), |a: f32| -> f32 { flush(a).$method() });
            value!(t, CVT, concat!("cvt.", $name, ".f64.f64"), |a: f64| -> f64 { a.$method() });
        )* };
    }
    round! {
        "rni" round_ties_even;
        "rzi" trunc;
        "rmi" floor;
        "rpi" ceil;
    }
}

fn add_floats(t: &mut Table) {
    value!(t, CVT, "cvt.f64.f32", |a: f32| -> f64 { f64::from(a) });
    value!(t, CVT, "cvt.ftz.f64.f32", |a: f32| -> f64 { f64::from(flush(a)) });
    value!(t, CVT, "cvt.rn.f32.f64", |a: f64| -> f32 { a as f32 });
    value!(t, CVT, "cvt.rn.ftz.f32.f64", |a: f64| -> f32 { flush(a as f32) });
    // A number of 11 bits is exact in the larger types.
    value!(t, CVT, "cvt.f32.f16", |a: f16| -> f32 { a.to_f64() as f32 });
    value!(t, CVT, "cvt.f64.f16", |a: f16| -> f64 { a.to_f64() });
    value!(t, CVT, "cvt.rn.f16.f32", |a: f32| -> f16 { F16::from_f64(f64::from(a)) });
    value!(t, CVT, "cvt.rn.f16.f64", |a: f64| -> f16 { F16::from_f64(a) });
}
