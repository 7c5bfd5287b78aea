//! Integer arithmetic with LLVM's semantics. On `Bool` (`i1`) the logical instructions or 32 bits stand in.
//!
//! Vulkan leaves `OpSRem` and `OpSMod` undefined for negative operands, so remainders come from quotients.

use rspirv::spirv::{Op, Word};

use crate::convert;
use crate::cursor::Cursor;
use crate::module::PushConstant;
use crate::scalar::{Scalar, Typed};

/// The instruction of a binary operation on integers and the one on `Bool`, where sums are modulo 2.
fn logic(c: &mut Cursor, ty: Scalar, [a, b]: [Word; 2], integer: Op, boolean: Op) -> Word {
    c.op(if ty == Scalar::Bool { boolean } else { integer }, ty, &[a, b])
}

pub(crate) fn add(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    logic(c, ty, args, Op::IAdd, Op::LogicalNotEqual)
}

pub(crate) fn sub(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    logic(c, ty, args, Op::ISub, Op::LogicalNotEqual)
}

pub(crate) fn mul(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    logic(c, ty, args, Op::IMul, Op::LogicalAnd)
}

pub(crate) fn and(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    logic(c, ty, args, Op::BitwiseAnd, Op::LogicalAnd)
}

pub(crate) fn or(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    logic(c, ty, args, Op::BitwiseOr, Op::LogicalOr)
}

pub(crate) fn xor(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    logic(c, ty, args, Op::BitwiseXor, Op::LogicalNotEqual)
}

/// Whether the most significant bit of an operand is its sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

/// Runs `operation` in 32 bits if the type is `Bool`.
fn widened(
    c: &mut Cursor,
    ty: Scalar,
    args: [Word; 2],
    sign: Sign,
    operation: fn(&mut Cursor, Scalar, [Word; 2]) -> Word,
) -> Word {
    if ty != Scalar::Bool {
        return operation(c, ty, args);
    }
    let wide = args.map(|id| widen(c, id, sign));
    let id = operation(c, Scalar::I32, wide);
    convert::truncate(c, Typed { id, scalar: Scalar::I32 }, Scalar::Bool)
}

fn widen(c: &mut Cursor, id: Word, sign: Sign) -> Word {
    let value = Typed { id, scalar: Scalar::Bool };
    match sign {
        Sign::Signed => convert::sign_extend(c, value, Scalar::I32),
        Sign::Unsigned => convert::zero_extend(c, value, Scalar::I32),
    }
}

pub(crate) fn divsi(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Signed, |c, ty, args| c.op(Op::SDiv, ty, &args))
}

pub(crate) fn divui(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Unsigned, |c, ty, args| c.op(Op::UDiv, ty, &args))
}

pub(crate) fn remsi(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Signed, |c, ty, args| {
        let quotient = c.op(Op::SDiv, ty, &args);
        remainder(c, ty, args, quotient)
    })
}

pub(crate) fn remui(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Unsigned, |c, ty, args| c.op(Op::UMod, ty, &args))
}

/// `a - quotient * b`.
fn remainder(c: &mut Cursor, ty: Scalar, [a, b]: [Word; 2], quotient: Word) -> Word {
    let product = c.op(Op::IMul, ty, &[quotient, b]);
    c.op(Op::ISub, ty, &[a, product])
}

pub(crate) fn floordivsi(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    // The quotient was rounded up if there is a remainder and its sign is not the divisor's.
    widened(c, ty, args, Sign::Signed, |c, ty, args| adjusted_quotient(c, ty, args, Op::SLessThan, u64::MAX))
}

pub(crate) fn ceildivsi(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    // The quotient was rounded down if there is a remainder and its sign is the divisor's.
    widened(c, ty, args, Sign::Signed, |c, ty, args| adjusted_quotient(c, ty, args, Op::SGreaterThanEqual, 1))
}

/// The quotient, plus `step` if the remainder is not zero and `remainder ^ divisor` compares with zero as given.
fn adjusted_quotient(c: &mut Cursor, ty: Scalar, args: [Word; 2], signs: Op, step: u64) -> Word {
    let quotient = c.op(Op::SDiv, ty, &args);
    let remainder = remainder(c, ty, args, quotient);
    let zero = c.constant(ty, 0);
    let inexact = c.op(Op::INotEqual, Scalar::Bool, &[remainder, zero]);
    let mixed = c.op(Op::BitwiseXor, ty, &[remainder, args[1]]);
    let wrong_way = c.op(signs, Scalar::Bool, &[mixed, zero]);
    let adjust = c.op(Op::LogicalAnd, Scalar::Bool, &[inexact, wrong_way]);
    add_if(c, ty, quotient, adjust, step)
}

