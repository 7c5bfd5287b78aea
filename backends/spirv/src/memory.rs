//! Memory: device addresses (`llvm.getelementptr`, `llvm.load`, `llvm.store`, `llvm.atomicrmw`) and private arrays (`memref`).
//!
//! A device address is an integer until the access, which makes it a physical storage buffer pointer to one scalar.
//! Vulkan wants the address aligned to the scalar's size: where the program promises less, the access is split.

use melior::ir::ValueLike;
use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike, TypeLike};
use mlir_sys::{mlirAffineMapIsIdentity, mlirMemRefTypeGetAffineMap};
use raddle_dialects::{self as mlir, ir};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op, StorageClass, Word};

use crate::cursor::{Block, Cursor};
use crate::error::SpirvError;
use crate::kernel::Kernel;
use crate::module::{Type, instruction};
use crate::scalar::{Scalar, Typed};
use crate::{convert, read};

/// In `rawConstantIndices`: the index is the next operand.
const DYNAMIC_INDEX: i32 = i32::MIN;

/// A function variable that holds a `memref.alloca`.
#[derive(Clone, Copy)]
pub(crate) struct PrivateArray {
    variable: Word,
    element: Scalar,
}

pub(crate) fn lower_address(kernel: &mut Kernel, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
    let element = ir::attr(op, "elem_type").and_then(|ty| TypeAttribute::try_from(ty).ok());
    let Some(bytes) = element.and_then(|ty| read::scalar(ty.value())).and_then(Scalar::bytes) else {
        return Err(read::error(op, "'llvm.getelementptr' other than by scalars has no SPIR-V form"));
    };
    let base = kernel.operand(op, 0)?;
    let indices = read::i32s_attr(op, "rawConstantIndices").unwrap_or_default();
    let id = match (indices.as_slice(), ir::operands(op).len()) {
        ([], 1) => base.id,
        ([DYNAMIC_INDEX], 2) => {
            let offset = kernel.operand(op, 1)?;
            let mut cursor = kernel.cursor(block);
            let mut offset = convert::resize_signed(&mut cursor, offset, Scalar::I64);
            if bytes > 1 {
                let bytes = cursor.constant(Scalar::I64, u64::from(bytes));
                offset = cursor.op(Op::IMul, Scalar::I64, &[offset, bytes]);
            }
            cursor.op(Op::IAdd, Scalar::I64, &[base.id, offset])
        }
        (&[count], 1) => kernel.cursor(block).offset(base.id, (i64::from(count) * i64::from(bytes)) as u64),
        _ => return Err(read::error(op, "'llvm.getelementptr' with several indices has no SPIR-V form")),
    };
    kernel.bind_result(op, Typed { id, scalar: Scalar::I64 })
}

/// A device access: where it goes, what it moves, and the alignment promised.
struct Access {
    address: Word,
    scalar: Scalar,
    bytes: u32,
    alignment: u32,
}

fn access(op: mlir::Op, address: Typed, scalar: Scalar) -> Result<Access, SpirvError> {
    let plain = !ir::has_attr(op, "volatile_") && ir::i64_attr(op, "ordering").unwrap_or(0) == 0;
    if !plain {
        return Err(read::error(op, format!("'{}' that is volatile or atomic has no SPIR-V form", ir::name(op))));
    }
    let Some(bytes) = scalar.bytes() else {
        return Err(read::error(op, "a device access of type 'i1' has no SPIR-V form"));
    };
    let alignment = match ir::i64_attr(op, "alignment") {
        None | Some(0) => bytes,
        // More than the scalar's own alignment is of no use to one scalar.
        Some(alignment) => u32::try_from(alignment).unwrap_or(bytes).min(bytes),
    };
    if !alignment.is_power_of_two() {
        return Err(read::error(op, format!("alignment {alignment} is not a power of two")));
    }
    Ok(Access { address: address.id, scalar, bytes, alignment })
}

pub(crate) fn lower_device_load(kernel: &mut Kernel, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
    let address = kernel.operand(op, 0)?;
    let scalar = read::require_scalar(op, read::only_result(op)?.r#type())?;
    let access = access(op, address, scalar)?;
    let id = load(&mut kernel.cursor(block), &access);
    kernel.bind_result(op, Typed { id, scalar })
}

pub(crate) fn lower_device_store(kernel: &mut Kernel, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
    let (value, address) = (kernel.operand(op, 0)?, kernel.operand(op, 1)?);
    let access = access(op, address, value.scalar)?;
    store(&mut kernel.cursor(block), &access, value);
    Ok(())
}

/// LLVM's number of atomic accesses without order among each other.
const MONOTONIC: i64 = 2;

pub(crate) fn lower_atomic_update(kernel: &mut Kernel, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
    let (address, value) = (kernel.operand(op, 0)?, kernel.operand(op, 1)?);
    let opcode = ir::i64_attr(op, "bin_op").and_then(update);
    let plain = !ir::has_attr(op, "volatile_") && ir::i64_attr(op, "ordering") == Some(MONOTONIC);
    let Some(opcode) = opcode.filter(|_| plain) else {
        return Err(read::error(op, "an atomic update of this kind has no SPIR-V form"));
    };
    let bytes = match value.scalar {
        Scalar::I32 => 4,
        Scalar::I64 => 8,
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::F32 | Scalar::F64 => {
            return Err(read::error(op, format!("an atomic update of type '{}' has no SPIR-V form", value_type(op)?)));
        }
    };
    if ir::i64_attr(op, "alignment").is_some_and(|alignment| alignment < bytes) {
        return Err(read::error(op, "an atomic update of what is not aligned has no SPIR-V form"));
    }
    if value.scalar == Scalar::I64 {
        kernel.module.require(Capability::Int64Atomics);
    }
    let id = kernel.cursor(block).update_device(opcode, address.id, value);
    kernel.bind_result(op, Typed { id, scalar: value.scalar })
}

fn value_type<'c>(op: mlir::Op<'c>) -> Result<melior::ir::Type<'c>, SpirvError> {
    Ok(read::operand(op, 1)?.r#type())
}

