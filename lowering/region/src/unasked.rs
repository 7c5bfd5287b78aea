//! `region-unasked`: programs without a runtime do not ask it whether launches may pay; nests run as they are.
//!
//! ```text
//!     before                                            after
//!     %w = region.may_pay %n {nest, picoseconds = 800}  %w = arith.constant true
//! ```
//!
//! Legal if:  always; both branches do the same.
//! Needs:     nothing. For units whose nests become no kernels.
//! Declines:  nothing.
//! Source:    own.

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::{Failure, Pass};

#[derive(Clone, Default)]
pub struct Unasked;

impl Pass for Unasked {
    const ARG: &'static str = "region-unasked";
    const DESC: &'static str = "take nests as they are, without a question to the runtime";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for question in ir::find_all(op, "region.may_pay") {
            ir::replace_op(question, &[Builder::before(question).constant_bool(true)]);
        }
        Ok(())
    }
}
