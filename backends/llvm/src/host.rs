//! `lower_host`: the last lowering of host code, from what is left of affine, scf, cf, arith, math and memref to the
//! llvm dialect. Never touches functions' types: they are `llvm.func` from the importer on.

use crate::Error;
use crate::ir::{entry_block, gpu_modules, nested, op_name, operations};
use crate::lower::to_llvm_dialect;
use crate::records;
use melior::Context;
use melior::IrRewriter;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRefMut};

/// Leaves only the llvm dialect in `module`, or names the op that has no lowering. The `gpu.module`s are dropped: their
/// code has been taken by [`crate::Kernels::compile`] before.
pub fn lower_host(context: &Context, module: &mut Module) -> Result<(), Error> {
    drop_gpu_modules(context, module);
    hoist_memory(module);
    records::keep_loops(context, module.as_operation());
    to_llvm_dialect(context, module)
}

fn drop_gpu_modules(context: &Context, module: &Module) {
    let rewriter = IrRewriter::new(context);
    for op in gpu_modules(module) {
        rewriter.as_rewriter_base().erase_op(op);
    }
}

/// Static memory that passes made inside loops goes to the entry of its function: the stack must not grow with loops.
/// What the source allocates is an `llvm.alloca` and stays where it is.
fn hoist_memory(module: &Module) {
    for function in operations(module.body()).into_iter().filter(|op| op_name(op) == "llvm.func") {
        let Some(first) = entry_block(function).and_then(|entry| operations(entry).into_iter().next()) else {
            continue;
        };
        for op in nested(function) {
            if op_name(&op) == "memref.alloca" && op.operand_count() == 0 && op != first {
                // SAFETY: the module is this pass's alone while it runs.
                unsafe { OperationRefMut::from_raw(op.to_raw()) }.move_before(first);
            }
        }
    }
}
