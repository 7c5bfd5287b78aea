//! Rows of the comparison and selection instructions (9.7.6, 9.7.7).

use super::float::flush;
use super::names::*;
use super::{Does, Table, each, partial, value};
use crate::half::F16;
use crate::types::{Type, Value};

pub fn add_rows(t: &mut Table) {
    add_equalities(t);
    add_orders(t);
    add_float_comparisons(t);
    add_packed_comparisons(t);
    for ty in ["b16", "b32", "b64", "f32", "f64"] {
        if let Some(bits) = Type::named(ty) {
            t.add("9.7.6.3 selp", format!("selp.{ty}"), Does::Select(bits));
        }
    }
}

fn add_equalities(t: &mut Table) {
    each!((T, ty) in [b16 b32 b64] {
        value!(t, "9.7.6.2 setp", format!("setp.eq.{ty}"), |a: T, b: T| -> pred { a == b });
        value!(t, "9.7.6.2 setp", format!("setp.ne.{ty}"), |a: T, b: T| -> pred { a != b });
    });
}

fn add_orders(t: &mut Table) {
    each!((T, ty) in [s16 s32 s64 u16 u32 u64] {
        value!(t, "9.7.6.2 setp", format!("setp.lt.{ty}"), |a: T, b: T| -> pred { a < b });
        value!(t, "9.7.6.2 setp", format!("setp.le.{ty}"), |a: T, b: T| -> pred { a <= b });
        value!(t, "9.7.6.2 setp", format!("setp.gt.{ty}"), |a: T, b: T| -> pred { a > b });
        value!(t, "9.7.6.2 setp", format!("setp.ge.{ty}"), |a: T, b: T| -> pred { a >= b });
    });
}

/// A floating point operand as a comparison reads it; `f64` holds all of them exactly.
trait Operand: Value {
    fn number(self) -> f64;
}

impl Operand for F16 {
    fn number(self) -> f64 {
        self.to_f64()
    }
}

impl Operand for f32 {
    fn number(self) -> f64 {
        f64::from(self)
    }
}

impl Operand for f64 {
    fn number(self) -> f64 {
        self
    }
}

/// A `.ftz.f32` operand.
#[derive(Clone, Copy)]
struct Flushed(f32);

impl Value for Flushed {
    const TYPE: Type = Type::F32;
    fn of(bits: u64) -> Self {
        Self(flush(f32::of(bits)))
    }
    fn bits(self) -> u64 {
        self.0.bits()
    }
}

impl Operand for Flushed {
    fn number(self) -> f64 {
        f64::from(self.0)
    }
}

/// All comparisons of two numbers, each as `$row!(name, |a, b| result)`. The plain ones are false if an operand is a NaN,
/// those with `u` are true; `num` and `nan` ask just that.
macro_rules! comparisons {
    ($row:ident) => {
        $row!("eq", |a, b| a == b);
        $row!("ne", |a, b| a != b && !a.is_nan() && !b.is_nan());
        $row!("lt", |a, b| a < b);
        $row!("le", |a, b| a <= b);
        $row!("gt", |a, b| a > b);
        $row!("ge", |a, b| a >= b);
        $row!("equ", |a, b| a == b || a.is_nan() || b.is_nan());
        $row!("neu", |a, b| a != b);
        $row!("ltu", |a, b| a < b || a.is_nan() || b.is_nan());
        $row!("leu", |a, b| a <= b || a.is_nan() || b.is_nan());
        $row!("gtu", |a, b| a > b || a.is_nan() || b.is_nan());
        $row!("geu", |a, b| a >= b || a.is_nan() || b.is_nan());
        $row!("num", |a, b| !a.is_nan() && !b.is_nan());
        $row!("nan", |a, b| a.is_nan() || b.is_nan());
    };
}

fn add_float_comparisons(t: &mut Table) {
    fn rows<T: Operand + 'static>(t: &mut Table, section: &'static str, ty: &str) {
        macro_rules! compare {
            ($name:literal, |$a:ident, $b:ident| $body:expr) => {
                value!(t, section, format!("setp.{}.{ty}", $name), |a: T, b: T| -> pred {
                    let ($a, $b) = (a.number(), b.number());
                    $body
                })
            };
        }
        comparisons!(compare);
    }
    rows::<f32>(t, "9.7.6.2 setp", "f32");
    rows::<Flushed>(t, "9.7.6.2 setp", "ftz.f32");
    rows::<f64>(t, "9.7.6.2 setp", "f64");
    rows::<f16>(t, "9.7.7.2 setp", "f16");
}

/// The first predicate is that of the lower halves.
fn add_packed_comparisons(t: &mut Table) {
    macro_rules! compare {
        ($name:literal, |$a:ident, $b:ident| $body:expr) => {
            t.add(
                "9.7.7.2 setp",
                concat!("setp.", $name, ".f16x2"),
                Does::ComparePair(|a, b| {
                    let (a, b) = (f16x2::of(a), f16x2::of(b));
                    [0, 1].map(|half| {
                        let ($a, $b) = (a[half].number(), b[half].number());
                        $body
                    })
                }),
            )
        };
    }
    comparisons!(compare);
}
