//! The first thing done with a kernel: does it keep to the contract in `docs/kernels.md`? Never changes it.

use super::is_threads_only;
use crate::Error;
use crate::ir::{entry_block, nested, op_name};
use crate::lower::unsupported;
use melior::ir::ValueLike;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::MemRefType;
use raddle_dialects::kernel_ops::is_arithmetic;

/// Arguments that are the launch extents; they come first.
pub(super) const EXTENTS: usize = 3;

const ARGUMENTS: [&str; 8] = ["i8", "i16", "i32", "i64", "index", "f32", "f64", "!llvm.ptr"];
/// Types of values besides those of arguments. Halves lie in memory as `i16`.
const BETWEEN: [&str; 2] = ["i1", "f16"];
const IN_MEMORY: [&str; 6] = ["i8", "i16", "i32", "i64", "f32", "f64"];

const OTHERS: [&str; 17] = [
    "gpu.func",
    "gpu.return",
    "gpu.global_id",
    "scf.for",
    "scf.if",
    "scf.while",
    "scf.yield",
    "scf.condition",
    "memref.alloca",
    "memref.load",
    "memref.store",
    "llvm.getelementptr",
    "llvm.load",
    "llvm.store",
    "llvm.atomicrmw",
    "llvm.mlir.undef",
    "llvm.mlir.poison",
];

/// What functions of the C library return that return a complex number.
const COMPLEX: &str = "!llvm.struct<(f64, f64)>";

/// In kernels for CPU threads alone: waits for other work items, calls, minima and maxima that may be either of two zeros, what makes, moves and
/// takes apart vectors and complex numbers.
const ON_THREADS: [&str; 11] = [
    "region.await",
    "llvm.call",
    "llvm.inttoptr",
    "llvm.intr.minnum",
    "llvm.intr.maxnum",
    "llvm.extractelement",
    "llvm.extractvalue",
    "llvm.insertelement",
    "llvm.shufflevector",
    "vector.load",
    "vector.store",
];

/// Answers the first op that breaks the contract.
pub(super) fn kernel(function: OperationRef) -> Result<(), Error> {
    signature(function)?;
    nested(function).into_iter().try_for_each(|op| operation(op, function))
}

fn signature(function: OperationRef) -> Result<(), Error> {
    let entry = entry_block(function).ok_or_else(|| unsupported(function, "the kernel has no body"))?;
    if entry.next_in_region().is_some() {
        return Err(unsupported(function, "the control flow of the kernel is not structured"));
    }
    if entry.argument_count() < EXTENTS {
        return Err(unsupported(function, "the launch extents are missing"));
    }
    for index in 0..entry.argument_count() {
        let ty = entry.argument(index).map(|argument| argument.r#type().to_string()).unwrap_or_default();
        let known = if index < EXTENTS { ty == "index" } else { ARGUMENTS.contains(&ty.as_str()) };
        if !known {
            return Err(unsupported(function, &format!("argument {index} has type {ty}")));
        }
    }
    Ok(())
}

fn operation(op: OperationRef, function: OperationRef) -> Result<(), Error> {
    let name = op_name(&op);
    let is_for_threads = ON_THREADS.contains(&name.as_str()) && is_threads_only(function);
    if !is_arithmetic(&name) && !OTHERS.contains(&name.as_str()) && !is_for_threads {
        return Err(unsupported(op, "kernels do not contain such operations"));
    }
    match name.as_str() {
        "memref.alloca" => private_memory(op, function),
        // Pointers into the host's memory, which CPU threads follow.
        "llvm.load" if is_threads_only(function) && is_pointer_load(op) => Ok(()),
        "llvm.load" => in_memory(op, op.result(0).map(|value| value.r#type().to_string()), function),
        "llvm.store" => in_memory(op, op.operand(0).map(|value| value.r#type().to_string()), function),
        "llvm.atomicrmw" => atomic_update(op),
        "llvm.getelementptr" | "memref.load" | "memref.store" | "gpu.func" => Ok(()),
        _ => scalars_only(op, is_threads_only(function)),
    }
}

fn is_pointer_load(op: OperationRef) -> bool {
    op.result(0).is_ok_and(|it| it.r#type().to_string() == "!llvm.ptr")
}

fn private_memory(op: OperationRef, function: OperationRef) -> Result<(), Error> {
    if op.parent_operation() != Some(function) {
        return Err(unsupported(op, "private memory is not at the top of the kernel"));
    }
    let ty = op.result(0).ok().and_then(|result| MemRefType::try_from(result.r#type()).ok());
    if op.operand_count() != 0 || ty.is_none() {
        return Err(unsupported(op, "private memory has no static shape"));
    }
    Ok(())
}

/// The type of the elements, if it is one of vectors.
fn element(ty: &str) -> Option<&str> {
    ty.strip_prefix("vector<")?.strip_suffix('>')?.split_once('x').map(|it| it.1)
}

fn in_memory(op: OperationRef, ty: Result<String, melior::Error>, function: OperationRef) -> Result<(), Error> {
    let is_known = |ty: &str| IN_MEMORY.contains(&ty);
    match ty {
        Ok(ty) if is_known(&ty) || is_threads_only(function) && element(&ty).is_some_and(is_known) => Ok(()),
        Ok(ty) => Err(unsupported(op, &format!("values of type {ty} do not lie in device memory"))),
        Err(error) => Err(unsupported(op, &error.to_string())),
    }
}

/// LLVM's numbers of add, and, or, xor, max, min, umax, umin.
const UPDATES: [i64; 8] = [1, 3, 5, 6, 7, 8, 9, 10];
/// LLVM's number of atomic accesses without order among each other.
const MONOTONIC: i64 = 2;

fn atomic_update(op: OperationRef) -> Result<(), Error> {
    let number = |name| op.attribute(name).and_then(IntegerAttribute::try_from).map(|number| number.value()).ok();
    if !number("bin_op").is_some_and(|operator| UPDATES.contains(&operator)) || number("ordering") != Some(MONOTONIC) {
        return Err(unsupported(op, "kernels do not update memory so"));
    }
    match op.result(0).map(|value| value.r#type().to_string()) {
        Ok(ty) if ty == "i32" || ty == "i64" => Ok(()),
        Ok(ty) => Err(unsupported(op, &format!("values of type {ty} are not updated atomically"))),
        Err(error) => Err(unsupported(op, &error.to_string())),
    }
}

fn scalars_only(op: OperationRef, on_threads: bool) -> Result<(), Error> {
    let is_scalar = |ty: &str| ARGUMENTS.contains(&ty) || BETWEEN.contains(&ty);
    let is_known = |ty: &str| is_scalar(ty) || on_threads && (ty == COMPLEX || element(ty).is_some_and(is_scalar));
    let mut results = op.results().map(|value| value.r#type().to_string());
    match results.find(|ty| !is_known(ty)) {
        Some(ty) => Err(unsupported(op, &format!("kernels do not compute values of type {ty}"))),
        None => Ok(()),
    }
}
