//! Reading MLIR: scalar types, the attributes that `raddle_dialects` does not read, and errors at an operation.

use melior::ir::Type;
use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, TypeLike};
use mlir_sys::{
    mlirLLVMPointerTypeGetAddressSpace, mlirTypeIsAF32, mlirTypeIsAF64, mlirTypeIsAIndex, mlirTypeIsALLVMPointerType,
};
use raddle_dialects::{self as mlir, ir};

use crate::error::SpirvError;
use crate::scalar::Scalar;

/// The scalar that represents values of type `ty`, if this backend has one.
pub(crate) fn scalar(ty: Type) -> Option<Scalar> {
    let raw = ty.to_raw();
    if unsafe { mlirTypeIsAIndex(raw) } {
        return Some(Scalar::I64);
    }
    if unsafe { mlirTypeIsALLVMPointerType(raw) } {
        return (unsafe { mlirLLVMPointerTypeGetAddressSpace(raw) } == 0).then_some(Scalar::I64);
    }
    if unsafe { mlirTypeIsAF32(raw) } {
        return Some(Scalar::F32);
    }
    if unsafe { mlirTypeIsAF64(raw) } {
        return Some(Scalar::F64);
    }
    let integer = IntegerType::try_from(ty).ok().filter(IntegerType::is_signless)?;
    match integer.width() {
        1 => Some(Scalar::Bool),
        width => Scalar::integer_of_bytes(width / 8).filter(|scalar| scalar.bits() == width),
    }
}

/// As `scalar`, with an error at `op` if there is none.
pub(crate) fn require_scalar(op: mlir::Op, ty: Type) -> Result<Scalar, SpirvError> {
    scalar(ty).ok_or_else(|| error(op, format!("type '{ty}' has no SPIR-V form")))
}

/// The result of an operation that has exactly one.
pub(crate) fn only_result<'c>(op: mlir::Op<'c>) -> Result<mlir::Val<'c>, SpirvError> {
    match ir::results(op).as_slice() {
        [result] => Ok(*result),
        _ => Err(unsupported(op)),
    }
}

pub(crate) fn operand<'c>(op: mlir::Op<'c>, index: usize) -> Result<mlir::Val<'c>, SpirvError> {
    ir::operands(op).get(index).copied().ok_or_else(|| unsupported(op))
}

pub(crate) fn i32s_attr(op: mlir::Op, name: &str) -> Option<Vec<i32>> {
    let attribute = DenseI32ArrayAttribute::try_from(ir::attr(op, name)?).ok()?;
    (0..attribute.len()).map(|index| attribute.element(index).ok()).collect()
}

/// The block of a region that has exactly one.
pub(crate) fn single_block<'c>(op: mlir::Op<'c>, region: usize) -> Result<mlir::Block<'c>, SpirvError> {
    let blocks = op.region(region).map(ir::blocks).unwrap_or_default();
    match blocks.as_slice() {
        [block] => Ok(*block),
        _ => Err(error(op, format!("'{}' with other than one block has no SPIR-V form", ir::name(op)))),
    }
}

pub(crate) fn error(op: mlir::Op, message: impl Into<String>) -> SpirvError {
    SpirvError { at: ir::file_line_col(op.location()), message: message.into() }
}

pub(crate) fn unsupported(op: mlir::Op) -> SpirvError {
    error(op, format!("operation '{}' has no SPIR-V form", ir::name(op)))
}
