//! `scf` to structured control flow.
//!
//!     scf.for:  before -> header(phis) -> count -> test -> body ... -> next -> header;  test -> merge
//!     scf.while: before -> header(phis) -> count -> test ... -> body ... -> next -> header;  test -> merge
//!     scf.if:   before -> then ... -> merge;  before -> else ... -> merge(phis)
//!
//! Values carried around a loop are phis of its header; what a loop yields at its end dominates its merge block. `count`
//! may end the work item (`count_round`).

use melior::ir::ValueLike;
use raddle_dialects::{self as mlir, ir};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op, Word};

use crate::cursor::{Block, Terminator};
use crate::error::SpirvError;
use crate::kernel::Kernel;
use crate::module::instruction;
use crate::read::{self, single_block};
use crate::scalar::{Scalar, Typed};

/// A value with the block it comes from.
type Incoming = (Typed, Word);

fn phi(kernel: &mut Kernel, id: Word, scalar: Scalar, incoming: [(Word, Word); 2]) -> Instruction {
    let ty = kernel.module.scalar(scalar);
    let operands = incoming.into_iter().flat_map(|(value, block)| [Operand::IdRef(value), Operand::IdRef(block)]);
    Instruction::new(Op::Phi, Some(ty), Some(id), operands.collect())
}

/// Binds the arguments of a loop's block to new ids, which phis of its header will define.
fn bind_arguments(kernel: &mut Kernel, op: mlir::Op, ops: mlir::Block) -> Result<Vec<Typed>, SpirvError> {
    let mut bound = Vec::new();
    for argument in ir::arguments(ops) {
        let scalar = read::require_scalar(op, argument.r#type())?;
        let typed = Typed { id: kernel.module.new_id(), scalar };
        kernel.bind(argument, typed);
        bound.push(typed);
    }
    Ok(bound)
}

fn bind_results(kernel: &mut Kernel, op: mlir::Op, values: &[Typed]) {
    for (result, &value) in ir::results(op).into_iter().zip(values) {
        kernel.bind(result, value);
    }
}

/// Lowers a region's block up to its terminator, which must be called `terminator`.
fn region<'c>(
    kernel: &mut Kernel,
    ops: mlir::Block<'c>,
    block: Block,
    terminator: &str,
) -> Result<(Block, mlir::Op<'c>), SpirvError> {
    let (block, last) = kernel.sequence(ops, block)?;
    if ir::is(last, terminator) { Ok((block, last)) } else { Err(read::unsupported(last)) }
}

pub(crate) fn lower_if(kernel: &mut Kernel, op: mlir::Op, block: Block) -> Result<Block, SpirvError> {
    let condition = kernel.operand(op, 0)?.id;
    let then = kernel.new_block();
    let merge = kernel.new_block();
    let has_else = ir::entry_block(op, 1).is_some();
    let otherwise = has_else.then(|| kernel.new_block());
    let otherwise_label = otherwise.as_ref().map_or(merge.label(), Block::label);
    let select = Terminator::Select { condition, then: then.label(), otherwise: otherwise_label, merge: merge.label() };
    kernel.body.close(block, select);
    let then_values = branch(kernel, op, 0, then, merge.label())?;
    match otherwise {
        Some(otherwise) => {
            let else_values = branch(kernel, op, 1, otherwise, merge.label())?;
            merge_results(kernel, op, merge, &then_values, &else_values)
        }
        None => Ok(merge),
    }
}

/// Lowers a branch of `scf.if`; returns what it yields.
fn branch(
    kernel: &mut Kernel,
    op: mlir::Op,
    index: usize,
    block: Block,
    merge: Word,
) -> Result<Vec<Incoming>, SpirvError> {
    let (end, last) = region(kernel, single_block(op, index)?, block, "scf.yield")?;
    let values = kernel.operands(last, 0)?;
    let label = end.label();
    kernel.body.close(end, Terminator::Branch(merge));
    Ok(values.into_iter().map(|value| (value, label)).collect())
}

fn merge_results(
    kernel: &mut Kernel,
    op: mlir::Op,
    mut merge: Block,
    then: &[Incoming],
    otherwise: &[Incoming],
) -> Result<Block, SpirvError> {
    let mut results = Vec::new();
    for (&(a, then_block), &(b, else_block)) in then.iter().zip(otherwise) {
        let id = kernel.module.new_id();
        merge.push(phi(kernel, id, a.scalar, [(a.id, then_block), (b.id, else_block)]));
        results.push(Typed { id, scalar: a.scalar });
    }
    bind_results(kernel, op, &results);
    Ok(merge)
}

/// The blocks every loop has beside its body.
struct Loop {
    header: Block,
    next: Block,
    merge: Block,
}

impl Loop {
    fn new(kernel: &mut Kernel) -> Loop {
        Loop { header: kernel.new_block(), next: kernel.new_block(), merge: kernel.new_block() }
    }

    fn enter(&self, body: Word) -> Terminator {
        Terminator::Loop { body, merge: self.merge.label(), next: self.next.label() }
    }

    /// Adds the phis of the values carried: `initial` from the block `before`, `carried` from the block `next`.
    fn add_phis(&mut self, kernel: &mut Kernel, phis: &[Typed], before: Word, initial: &[Typed], carried: &[Typed]) {
        for ((value, first), again) in phis.iter().zip(initial).zip(carried) {
            let incoming = [(first.id, before), (again.id, self.next.label())];
            let phi = phi(kernel, value.id, value.scalar, incoming);
            self.header.push(phi);
        }
    }
}

