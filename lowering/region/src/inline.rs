//! `region-inline`: dissolve nests into the function around them.
//!
//! ```text
//!     before                                   after
//!     region.nest (%p : !llvm.ptr) .. {        body, with %p for %a
//!     ^bb0(%a: !llvm.ptr): body }
//! ```
//!
//! Legal if:  always. Variables of the body (`memref.alloca`) move to the function's entry: a copy is fresh per execution of its
//!            scope, but its old contents are never read.
//! Needs:     `lower-affine` before it, since affine ops need the nest as their scope.
//! Declines:  nothing.
//! Source:    own.

use raddle_dialects::ir::{self, Op};
use raddle_dialects::region::{NestOp, nests};
use raddle_dialects::{Failure, Pass};

#[derive(Clone, Default)]
pub struct Inline;

impl Pass for Inline {
    const ARG: &'static str = "region-inline";
    const DESC: &'static str = "dissolve nests into the function around them";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        nests(op).into_iter().for_each(dissolve);
        Ok(())
    }
}

fn dissolve(nest: NestOp<'_>) {
    let function = ir::parents(nest.op()).find(|it| matches!(ir::name(*it), "llvm.func" | "gpu.func" | "func.func"));
    if let Some(first) = function.and_then(|it| ir::entry_block(it, 0)).and_then(|it| ir::ops(it).first().copied()) {
        for alloca in ir::find_all(nest.op(), "memref.alloca") {
            if ir::operands(alloca).is_empty() && alloca != first {
                ir::move_before(alloca, first);
            }
        }
    }
    ir::inline_before(nest.body(), nest.op(), &nest.inputs());
    ir::erase(nest.op());
}
