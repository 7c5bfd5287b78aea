//! Floating-point arithmetic, strict: no contraction, signs and NaNs as the host has them.
//!
//! What only moves or tests bits (negation, absolute value, copysign, the test for NaN) is done on integers: float
//! instructions may flush denormals or assume that there are no NaNs, depending on modes that not every device offers.
//!
//! No driver gets to see a zero among its constants. Mesa's LLVM-based compiler, for one, takes `x * 0.0` for `0.0` and
//! `x + 0.0` for `x` whatever the decorations say, which is wrong for negative numbers, infinities and NaNs. Zeros come
//! from constants and, where drivers unroll loops, from integers; both meet the zero of the push constants.

use rspirv::spirv::{GlslStd450Op, Op, Word};

use crate::cursor::Cursor;
use crate::integer;
use crate::scalar::{Scalar, Typed};

pub(crate) fn add(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    c.float_op(Op::FAdd, ty, &args)
}

pub(crate) fn sub(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    c.float_op(Op::FSub, ty, &args)
}

pub(crate) fn mul(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    c.float_op(Op::FMul, ty, &args)
}

pub(crate) fn div(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    c.float_op(Op::FDiv, ty, &args)
}

/// One operation only on devices that have it: whoever needs one rounding has it written out before (`region-expand-fma`).
pub(crate) fn fma(c: &mut Cursor, ty: Scalar, args: [Word; 3]) -> Word {
    c.extended_op(GlslStd450Op::Fma, ty, &args)
}

/// The constant with the representation `bits`.
pub(crate) fn constant(c: &mut Cursor, ty: Scalar, bits: u64) -> Word {
    let constant = c.constant(ty, bits);
    if bits & !sign_mask(ty) == 0 { hidden(c, constant, ty) } else { constant }
}

/// The same value, which no driver can know to be a constant.
pub(crate) fn hidden(c: &mut Cursor, float: Word, ty: Scalar) -> Word {
    if c.module.is_bare() {
        return float;
    }
    let bits = c.bitcast(Typed { id: float, scalar: ty }, ty.as_integer());
    let bits = integer::hidden(c, bits, ty.as_integer());
    from_bits(c, bits, ty)
}

fn sign_mask(ty: Scalar) -> u64 {
    1 << (ty.bits() - 1)
}

/// The representation of infinity: all exponent bits.
fn infinity_bits(ty: Scalar) -> u64 {
    if ty == Scalar::F32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits() }
}

/// `float`'s bits combined with a constant.
fn on_bits(c: &mut Cursor, float: Typed, opcode: Op, mask: u64) -> Word {
    let bits_type = float.scalar.as_integer();
    let bits = c.bitcast(float, bits_type);
    let mask = c.constant(bits_type, mask);
    c.op(opcode, bits_type, &[bits, mask])
}

fn from_bits(c: &mut Cursor, bits: Word, ty: Scalar) -> Word {
    c.bitcast(Typed { id: bits, scalar: ty.as_integer() }, ty)
}

pub(crate) fn negate(c: &mut Cursor, value: Typed, ty: Scalar) -> Word {
    let bits = on_bits(c, value, Op::BitwiseXor, sign_mask(ty));
    from_bits(c, bits, ty)
}

pub(crate) fn absolute(c: &mut Cursor, value: Typed, ty: Scalar) -> Word {
    let bits = on_bits(c, value, Op::BitwiseAnd, !sign_mask(ty));
    from_bits(c, bits, ty)
}

pub(crate) fn copysign(c: &mut Cursor, ty: Scalar, [magnitude, sign]: [Word; 2]) -> Word {
    let magnitude = on_bits(c, Typed { id: magnitude, scalar: ty }, Op::BitwiseAnd, !sign_mask(ty));
    let sign = on_bits(c, Typed { id: sign, scalar: ty }, Op::BitwiseAnd, sign_mask(ty));
    let bits = c.op(Op::BitwiseOr, ty.as_integer(), &[magnitude, sign]);
    from_bits(c, bits, ty)
}

/// As exact as the device's: the runtime's numerics self-test decides whether kernels with it may run there.
pub(crate) fn sqrt(c: &mut Cursor, value: Typed, ty: Scalar) -> Word {
    c.extended_op(GlslStd450Op::Sqrt, ty, &[value.id])
}

pub(crate) fn floor(c: &mut Cursor, value: Typed, ty: Scalar) -> Word {
    if ty == Scalar::F64 {
        one_back(c, value, Op::FOrdGreaterThan, -1.)
    } else {
        rounded(c, GlslStd450Op::Floor, value, ty)
    }
}

pub(crate) fn ceil(c: &mut Cursor, value: Typed, ty: Scalar) -> Word {
    if ty == Scalar::F64 { one_back(c, value, Op::FOrdLessThan, 1.) } else { rounded(c, GlslStd450Op::Ceil, value, ty) }
}

pub(crate) fn trunc(c: &mut Cursor, value: Typed, ty: Scalar) -> Word {
    if ty == Scalar::F64 { without_fraction(c, value) } else { rounded(c, GlslStd450Op::Trunc, value, ty) }
}

