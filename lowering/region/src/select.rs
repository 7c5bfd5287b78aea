//! `region-select`: a choice between two values that cost little computes both.
//!
//! ```text
//!     before                                after
//!     %r = scf.if %c {                      %n = memref.load %variable[]
//!       %n = memref.load %variable[]        %d = arith.cmpi eq, %n, %two
//!       %d = arith.cmpi eq, %n, %two        %r = arith.select %c, %d, %false
//!       scf.yield %d
//!     } else { scf.yield %false }
//! ```
//!
//! Legal if:  the branches have arithmetic without traps, and loads of variables of the function, alone. What is poison in the branch that is not
//!            taken is not chosen.
//! Worth it:  a few operations take less time than a branch that is predicted wrongly, and loops can have vectors. `a && b` and `c ? a : b` of C
//!            are such choices.
//! Needs:     nothing. Reductions and accesses are found before it: they look at branches, too.
//! Declines:  more operations; silently.
//! Source:    Allen, Kennedy, Porterfield, Warren, Conversion of control dependence to data dependence (POPL 1983).

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Block, Op, Order};
use raddle_dialects::{Failure, Pass};

use crate::views::memref_rank;

/// Operations of both branches together.
const MOST: usize = 6;

#[derive(Clone, Default)]
pub struct Select;

impl Pass for Select {
    const ARG: &'static str = "region-select";
    const DESC: &'static str = "compute both values of a choice that cost little";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        // Inner choices first: they are operations of the outer ones then.
        let choices = ir::nested(op, Order::Post).into_iter().filter(|it| ir::is(*it, "scf.if"));
        choices.collect::<Vec<_>>().into_iter().for_each(select);
        Ok(())
    }
}

fn select(op: Op<'_>) {
    let (Some(then), Some(other)) = (ir::entry_block(op, 0), ir::entry_block(op, 1)) else { return };
    let is_cheap = |block: Block<'_>| ir::ops(block).into_iter().all(|it| ir::is(it, "scf.yield") || is_cheap(it));
    let count = ir::ops(then).len() + ir::ops(other).len() - 2;
    if ir::results(op).is_empty() || count > MOST || !is_cheap(then) || !is_cheap(other) {
        return;
    }
    let condition = ir::operands(op)[0];
    let (yes, no) = (ir::inline_before(then, op, &[]), ir::inline_before(other, op, &[]));
    let b = Builder::before(op);
    let chosen: Vec<_> = yes.into_iter().zip(no).map(|(yes, no)| b.select(condition, yes, no)).collect();
    ir::replace_op(op, &chosen);
}

/// May the operation run where its value is not needed, and does that take about a cycle?
fn is_cheap(op: Op<'_>) -> bool {
    let name = ir::name(op);
    if matches!(name, "affine.load" | "memref.load") {
        let memref = ir::operands(op)[0];
        return memref_rank(memref) == 0 && ir::defining_op(memref).is_some_and(|it| ir::is(it, "memref.alloca"));
    }
    let divides = name.contains("div") || name.contains("rem");
    name.starts_with("arith.") && !divides && ir::regions(op).is_empty()
}
