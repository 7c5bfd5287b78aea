//! `region-narrow`: an index that a loop's body uses in 32 bits counts along in 32 bits.
//!
//! ```text
//!     before                                after
//!     scf.for %i = %a to %b step %s {       %a32 = index_cast %a; %s32 = index_cast %s
//!       %n = arith.index_cast %i : i32      scf.for %i = %a to %b step %s iter_args(%n = %a32) {
//!       use(%n)                               use(%n)
//!     }                                       scf.yield (%n + %s32)
//!                                           }
//! ```
//!
//! Legal if:  always: sums and casts agree modulo 2^32.
//! Worth it:  LLVM simplifies what is computed from an induction variable (remainders and comparisons of numbers that cannot be negative,
//!            extensions), but does not look through a cast of one.
//! Needs:     `lower-affine` before it.
//! Declines:  loops whose index nobody casts to 32 bits; silently.
//! Source:    LLVM, `SimplifyIndVar.cpp`: casts end the walk over users.

use melior::ir::ValueLike;
use melior::ir::r#type::IntegerType;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Order, Val};
use raddle_dialects::{Failure, Pass};

#[derive(Clone, Default)]
pub struct Narrow;

impl Pass for Narrow {
    const ARG: &'static str = "region-narrow";
    const DESC: &'static str = "let indices that are used in 32 bits count along in 32 bits";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        let loops = ir::nested(op, Order::Post).into_iter().filter(|it| ir::is(*it, "scf.for"));
        loops.collect::<Vec<_>>().into_iter().for_each(narrow);
        Ok(())
    }
}

fn narrow<'c>(op: Op<'c>) {
    let Some(body) = ir::entry_block(op, 0) else { return };
    let Some(index) = ir::arguments(body).first().copied() else { return };
    let casts = casts(index);
    let [first, ..] = casts[..] else { return };
    let b = Builder::before(op);
    let narrow = ir::result(first).r#type();
    let cast = |value: Val<'c>| b.value("arith.index_cast", &[value], narrow, &[]);
    let operands = ir::operands(op);
    let (start, step) = (cast(operands[0]), cast(operands[2]));
    let inits = [&operands[3..], &[start]].concat();
    let (new, block) = b.scf_for(operands[0], operands[1], operands[2], &inits);
    ir::attributes(op).into_iter().for_each(|(name, value)| ir::set_attr(new, name, value));
    let arguments = ir::arguments(block);
    let Some((counter, others)) = arguments.split_last() else { return };
    casts.iter().for_each(|it| ir::replace_op(*it, &[*counter]));
    let marker = b.in_block(block).op("scf.yield", &[], &[], &[]);
    let yielded = ir::inline_before(body, marker, others);
    let inside = Builder::before(marker);
    let next = inside.value("arith.addi", &[*counter, step], narrow, &[]);
    ir::set_operands(marker, &[yielded, vec![next]].concat());
    let results = ir::results(new);
    ir::replace_op(op, &results[..results.len() - 1]);
}

/// The casts of an index to 32 bits.
fn casts<'c>(index: Val<'c>) -> Vec<Op<'c>> {
    let is_narrow = |it: Op<'c>| {
        let width = || IntegerType::try_from(ir::result(it).r#type()).map(|ty| ty.width());
        ir::is(it, "arith.index_cast") && width() == Ok(32)
    };
    ir::uses(index).into_iter().map(|it| it.0).filter(|it| is_narrow(*it)).collect()
}