/// Counts a test of a loop. Mesa's software driver ends all loops of a subgroup, without a word, once they have taken
/// 65,535 rounds together, and results are wrong then. The runtime gives such drivers a limit (0 for others, so that all
/// of this vanishes), and a work item beyond it stops and says so.
fn count_round(kernel: &mut Kernel, mut block: Block) -> Block {
    let (rounds, limit) = (kernel.rounds(), kernel.module.round_limit());
    let word = kernel.module.scalar(Scalar::I32);
    let mut cursor = kernel.cursor(&mut block);
    let (zero, one) = (cursor.constant(Scalar::I32, 0), cursor.constant(Scalar::I32, 1));
    let before = cursor.typed(Op::Load, word, vec![Operand::IdRef(rounds)]);
    let left = cursor.op(Op::ISub, Scalar::I32, &[before, one]);
    cursor.block.push(instruction(Op::Store, vec![Operand::IdRef(rounds), Operand::IdRef(left)]));
    let limited = cursor.op(Op::INotEqual, Scalar::Bool, &[limit, zero]);
    let none_left = cursor.op(Op::IEqual, Scalar::Bool, &[left, zero]);
    let condition = cursor.op(Op::LogicalAnd, Scalar::Bool, &[limited, none_left]);
    let (stop, go_on) = (kernel.new_block(), kernel.new_block());
    let (then, merge) = (stop.label(), go_on.label());
    kernel.body.close(block, Terminator::Select { condition, then, otherwise: merge, merge });
    kernel.give_up(stop);
    go_on
}

pub(crate) fn lower_for(kernel: &mut Kernel, op: mlir::Op, block: Block) -> Result<Block, SpirvError> {
    let ops = single_block(op, 0)?;
    let (lower, upper, step) = (kernel.operand(op, 0)?, kernel.operand(op, 1)?, kernel.operand(op, 2)?);
    let mut initial = vec![lower];
    initial.extend(kernel.operands(op, 3)?);
    let phis = bind_arguments(kernel, op, ops)?;
    let induction = *phis.first().ok_or_else(|| read::unsupported(op))?;
    let (mut lp, before) = (Loop::new(kernel), block.label());
    kernel.body.close(block, Terminator::Branch(lp.header.label()));

    let header = kernel.body.reserve();
    let count = kernel.new_block();
    let count_label = count.label();
    let mut test = count_round(kernel, count);
    let less = if ir::has_attr(op, "unsignedCmp") { Op::ULessThan } else { Op::SLessThan };
    let condition = kernel.cursor(&mut test).op(less, Scalar::Bool, &[induction.id, upper.id]);
    let body = kernel.new_block();
    kernel.body.close(test, Terminator::While { condition, body: body.label(), merge: lp.merge.label() });

    let (end, last) = region(kernel, ops, body, "scf.yield")?;
    let yielded = kernel.operands(last, 0)?;
    kernel.body.close(end, Terminator::Branch(lp.next.label()));

    let id = kernel.cursor(&mut lp.next).op(Op::IAdd, induction.scalar, &[induction.id, step.id]);
    let mut carried = vec![Typed { id, scalar: induction.scalar }];
    carried.extend(yielded);
    lp.add_phis(kernel, &phis, before, &initial, &carried);
    let enter = lp.enter(count_label);
    kernel.body.close(lp.next, Terminator::Branch(lp.header.label()));
    kernel.body.close_reserved(header, lp.header, enter);
    bind_results(kernel, op, &phis[1..]);
    Ok(lp.merge)
}

pub(crate) fn lower_while(kernel: &mut Kernel, op: mlir::Op, block: Block) -> Result<Block, SpirvError> {
    let (test_ops, body_ops) = (single_block(op, 0)?, single_block(op, 1)?);
    let initial = kernel.operands(op, 0)?;
    let phis = bind_arguments(kernel, op, test_ops)?;
    let (mut lp, before) = (Loop::new(kernel), block.label());
    kernel.body.close(block, Terminator::Branch(lp.header.label()));

    let header = kernel.body.reserve();
    let count = kernel.new_block();
    let count_label = count.label();
    let test = count_round(kernel, count);
    let (test_end, condition_op) = region(kernel, test_ops, test, "scf.condition")?;
    let condition = kernel.operand(condition_op, 0)?.id;
    let forwarded = kernel.operands(condition_op, 1)?;
    let body = kernel.new_block();
    kernel.body.close(test_end, Terminator::While { condition, body: body.label(), merge: lp.merge.label() });

    for (argument, &value) in ir::arguments(body_ops).into_iter().zip(&forwarded) {
        kernel.bind(argument, value);
    }
    let (end, last) = region(kernel, body_ops, body, "scf.yield")?;
    let carried = kernel.operands(last, 0)?;
    kernel.body.close(end, Terminator::Branch(lp.next.label()));

    lp.add_phis(kernel, &phis, before, &initial, &carried);
    let enter = lp.enter(count_label);
    kernel.body.close(lp.next, Terminator::Branch(lp.header.label()));
    kernel.body.close_reserved(header, lp.header, enter);
    bind_results(kernel, op, &forwarded);
    Ok(lp.merge)
}
