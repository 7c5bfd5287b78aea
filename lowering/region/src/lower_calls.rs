//! `region-lower-calls`: call functions of the program by their addresses.
//!
//! ```text
//!     before                                            after
//!     %y = region.call "f" at %f(%x) : (f64) -> f64     %p = llvm.inttoptr %f : i64 to !llvm.ptr
//!                                                       %y = llvm.call %p(%x) : !llvm.ptr, (f64) -> f64
//! ```
//!
//! Legal if:  always, on the host and in kernels that CPU threads alone run: they are in the program's process.
//! Needs:     nothing. The analyses come first, for which the call has no effect on memory.
//! Declines:  nothing; an error in a kernel that is for more than CPU threads.
//! Source:    own.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::region::CallOp;
use raddle_dialects::{Failure, Pass, diagnostics};

use crate::expand_math::is_for_threads;

#[derive(Clone, Default)]
pub struct LowerCalls;

impl Pass for LowerCalls {
    const ARG: &'static str = "region-lower-calls";
    const DESC: &'static str = "call functions of the program by their addresses";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        for call in ir::find_all(module, "region.call").into_iter().filter_map(CallOp::cast) {
            let is_kernel = ir::enclosing(call.op(), "gpu.module").is_some();
            if is_kernel && !is_for_threads(call.op()) {
                let message = format!("'region.call' op calls '{}', which other devices cannot", call.function());
                diagnostics::error(call.op().location(), message).report();
                return Err(Failure::Reported);
            }
            lower(call);
        }
        Ok(())
    }
}

fn lower(call: CallOp<'_>) {
    let b = Builder::before(call.op());
    let pointer = |value| b.value("llvm.inttoptr", &[value], b.ptr(), &[]);
    let mut operands = vec![pointer(call.address())];
    operands.extend(call.arguments().into_iter().map(|(it, is_pointer)| if is_pointer { pointer(it) } else { it }));
    let segments = b.i32s(&[operands.len() as i32, 0]);
    let mut attrs = vec![("operandSegmentSizes", segments), ("op_bundle_sizes", b.i32s(&[]))];
    attrs.extend(["arg_attrs", "res_attrs"].into_iter().filter_map(|name| Some((name, ir::attr(call.op(), name)?))));
    let value = b.value("llvm.call", &operands, call.result().r#type(), &attrs);
    ir::replace_op(call.op(), &[value]);
}