/// Doubles have no place for a fraction beside 2^52: the sum with it is rounded as sums are, to nearest, ties to even.
pub(crate) fn round_even(c: &mut Cursor, value: Typed, ty: Scalar) -> Word {
    if ty != Scalar::F64 {
        return rounded(c, GlslStd450Op::RoundEven, value, ty);
    }
    let magnitude = absolute(c, value, ty);
    let whole = constant(c, ty, WHOLE.to_bits());
    let sum = add(c, ty, [magnitude, whole]);
    let integer = sub(c, ty, [sum, whole]);
    let integer = copysign(c, ty, [integer, value.id]);
    let has_fraction = c.op(Op::FOrdLessThan, Scalar::Bool, &[magnitude, whole]);
    c.select(ty, has_fraction, integer, value.id)
}

/// Whichever way a number is rounded to an integer, it keeps its sign.
fn rounded(c: &mut Cursor, operation: GlslStd450Op, value: Typed, ty: Scalar) -> Word {
    let integer = c.extended_op(operation, ty, &[value.id]);
    if c.module.is_bare() { integer } else { copysign(c, ty, [integer, value.id]) }
}

/// 2^52: doubles from here on are integers.
const WHOLE: f64 = 4_503_599_627_370_496.;

/// Rounds a double to zero: clears the bits of its fraction. Mesa 22 rounds -0.0 to +0.0 on some processors, and leaves
/// 2^51 + 0.5 as it is on others, so the device is not asked to round doubles.
fn without_fraction(c: &mut Cursor, value: Typed) -> Word {
    const MANTISSA_BITS: u64 = 52;
    const BIAS: u64 = 1023;
    let int = Scalar::I64;
    let [zero, bias, width] = [0, BIAS, MANTISSA_BITS].map(|it| c.constant(int, it));
    let magnitude = on_bits(c, value, Op::BitwiseAnd, !sign_mask(value.scalar));
    let biased = c.op(Op::ShiftRightLogical, int, &[magnitude, width]);
    let exponent = c.op(Op::ISub, int, &[biased, bias]);
    let is_small = c.op(Op::SLessThan, Scalar::Bool, &[exponent, zero]);
    let is_whole = c.op(Op::SGreaterThanEqual, Scalar::Bool, &[exponent, width]);
    let has_none = c.op(Op::LogicalOr, Scalar::Bool, &[is_small, is_whole]);
    let shift = c.select(int, has_none, zero, exponent);
    let ones = c.constant(int, (1 << MANTISSA_BITS) - 1);
    let fraction = c.op(Op::ShiftRightLogical, int, &[ones, shift]);
    let whole = c.op(Op::Not, int, &[fraction]);
    let bits = c.bitcast(value, int);
    let cut = c.op(Op::BitwiseAnd, int, &[bits, whole]);
    let signed_zero = on_bits(c, value, Op::BitwiseAnd, sign_mask(value.scalar));
    let bits = c.select(int, is_whole, bits, cut);
    let bits = c.select(int, is_small, signed_zero, bits);
    from_bits(c, bits, value.scalar)
}

/// A double rounded to zero, and moved by `step` where `compares` holds of the rounded one and the double: there, zero was the wrong
/// direction.
fn one_back(c: &mut Cursor, value: Typed, compares: Op, step: f64) -> Word {
    let integer = without_fraction(c, value);
    let step = constant(c, value.scalar, step.to_bits());
    let next = add(c, value.scalar, [integer, step]);
    let is_behind = c.op(compares, Scalar::Bool, &[integer, value.id]);
    c.select(value.scalar, is_behind, next, integer)
}

fn is_nan(c: &mut Cursor, value: Typed) -> Word {
    let magnitude = on_bits(c, value, Op::BitwiseAnd, !sign_mask(value.scalar));
    let infinity = c.constant(value.scalar.as_integer(), infinity_bits(value.scalar));
    c.op(Op::UGreaterThan, Scalar::Bool, &[magnitude, infinity])
}

fn unordered(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    let [a, b] = args.map(|id| is_nan(c, Typed { id, scalar: ty }));
    c.op(Op::LogicalOr, Scalar::Bool, &[a, b])
}

/// `arith.cmpf` with the predicate of that number; none if there is no such predicate.
pub(crate) fn compare(c: &mut Cursor, predicate: i64, ty: Scalar, args: [Word; 2]) -> Option<Word> {
    let opcode = match predicate {
        0 => return Some(c.constant(Scalar::Bool, 0)),
        1 => Op::FOrdEqual,
        2 => Op::FOrdGreaterThan,
        3 => Op::FOrdGreaterThanEqual,
        4 => Op::FOrdLessThan,
        5 => Op::FOrdLessThanEqual,
        6 => Op::FOrdNotEqual,
        7 => {
            let unordered = unordered(c, ty, args);
            return Some(c.op(Op::LogicalNot, Scalar::Bool, &[unordered]));
        }
        8 => Op::FUnordEqual,
        9 => Op::FUnordGreaterThan,
        10 => Op::FUnordGreaterThanEqual,
        11 => Op::FUnordLessThan,
        12 => Op::FUnordLessThanEqual,
        13 => Op::FUnordNotEqual,
        14 => return Some(unordered(c, ty, args)),
        15 => return Some(c.constant(Scalar::Bool, 1)),
        _ => return None,
    };
    Some(c.float_op(opcode, Scalar::Bool, &args))
}
