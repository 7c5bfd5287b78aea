//! Conversions between scalar types with LLVM's semantics.
//!
//! 8- and 16-bit integers meet floats through 32 bits: fewer driver paths, the same values.

use rspirv::spirv::{Op, Word};

use crate::cursor::Cursor;
use crate::float;
use crate::scalar::{Scalar, Typed};

pub(crate) fn zero_extend(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    match value.scalar {
        from if from == to => value.id,
        Scalar::Bool => number_if(c, value.id, to, 1),
        _ => c.op(Op::UConvert, to, &[value.id]),
    }
}

pub(crate) fn sign_extend(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    match value.scalar {
        from if from == to => value.id,
        Scalar::Bool => number_if(c, value.id, to, u64::MAX),
        from => {
            let id = c.op(Op::SConvert, to, &[value.id]);
            if (from, to) == (Scalar::I32, Scalar::I64) {
                c.module.note_extended(id);
            }
            id
        }
    }
}

pub(crate) fn truncate(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    match to {
        _ if value.scalar == to => value.id,
        Scalar::Bool => {
            let (one, zero) = (c.constant(value.scalar, 1), c.constant(value.scalar, 0));
            let low = c.op(Op::BitwiseAnd, value.scalar, &[value.id, one]);
            c.op(Op::INotEqual, Scalar::Bool, &[low, zero])
        }
        _ => c.op(Op::UConvert, to, &[value.id]),
    }
}

/// `arith.index_cast`.
pub(crate) fn resize_signed(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    if value.scalar.bits() < to.bits() { sign_extend(c, value, to) } else { truncate(c, value, to) }
}

/// `arith.index_castui`.
pub(crate) fn resize_unsigned(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    if value.scalar.bits() < to.bits() { zero_extend(c, value, to) } else { truncate(c, value, to) }
}

/// `number` of type `ty` where `condition` holds, else zero.
fn number_if(c: &mut Cursor, condition: Word, ty: Scalar, number: u64) -> Word {
    let (number, zero) = (c.constant(ty, number), c.constant(ty, 0));
    c.select(ty, condition, number, zero)
}

pub(crate) fn signed_to_float(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    let wide = if value.scalar.bits() < 32 { sign_extend(c, value, Scalar::I32) } else { value.id };
    let float = c.float_op(Op::ConvertSToF, to, &[wide]);
    float::hidden(c, float, to)
}

pub(crate) fn unsigned_to_float(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    let wide = if value.scalar.bits() < 32 { zero_extend(c, value, Scalar::I32) } else { value.id };
    let float = c.float_op(Op::ConvertUToF, to, &[wide]);
    float::hidden(c, float, to)
}

pub(crate) fn float_to_signed(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    float_to_integer(c, value, to, Op::ConvertFToS)
}

pub(crate) fn float_to_unsigned(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    float_to_integer(c, value, to, Op::ConvertFToU)
}

fn float_to_integer(c: &mut Cursor, value: Typed, to: Scalar, opcode: Op) -> Word {
    let scalar = if to.bits() < 32 { Scalar::I32 } else { to };
    let id = c.float_op(opcode, scalar, &[value.id]);
    truncate(c, Typed { id, scalar }, to)
}

/// `arith.extf` and `arith.truncf`.
pub(crate) fn float_to_float(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    if value.scalar == to { value.id } else { c.float_op(Op::FConvert, to, &[value.id]) }
}

pub(crate) fn bitcast(c: &mut Cursor, value: Typed, to: Scalar) -> Word {
    c.bitcast(value, to)
}