pub(crate) fn ceildivui(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Unsigned, |c, ty, args| {
        let quotient = c.op(Op::UDiv, ty, &args);
        let remainder = remainder(c, ty, args, quotient);
        let zero = c.constant(ty, 0);
        let inexact = c.op(Op::INotEqual, Scalar::Bool, &[remainder, zero]);
        add_if(c, ty, quotient, inexact, 1)
    })
}

fn add_if(c: &mut Cursor, ty: Scalar, value: Word, condition: Word, step: u64) -> Word {
    let step = c.constant(ty, step);
    let sum = c.op(Op::IAdd, ty, &[value, step]);
    c.select(ty, condition, sum, value)
}

pub(crate) fn shli(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Unsigned, |c, ty, args| c.op(Op::ShiftLeftLogical, ty, &args))
}

pub(crate) fn shrui(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Unsigned, |c, ty, args| c.op(Op::ShiftRightLogical, ty, &args))
}

pub(crate) fn shrsi(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    // A shift of an i1 by one is poison, so its distance of 1 never becomes -1 here in a program that has a meaning.
    widened(c, ty, args, Sign::Signed, |c, ty, args| c.op(Op::ShiftRightArithmetic, ty, &args))
}

/// The same value, of which no driver can know where it comes from.
pub(crate) fn hidden(c: &mut Cursor, value: Word, ty: Scalar) -> Word {
    if c.module.is_bare() {
        return value;
    }
    let zero = c.push_constant(PushConstant::Zero);
    let zero = convert::truncate(c, Typed { id: zero, scalar: Scalar::I64 }, ty);
    c.op(Op::BitwiseOr, ty, &[value, zero])
}

/// A comparison. Mesa 22 takes `(long)x < 1`, with x of 32 bits, for false whatever x is: it must not see the extension.
fn compared(c: &mut Cursor, opcode: Op, ty: Scalar, args: [Word; 2]) -> Word {
    let args = args.map(|arg| if ty == Scalar::I64 && c.module.is_extended(arg) { hidden(c, arg, ty) } else { arg });
    c.op(opcode, Scalar::Bool, &args)
}

/// The first argument if it compares with the second as given, else the second.
fn chosen(c: &mut Cursor, ty: Scalar, [a, b]: [Word; 2], comparison: Op) -> Word {
    let first = compared(c, comparison, ty, [a, b]);
    c.select(ty, first, a, b)
}

pub(crate) fn maxsi(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Signed, |c, ty, args| chosen(c, ty, args, Op::SGreaterThan))
}

pub(crate) fn minsi(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Signed, |c, ty, args| chosen(c, ty, args, Op::SLessThan))
}

pub(crate) fn maxui(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Unsigned, |c, ty, args| chosen(c, ty, args, Op::UGreaterThan))
}

pub(crate) fn minui(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> Word {
    widened(c, ty, args, Sign::Unsigned, |c, ty, args| chosen(c, ty, args, Op::ULessThan))
}

/// The sum and whether it wrapped.
pub(crate) fn add_with_carry(c: &mut Cursor, ty: Scalar, args: [Word; 2]) -> [Word; 2] {
    let sum = add(c, ty, args);
    let carry = if ty == Scalar::Bool {
        c.op(Op::LogicalAnd, Scalar::Bool, &args)
    } else {
        c.op(Op::ULessThan, Scalar::Bool, &[sum, args[0]])
    };
    [sum, carry]
}

/// `arith.cmpi` with the predicate of that number; none if there is no such predicate.
pub(crate) fn compare(c: &mut Cursor, predicate: i64, ty: Scalar, args: [Word; 2]) -> Option<Word> {
    let (opcode, sign) = match predicate {
        0 if ty == Scalar::Bool => return Some(c.op(Op::LogicalEqual, ty, &args)),
        1 if ty == Scalar::Bool => return Some(c.op(Op::LogicalNotEqual, ty, &args)),
        0 => (Op::IEqual, Sign::Unsigned),
        1 => (Op::INotEqual, Sign::Unsigned),
        2 => (Op::SLessThan, Sign::Signed),
        3 => (Op::SLessThanEqual, Sign::Signed),
        4 => (Op::SGreaterThan, Sign::Signed),
        5 => (Op::SGreaterThanEqual, Sign::Signed),
        6 => (Op::ULessThan, Sign::Unsigned),
        7 => (Op::ULessThanEqual, Sign::Unsigned),
        8 => (Op::UGreaterThan, Sign::Unsigned),
        9 => (Op::UGreaterThanEqual, Sign::Unsigned),
        _ => return None,
    };
    let args = if ty == Scalar::Bool { args.map(|id| widen(c, id, sign)) } else { args };
    Some(compared(c, opcode, ty, args))
}
