//! `region-expand-half`: write conversions from and to `f16` out for a target that has no such type.
//!
//! ```text
//!     before                                       after
//!     %h = arith.bitcast %bits : i16 to f16        %w = arith.extui %bits : i16 to i32
//!     %x = arith.extf %h : f16 to f32              ...; %x = arith.bitcast ... : i32 to f32
//!     %h = arith.truncf %x : f32 to f16            %b = arith.bitcast %x : f32 to i32
//!     %bits = arith.bitcast %h : f16 to i16        ...; %bits = arith.trunci ... : i32 to i16
//! ```
//!
//! Legal if:  always: the same values, subnormal ones among them, rounded once, to nearest even. Any NaN stands for any other.
//! Needs:     nothing. For Vulkan kernels alone, whose devices need not have 16-bit floats, or not subnormal ones.
//! Declines:  arithmetic on halves; it stays for the back end to refuse. Comparisons and choices, which the canonicalizer makes of
//!            those of floats, are written out as well.
//! Source:    IEEE 754-2019, 3.6 and 5.4.2.

use std::collections::HashMap;

use melior::ir::attribute::FloatAttribute;
use melior::ir::{TypeLike, ValueLike};
use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::{Failure, Pass};

#[derive(Clone, Default)]
pub struct ExpandHalf;

impl Pass for ExpandHalf {
    const ARG: &'static str = "region-expand-half";
    const DESC: &'static str = "write conversions from and to f16 out for targets that do not have it";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        expand_half(module);
        Ok(())
    }
}

/// Writes out every conversion in `root` from a half whose bits are known or can be computed.
pub fn expand_half(root: Op<'_>) {
    let mut halves = Halves::default();
    for op in USERS.into_iter().flat_map(|name| ir::find_all(root, name)).collect::<Vec<_>>() {
        halves.used(op);
    }
    // Later ones first: their operands are halves too.
    let written: Vec<_> = MAKERS.into_iter().flat_map(|name| ir::find_all(root, name).into_iter().rev()).collect();
    for op in written {
        let result = ir::result(op);
        if is_half(result) && ir::uses(result).is_empty() {
            ir::erase(op);
        }
    }
}

/// What reads halves, and what makes them, users before what they use.
const USERS: [&str; 5] = ["arith.extf", "arith.bitcast", "arith.fptosi", "arith.fptoui", "arith.cmpf"];
const MAKERS: [&str; 6] =
    ["arith.select", "arith.bitcast", "arith.truncf", "arith.constant", "arith.sitofp", "arith.uitofp"];

/// The bits of halves, each computed once, where the half is.
#[derive(Default)]
struct Halves<'c> {
    bits: HashMap<usize, Val<'c>>,
}

impl<'c> Halves<'c> {
    /// Has `op` read the bits or the `f32` of its halves.
    fn used(&mut self, op: Op<'c>) {
        let b = Builder::before(op);
        for (index, half) in ir::operands(op).into_iter().enumerate().filter(|(_, operand)| is_half(*operand)) {
            let Some(bits) = self.bits(half) else { return };
            match ir::name(op) {
                "arith.bitcast" => ir::replace_op(op, &[bits]),
                "arith.extf" if ir::result(op).r#type().is_f32() => ir::replace_op(op, &[widened(b, bits)]),
                _ => ir::set_operand(op, index, widened(b, bits)),
            }
        }
    }

    fn bits(&mut self, half: Val<'c>) -> Option<Val<'c>> {
        let key = half.to_raw().ptr as usize;
        if let Some(bits) = self.bits.get(&key) {
            return Some(*bits);
        }
        let op = ir::defining_op(half)?;
        let b = Builder::before(op);
        let bits = match ir::name(op) {
            "arith.bitcast" => *ir::operands(op).first()?,
            "arith.constant" => narrowed(b, b.constant_float(b.f32(), constant(op)?)),
            "arith.truncf" => {
                let wide = *ir::operands(op).first()?;
                match wide.r#type() {
                    ty if ty.is_f32() => narrowed(b, wide),
                    ty if ty.is_f64() => narrowed(b, single_to_odd(b, wide)),
                    _ => return None,
                }
            }
            name @ ("arith.sitofp" | "arith.uitofp") => {
                // Exact up to 2^24, and what lies above is infinite.
                narrowed(b, b.cast(name, *ir::operands(op).first()?, b.f32()))
            }
            "arith.select" => {
                let [condition, yes, no] = ir::operands(op).try_into().ok()?;
                let (yes, no) = (self.bits(yes)?, self.bits(no)?);
                b.select(condition, yes, no)
            }
            _ => return None,
        };
        self.bits.insert(key, bits);
        Some(bits)
    }
}

fn is_half(value: Val<'_>) -> bool {
    value.r#type().is_f16()
}

/// The value of an `arith.constant : f16`.
fn constant(op: Op<'_>) -> Option<f64> {
    FloatAttribute::try_from(ir::attr(op, "value")?).ok().map(|value| value.value())
}

/// The `f32` of a half's `i16`.
fn widened<'c>(b: Builder<'c>, bits: Val<'c>) -> Val<'c> {
    let code = Code(b);
    let bits = b.cast("arith.extui", bits, b.int(32));
    let sign = code.shift_left(code.and(bits, 0x8000), 16);
    let magnitude = code.and(bits, 0x7fff);
    let shifted = code.shift_left(magnitude, MORE_DIGITS);
    let normal = code.plus(shifted, BIAS_DIFFERENCE);
    let special = code.or(shifted, code.int(INFINITY));
    let count = b.cast("arith.uitofp", magnitude, b.f32());
    let subnormal = code.bits(b.binary("arith.mulf", count, b.constant_float(b.f32(), SMALLEST)));
    let finite = code.if_below(magnitude, FIRST_NORMAL, subnormal, normal);
    let value = code.if_below(magnitude, HALF_INFINITY, finite, special);
    b.cast("arith.bitcast", code.or(sign, value), b.f32())
}

