//! Work items that wait for those before them, as rows of tiles do: `region.await` becomes a call of the runtime's.
//!
//! ```text
//!     region.await %tile        llvm.fence release; llvm.call @raddle_await(%tile); llvm.fence acquire
//! ```
//!
//! Legal: for CPU threads, which begin work items in order. No element of an array that the kernel writes is kept in a register across it:
//!        pointers of kernels are `noalias`, so LLVM would not expect a call to change what is behind them, but a fence is a change of all
//!        that the function may write, too. What a kernel only reads, no thread writes meanwhile.

use super::symbol_name;
use crate::Error;
use crate::ir::{nested, op_name, operations};
use crate::lower::{unsupported, with_diagnostics};
use melior::Context;
use melior::ir::attribute::{DenseI32ArrayAttribute, FlatSymbolRefAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike, OperationRef};
use melior::ir::{BlockLike, Identifier, Module};
use melior::{IrRewriter, RewriterBase};

const AWAIT: &str = "raddle.await";

/// What is called, in each module once.
const FUNCTIONS: &str = "llvm.func @raddle_await(i64)
llvm.func internal @raddle.await(%tile: i64) attributes {always_inline} {
  llvm.fence release
  llvm.call @raddle_await(%tile) : (i64) -> ()
  llvm.fence acquire
  llvm.return
}";

fn waits<'c: 'a, 'a>(kernel: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    nested(kernel).into_iter().filter(|op| op_name(op) == "region.await").collect()
}

/// Does a work item wait for another?
pub(super) fn is_in_order(kernel: OperationRef) -> bool {
    !waits(kernel).is_empty()
}

/// Lowers the waits of a kernel, whose code goes into `module`.
pub(super) fn lower(context: &Context, module: &Module, kernel: OperationRef) -> Result<(), Error> {
    let waits = waits(kernel);
    if waits.is_empty() {
        return Ok(());
    }
    let rewriter = IrRewriter::new(context);
    let rewriter = rewriter.as_rewriter_base();
    if !operations(module.body()).into_iter().any(|op| symbol_name(op) == AWAIT) {
        let declared = with_diagnostics(context, || Module::parse(context, FUNCTIONS))?;
        rewriter.set_insertion_point_to_end(module.body());
        operations(declared.body()).into_iter().for_each(|op| {
            rewriter.clone_op(op);
        });
    }
    waits.into_iter().try_for_each(|wait| call(context, rewriter, wait))
}

fn call(context: &Context, rewriter: RewriterBase, wait: OperationRef) -> Result<(), Error> {
    let attribute = |name| Identifier::new(context, name);
    let call = wait.operand(0).and_then(|tile| {
        OperationBuilder::new("llvm.call", wait.location())
            .add_operands(&[tile])
            .add_attributes(&[
                (attribute("callee"), FlatSymbolRefAttribute::new(context, AWAIT).into()),
                (attribute("operandSegmentSizes"), DenseI32ArrayAttribute::new(context, &[1, 0]).into()),
                (attribute("op_bundle_sizes"), DenseI32ArrayAttribute::new(context, &[]).into()),
            ])
            .build()
    });
    match (call, wait.block()) {
        (Ok(call), Some(block)) => block.insert_operation_before(wait, call),
        _ => return Err(unsupported(wait, "its call could not be built")),
    };
    rewriter.erase_op(wait);
    Ok(())
}
