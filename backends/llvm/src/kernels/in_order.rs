//! Work items that wait for those before them, as rows of tiles do: `region.await` becomes a call of the runtime's.
//!
//! ```text
//!     region.await %tile        llvm.fence release; llvm.call @raddle_await(%tile); llvm.fence acquire
//!
//!     for x { for p { region.await p; B(x, p) } }    =>    for p { raddle_await(p); for x { B(x, p) } }
//! ```
//!
//! Legal: for CPU threads, which begin work items in order. No element of an array that the kernel writes is kept in a register across it:
//!        pointers of kernels are `noalias`, so LLVM would not expect a call to change what is behind them, but a fence is a change of all
//!        that the function may write, too. What a kernel only reads, no thread writes meanwhile.
//! Blocks: where all rows have the same tiles, a thread that has several rows does one tile of each, then the next: together they are
//!        a row of taller tiles, and the next block begins when the first tile of each row is done. Legal: a tile waits for those with
//!        smaller numbers in its own row and in the rows before, and for no others.

use super::analysis::{Analysis, Key, is_arithmetic, key};
use super::outline::{Frame, as_mut};
use super::symbol_name;
use crate::Error;
use crate::ir::{entry_block, nested, op_name, operations};
use crate::lower::{unsupported, with_diagnostics};
use melior::Context;
use melior::ir::attribute::{DenseI32ArrayAttribute, FlatSymbolRefAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike, OperationRef};
use melior::ir::{BlockLike, BlockRef, Identifier, Module};
use melior::{IrRewriter, RewriterBase};
use std::collections::HashSet;

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

/// Do rows run best in blocks?
pub(super) fn wants_blocks(kernel: OperationRef) -> bool {
    waits(kernel).iter().all(|wait| wait.has_attribute("blocks"))
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

/// Puts the x loop of `frame`, which runs over rows, into the loop over their tiles. Answers whether that can be done.
pub(super) fn run_in_blocks(frame: &Frame) -> bool {
    let rows = frame.loops[2];
    let (Some(body), Some(x)) = (entry_block(rows), frame.id(0)) else { return false };
    let analysis = Analysis::new(&[x], body);
    let mut before = operations(body);
    let end = before.pop();
    let (Some(tiles), Some(end)) = (before.pop().filter(|it| op_name(it) == "scf.for"), end) else { return false };
    let has_same_tiles = tiles.operand_count() == 3 && !tiles.operands().any(|it| analysis.varies(it));
    let Some((head, wait, rest)) = entry_block(tiles).and_then(split_at_the_wait) else { return false };
    let is_movable = before.iter().chain(&head).all(|op| is_arithmetic(*op)) && stands_alone(&analysis, tiles, &head);
    if !has_same_tiles || !is_movable || contains_wait(&rest) {
        return false;
    }
    before.into_iter().filter(|op| analysis.is_uniform_arithmetic(*op)).for_each(|op| as_mut(op).move_before(rows));
    as_mut(tiles).move_before(rows);
    as_mut(rows).move_after(wait);
    rest.into_iter().for_each(|op| as_mut(op).move_before(end));
    true
}

/// Does `head`, in the loop over tiles, need nothing of a row?
fn stands_alone(analysis: &Analysis, tiles: OperationRef, head: &[OperationRef]) -> bool {
    let tile = entry_block(tiles).and_then(|it| it.argument(0).ok()).map(|it| key(it.into()));
    let own = head.iter().flat_map(|op| op.results().map(|it| key(it.into())).collect::<Vec<_>>());
    let known: HashSet<Key> = own.chain(tile).collect();
    head.iter()
        .flat_map(|op| op.operands().collect::<Vec<_>>())
        .all(|it| known.contains(&key(it)) || !analysis.varies(it))
}

/// What stands before the wait of a tile, the wait, and what stands behind it but for the end of the loop.
type Parts<'c, 'a> = (Vec<OperationRef<'c, 'a>>, OperationRef<'c, 'a>, Vec<OperationRef<'c, 'a>>);

fn split_at_the_wait<'c, 'a>(tile: BlockRef<'c, 'a>) -> Option<Parts<'c, 'a>> {
    let mut head = operations(tile);
    let wait = head.iter().position(|op| is_call(*op))?;
    let mut rest = head.split_off(wait + 1);
    rest.pop();
    head.pop().map(|wait| (head, wait, rest))
}

fn contains_wait(ops: &[OperationRef]) -> bool {
    ops.iter().flat_map(|op| nested(*op)).any(is_call)
}

/// Of [`AWAIT`].
fn is_call(op: OperationRef) -> bool {
    let callee = op.attribute("callee").and_then(FlatSymbolRefAttribute::try_from);
    op_name(&op) == "llvm.call" && callee.is_ok_and(|it| it.value() == AWAIT)
}
