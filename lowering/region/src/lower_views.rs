//! `region-lower-views`: turn element accesses through views into loads and stores at byte addresses.
//!
//! ```text
//!     before                                          after
//!     %A = region.view %p [%o] sizes [..]             %x = %o + %i * %s0 + %j * %s1
//!          strides [%s0, %s1] : .. memref<?x?xf64>    %q = llvm.getelementptr %p[%x] .. i8
//!     %v = memref.load %A[%i, %j]                     %v = llvm.load %q {alignment = 8}
//! ```
//!
//! Legal if:  always; it is the definition of `region.view`.
//! Needs:     `lower-affine` before it. Leaves: no view, no memref but those of `memref.alloca`.
//! Declines:  nothing; another use of a view is an error at that use.
//! Source:    own.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::ViewOp;
use raddle_dialects::{Failure, Pass, diagnostics};

use crate::views::element_bytes;

#[derive(Clone, Default)]
pub struct LowerViews;

impl Pass for LowerViews {
    const ARG: &'static str = "region-lower-views";
    const DESC: &'static str = "lower accesses through views to loads and stores at byte addresses";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for view in ir::find_all(op, "region.view").into_iter().filter_map(ViewOp::cast) {
            for (user, _) in ir::uses(view.result()) {
                lower_access(view, user)?;
            }
            ir::erase(view.op());
        }
        Ok(())
    }
}

fn lower_access<'c>(view: ViewOp<'c>, op: Op<'c>) -> Result<(), Failure> {
    let b = Builder::before(op);
    let operands = ir::operands(op);
    let alignment = element_bytes(view.result());
    match ir::name(op) {
        "memref.load" => {
            let pointer = address(&b, view, &operands[1..]);
            let value = b.llvm_load(pointer, view.element_type(), alignment);
            ir::replace_op(op, &[value]);
        }
        "memref.store" => {
            let pointer = address(&b, view, &operands[2..]);
            b.llvm_store(operands[0], pointer, alignment);
            ir::erase(op);
        }
        other => {
            diagnostics::error(op.location(), format!("'{other}' on a view has no lowering"))
                .note(view.op().location(), "the view is here")
                .report();
            return Err(Failure::Reported);
        }
    }
    Ok(())
}

/// `base + offset + sum of index * stride`.
fn address<'c>(b: &Builder<'c>, view: ViewOp<'c>, indices: &[Val<'c>]) -> Val<'c> {
    let mut offset = Some(view.offset()).filter(|it| ir::constant_int(*it) != Some(0));
    for (index, stride) in indices.iter().zip(view.strides()) {
        let bytes = no_wrap(b, "arith.muli", *index, stride);
        offset = Some(match offset {
            Some(offset) => no_wrap(b, "arith.addi", offset, bytes),
            None => bytes,
        });
    }
    match offset {
        Some(offset) => b.byte_offset(view.base(), b.index_cast(offset, b.int(64))),
        None => view.base(),
    }
}

/// Addresses of elements that exist do not wrap.
fn no_wrap<'c>(b: &Builder<'c>, name: &str, x: Val<'c>, y: Val<'c>) -> Val<'c> {
    let flags = b.parse_attr("#arith.overflow<nsw>");
    let attrs: Vec<_> = flags.map(|it| ("overflowFlags", it)).into_iter().collect();
    b.value(name, &[x, y], x.r#type(), &attrs)
}