/// The `i16` of an `f32` rounded to a half.
fn narrowed<'c>(b: Builder<'c>, single: Val<'c>) -> Val<'c> {
    let code = Code(b);
    let bits = code.bits(single);
    let sign = code.and(code.shift_right(bits, 16), 0x8000);
    let magnitude = code.and(bits, 0x7fff_ffff);
    // Beside one half the last digit of a float is the smallest half: the sum is rounded where the half is.
    let beside = b.binary("arith.addf", b.cast("arith.bitcast", magnitude, b.f32()), b.constant_float(b.f32(), 0.5));
    let subnormal = code.plus(code.bits(beside), -ONE_HALF);
    let rebased = code.plus(magnitude, -BIAS_DIFFERENCE);
    let is_odd = code.and(code.shift_right(rebased, MORE_DIGITS), 1);
    let normal = code.shift_right(b.addi(code.plus(rebased, 0xfff), is_odd), MORE_DIGITS);
    let normal = code.if_below(normal, HALF_INFINITY, normal, code.int(HALF_INFINITY));
    let number = code.if_below(magnitude, BIAS_DIFFERENCE + (1 << 23), subnormal, normal);
    let value = code.if_below(magnitude, INFINITY + 1, number, code.int(HALF_NAN));
    b.cast("arith.trunci", code.or(sign, value), b.int(16))
}

/// An `f32` that rounds to the half that the `f64` does: its last digit says whether any was lost. Too small ones are zero.
fn single_to_odd<'c>(b: Builder<'c>, double: Val<'c>) -> Val<'c> {
    let long = |value| b.constant_int(b.int(64), value);
    let bits = b.cast("arith.bitcast", double, b.int(64));
    let sign = b.binary("arith.shrui", bits, long(32));
    let sign = Code(b).and(b.cast("arith.trunci", sign, b.int(32)), i32::MIN.into());
    let magnitude = b.binary("arith.andi", bits, long(i64::MAX));
    let lost = b.binary("arith.andi", magnitude, long((1 << 29) - 1));
    let is_inexact = b.cast("arith.extui", b.cmpi(CmpI::Ne, lost, long(0)), b.int(64));
    let kept = b.binary("arith.shrui", magnitude, long(29));
    let rebased = b.subi(b.binary("arith.ori", kept, is_inexact), long((1023 - 127) << 23));
    let value = b.cast("arith.trunci", rebased, b.int(32));
    let below = |limit: f64| b.cmpi(CmpI::Ult, magnitude, long(limit.to_bits().cast_signed()));
    let value = b.select(below(f64::from(f32::MIN_POSITIVE)), Code(b).int(0), value);
    let value = b.select(below(f64::from(1 << 17)), value, Code(b).int(INFINITY));
    let is_number = b.cmpi(CmpI::Ule, magnitude, long(f64::INFINITY.to_bits().cast_signed()));
    let value = b.select(is_number, value, Code(b).int(INFINITY + 1));
    b.cast("arith.bitcast", Code(b).or(sign, value), b.f32())
}

/// By how many digits a float's fraction is longer.
const MORE_DIGITS: i64 = 13;
/// What the exponents' biases differ by, where a float has its exponent.
const BIAS_DIFFERENCE: i64 = (127 - 15) << 23;
const INFINITY: i64 = 0x7f80_0000;
const ONE_HALF: i64 = 0x3f00_0000;
/// Halves.
const SMALLEST: f64 = 1.0 / (1 << 24) as f64;
const FIRST_NORMAL: i64 = 0x0400;
const HALF_INFINITY: i64 = 0x7c00;
const HALF_NAN: i64 = 0x7e00;

/// Operations on `i32` with constants.
#[derive(Clone, Copy)]
struct Code<'c>(Builder<'c>);

impl<'c> Code<'c> {
    fn int(self, value: i64) -> Val<'c> {
        self.0.constant_int(self.0.int(32), value)
    }

    fn bits(self, single: Val<'c>) -> Val<'c> {
        self.0.cast("arith.bitcast", single, self.0.int(32))
    }

    fn and(self, a: Val<'c>, mask: i64) -> Val<'c> {
        self.0.binary("arith.andi", a, self.int(mask))
    }

    fn or(self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.0.binary("arith.ori", a, b)
    }

    fn plus(self, a: Val<'c>, constant: i64) -> Val<'c> {
        self.0.addi(a, self.int(constant))
    }

    fn shift_left(self, a: Val<'c>, by: i64) -> Val<'c> {
        self.0.binary("arith.shli", a, self.int(by))
    }

    fn shift_right(self, a: Val<'c>, by: i64) -> Val<'c> {
        self.0.binary("arith.shrui", a, self.int(by))
    }

    /// `yes` if `a`, unsigned, is below `limit`.
    fn if_below(self, a: Val<'c>, limit: i64, yes: Val<'c>, no: Val<'c>) -> Val<'c> {
        self.0.select(self.0.cmpi(CmpI::Ult, a, self.int(limit)), yes, no)
    }
}
