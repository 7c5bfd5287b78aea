//! `lower_host`: the last lowering of host code, from what is left of affine, scf, cf, arith, math and memref to the
//! llvm dialect. Never touches functions' types: they are `llvm.func` from the importer on.

use crate::Error;
use crate::ir::gpu_modules;
use crate::lower::to_llvm_dialect;
use melior::Context;
use melior::ir::Module;
use melior::IrRewriter;

/// Leaves only the llvm dialect in `module`, or names the op that has no lowering. The `gpu.module`s are dropped: their
/// code has been taken by [`crate::Kernels::compile`] before.
pub fn lower_host(context: &Context, module: &mut Module) -> Result<(), Error> {
    drop_gpu_modules(context, module);
    to_llvm_dialect(context, module)
}

fn drop_gpu_modules(context: &Context, module: &Module) {
    let rewriter = IrRewriter::new(context);
    for op in gpu_modules(module) {
        rewriter.as_rewriter_base().erase_op(op);
    }
}