/// By LLVM's numbers of the operators.
fn update(operator: i64) -> Option<Op> {
    Some(match operator {
        1 => Op::AtomicIAdd,
        3 => Op::AtomicAnd,
        5 => Op::AtomicOr,
        6 => Op::AtomicXor,
        7 => Op::AtomicSMax,
        8 => Op::AtomicSMin,
        9 => Op::AtomicUMax,
        10 => Op::AtomicUMin,
        _ => return None,
    })
}

/// The pieces of an access: the integer type of each, if the access must be split.
fn piece(access: &Access) -> Option<Scalar> {
    if access.alignment == access.bytes { None } else { Scalar::integer_of_bytes(access.alignment) }
}

fn load(c: &mut Cursor, access: &Access) -> Word {
    let Some(piece) = piece(access) else { return c.load_device(access.address, access.scalar, access.bytes) };
    let whole = access.scalar.as_integer();
    let mut bits = c.constant(whole, 0);
    for start in (0..access.bytes).step_by(access.alignment as usize) {
        let address = c.offset(access.address, start.into());
        let id = c.load_device(address, piece, access.alignment);
        let part = convert::zero_extend(c, Typed { id, scalar: piece }, whole);
        let distance = c.constant(whole, u64::from(start * 8));
        let part = c.op(Op::ShiftLeftLogical, whole, &[part, distance]);
        bits = c.op(Op::BitwiseOr, whole, &[bits, part]);
    }
    c.bitcast(Typed { id: bits, scalar: whole }, access.scalar)
}

fn store(c: &mut Cursor, access: &Access, value: Typed) {
    let Some(piece) = piece(access) else { return c.store_device(access.address, value, access.bytes) };
    let whole = access.scalar.as_integer();
    let bits = c.bitcast(value, whole);
    for start in (0..access.bytes).step_by(access.alignment as usize) {
        let distance = c.constant(whole, u64::from(start * 8));
        let id = c.op(Op::ShiftRightLogical, whole, &[bits, distance]);
        let id = convert::truncate(c, Typed { id, scalar: whole }, piece);
        let address = c.offset(access.address, start.into());
        c.store_device(address, Typed { id, scalar: piece }, access.alignment);
    }
}

pub(crate) fn lower_alloca(kernel: &mut Kernel, op: mlir::Op) -> Result<(), SpirvError> {
    let ty = MemRefType::try_from(read::only_result(op)?.r#type()).map_err(|_| read::unsupported(op))?;
    let no_form = || read::error(op, format!("private memory of type '{ty}' has no SPIR-V form"));
    let identity = unsafe { mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(ty.to_raw())) };
    if !identity || ty.memory_space().is_some() {
        return Err(no_form());
    }
    let element = read::scalar(ty.element()).ok_or_else(no_form)?;
    let mut pointee = kernel.module.scalar(element);
    for dimension in (0..ty.rank()).rev() {
        let length = match ty.dim_size(dimension) {
            Ok(DimSize::Static(length)) => u32::try_from(length).ok().filter(|&length| length > 0),
            Ok(DimSize::Dynamic) | Err(_) => None,
        };
        let length = length.ok_or_else(no_form)?;
        pointee = kernel.module.type_id(Type::Array { element: pointee, length });
    }
    let variable = kernel.body.variable(kernel.module, pointee, None);
    kernel.bind_private(op, PrivateArray { variable, element })
}

/// The pointer to the element at the indices that follow operand `array` of `op`.
fn element(kernel: &mut Kernel, op: mlir::Op, array: usize, block: &mut Block) -> Result<(Word, Scalar), SpirvError> {
    let PrivateArray { variable, element } = kernel.private(op, array)?;
    let indices = kernel.operands(op, array + 1)?;
    if indices.is_empty() {
        return Ok((variable, element));
    }
    let pointee = kernel.module.scalar(element);
    let pointer = kernel.module.type_id(Type::Pointer(StorageClass::Function, pointee));
    let operands = std::iter::once(variable).chain(indices.iter().map(|index| index.id)).map(Operand::IdRef).collect();
    Ok((kernel.cursor(block).typed(Op::AccessChain, pointer, operands), element))
}

pub(crate) fn lower_private_load(kernel: &mut Kernel, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
    let (pointer, scalar) = element(kernel, op, 0, block)?;
    let id = kernel.cursor(block).op(Op::Load, scalar, &[pointer]);
    kernel.bind_result(op, Typed { id, scalar })
}

pub(crate) fn lower_private_store(kernel: &mut Kernel, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
    let value = kernel.operand(op, 0)?;
    let (pointer, _) = element(kernel, op, 1, block)?;
    block.push(instruction(Op::Store, vec![Operand::IdRef(pointer), Operand::IdRef(value.id)]));
    Ok(())
}
