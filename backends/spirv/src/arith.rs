//! `arith` and `math` on scalars: which lowering an operation has, and the few that look at attributes.

use melior::ir::attribute::FloatAttribute;
use raddle_dialects::{self as mlir, ir};
use rspirv::spirv::Word;

use crate::cursor::{Cursor, Rounding};
use crate::error::SpirvError;
use crate::scalar::{Scalar, Typed};
use crate::{convert, float, integer, read};

/// How an operation becomes instructions.
#[derive(Clone, Copy)]
pub(crate) enum Lowering {
    /// Operands and result have one type.
    Binary(fn(&mut Cursor, Scalar, [Word; 2]) -> Word),
    Ternary(fn(&mut Cursor, Scalar, [Word; 3]) -> Word),
    /// From the operand to the result's type.
    Unary(fn(&mut Cursor, Typed, Scalar) -> Word),
    Constant,
    CompareIntegers,
    CompareFloats,
    Select,
    AddWithCarry,
}

/// The lowering of the operation called `name`, if it has one.
pub(crate) fn lowering(name: &str) -> Option<Lowering> {
    use Lowering::{Binary, Ternary, Unary};
    Some(match name {
        "arith.addi" => Binary(integer::add),
        "arith.subi" => Binary(integer::sub),
        "arith.muli" => Binary(integer::mul),
        "arith.divsi" => Binary(integer::divsi),
        "arith.divui" => Binary(integer::divui),
        "arith.ceildivsi" => Binary(integer::ceildivsi),
        "arith.ceildivui" => Binary(integer::ceildivui),
        "arith.floordivsi" => Binary(integer::floordivsi),
        "arith.remsi" => Binary(integer::remsi),
        "arith.remui" => Binary(integer::remui),
        "arith.andi" => Binary(integer::and),
        "arith.ori" => Binary(integer::or),
        "arith.xori" => Binary(integer::xor),
        "arith.shli" => Binary(integer::shli),
        "arith.shrsi" => Binary(integer::shrsi),
        "arith.shrui" => Binary(integer::shrui),
        "arith.maxsi" => Binary(integer::maxsi),
        "arith.maxui" => Binary(integer::maxui),
        "arith.minsi" => Binary(integer::minsi),
        "arith.minui" => Binary(integer::minui),
        "arith.addf" => Binary(float::add),
        "arith.subf" => Binary(float::sub),
        "arith.mulf" => Binary(float::mul),
        "arith.divf" => Binary(float::div),
        "arith.negf" => Unary(float::negate),
        "arith.extsi" => Unary(convert::sign_extend),
        "arith.extui" => Unary(convert::zero_extend),
        "arith.trunci" => Unary(convert::truncate),
        "arith.index_cast" => Unary(convert::resize_signed),
        "arith.index_castui" => Unary(convert::resize_unsigned),
        "arith.sitofp" => Unary(convert::signed_to_float),
        "arith.uitofp" => Unary(convert::unsigned_to_float),
        "arith.fptosi" => Unary(convert::float_to_signed),
        "arith.fptoui" => Unary(convert::float_to_unsigned),
        "arith.extf" | "arith.truncf" => Unary(convert::float_to_float),
        "arith.bitcast" => Unary(convert::bitcast),
        "arith.constant" => Lowering::Constant,
        "arith.cmpi" => Lowering::CompareIntegers,
        "arith.cmpf" => Lowering::CompareFloats,
        "arith.select" => Lowering::Select,
        "arith.addui_extended" => Lowering::AddWithCarry,
        "math.absf" => Unary(float::absolute),
        "math.ceil" => Unary(float::ceil),
        "math.copysign" => Binary(float::copysign),
        "math.fma" => Ternary(float::fma),
        "math.floor" => Unary(float::floor),
        "math.roundeven" => Unary(float::round_even),
        "math.sqrt" => Unary(float::sqrt),
        "math.trunc" => Unary(float::trunc),
        _ => return None,
    })
}

/// The ids of `op`'s results.
pub(crate) fn lower(
    c: &mut Cursor,
    op: mlir::Op,
    lowering: Lowering,
    args: &[Typed],
    result: Scalar,
) -> Result<Vec<Word>, SpirvError> {
    // MLIR's default, round to nearest even, is number 0.
    if ir::i64_attr(op, "roundingmode").is_some_and(|mode| mode != 0) {
        return Err(read::error(op, format!("'{}' with a rounding mode has no SPIR-V form", ir::name(op))));
    }
    c.rounding = rounding(op);
    let predicate = ir::i64_attr(op, "predicate").unwrap_or(-1);
    let arg = |index: usize| args.get(index).copied().ok_or_else(|| read::unsupported(op));
    let pair = || Ok([arg(0)?.id, arg(1)?.id]);
    let id = match lowering {
        Lowering::Binary(emit) => Some(emit(c, result, pair()?)),
        Lowering::Ternary(emit) => Some(emit(c, result, [arg(0)?.id, arg(1)?.id, arg(2)?.id])),
        Lowering::Unary(emit) => Some(emit(c, arg(0)?, result)),
        Lowering::Constant => constant(c, op, result),
        Lowering::CompareIntegers => integer::compare(c, predicate, arg(0)?.scalar, pair()?),
        Lowering::CompareFloats => float::compare(c, predicate, arg(0)?.scalar, pair()?),
        Lowering::Select => Some(c.select(result, arg(0)?.id, arg(1)?.id, arg(2)?.id)),
        Lowering::AddWithCarry => return Ok(integer::add_with_carry(c, result, pair()?).to_vec()),
    };
    id.map(|id| vec![id]).ok_or_else(|| read::unsupported(op))
}

/// Flags that allow products to be contracted, or sums to be reordered, say the same of the driver.
fn rounding(op: mlir::Op) -> Rounding {
    let flags = ir::attr(op, "fastmath").map(|flags| flags.to_string()).unwrap_or_default();
    if ["contract", "reassoc", "<fast>"].iter().any(|flag| flags.contains(flag)) {
        Rounding::Any
    } else {
        Rounding::Each
    }
}

fn constant(c: &mut Cursor, op: mlir::Op, ty: Scalar) -> Option<Word> {
    Some(match ty {
        Scalar::F32 => float::constant(c, ty, (float_value(op)? as f32).to_bits().into()),
        Scalar::F64 => float::constant(c, ty, float_value(op)?.to_bits()),
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            c.constant(ty, ir::i64_attr(op, "value")? as u64)
        }
    })
}

fn float_value(op: mlir::Op) -> Option<f64> {
    let value = FloatAttribute::try_from(ir::attr(op, "value")?).ok()?;
    Some(value.value())
}
