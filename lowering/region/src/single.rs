//! `region-single`: a loop of one iteration is its body, and one of none is nothing.
//!
//! ```text
//!     before                              after
//!     affine.for %t = 0 to 1 {            affine.for %i = 0 to %n {
//!       affine.for %i = 0 to %n {           A[0][i] = 0
//!         A[t][i] = 0                     }
//!       }
//!     }
//! ```
//!
//! Legal if:  both bounds are constants, or differ by one that is, and there is one iteration between them, or none.
//! Needs:     nothing. Before all that looks at the outermost loops of a nest: one of a single iteration is parallel, and worth nothing.
//!            Before `canonicalize`, which drops all bounds of a loop inside of one without iterations (MLIR 22).
//! Declines:  loops that carry values; silently.
//! Source:    Muchnick, Advanced Compiler Design and Implementation, 17.4 (loop peeling leaves such loops).

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Order};
use raddle_dialects::{Failure, Pass};

use crate::affine::{Bounds, step};

#[derive(Clone, Default)]
pub struct Single;

impl Pass for Single {
    const ARG: &'static str = "region-single";
    const DESC: &'static str = "replace loops of one iteration by their bodies, and loops of none by nothing";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            let loops = ir::nested(nest, Order::Post).into_iter().filter(|it| ir::is(*it, "affine.for"));
            loops.collect::<Vec<_>>().into_iter().for_each(replace);
        }
        Ok(())
    }
}

pub(crate) fn replace(op: Op<'_>) {
    let Some(body) = ir::entry_block(op, 0) else { return };
    let Some((bounds, step)) = Bounds::of(op).filter(|_| ir::results(op).is_empty()).zip(step(op)) else { return };
    let Some(span) = bounds.constant_span().filter(|it| *it <= step) else { return };
    if span > 0 {
        ir::inline_before(body, op, &[bounds.first(&Builder::before(op))]);
    }
    ir::erase(op);
}
