//! What an unlikely branch computes, and from which values, is kept apart from the rest in CPU code: LLVM would make vectors of both
//! (its cost model does not ask how often), and what runs always would shuffle for what never does. Changes no value.
//!
//! ```text
//!     scf.if %nan {                     scf.if %nan {
//!       %x = memref.load %a[]             %0 = memref.load %a[]; %x = call_intrinsic "llvm.arithmetic.fence"(%0)
//!       memref.store %y, %b[]             %1 = call_intrinsic "llvm.arithmetic.fence"(%y); memref.store %1, %b[]
//!     } {region.unlikely}               }
//! ```

use melior::ir::{Module, TypeLike, ValueLike};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Order, Val};
use raddle_dialects::region::UNLIKELY;

/// Puts fences into the unlikely branches of `module`.
pub(super) fn keep_apart(module: &Module<'_>) {
    let choices = ir::find_all(ir::root(module), "scf.if");
    let unlikely: Vec<Op<'_>> = choices.into_iter().filter(|it| ir::has_attr(*it, UNLIKELY)).collect();
    for choice in unlikely {
        let Some(branch) = ir::entry_block(choice, 0) else { continue };
        for op in ir::ops(branch).into_iter().flat_map(|it| ir::nested(it, Order::Pre)) {
            fence_operands(op, choice);
            if ir::is(op, "memref.load") {
                fence_result(op);
            }
        }
    }
}

/// What comes from outside, and what goes to memory.
fn fence_operands(op: Op<'_>, choice: Op<'_>) {
    for (number, value) in ir::operands(op).into_iter().enumerate() {
        let is_inside = ir::defining_op(value)
            .is_some_and(|it| ir::is(it, "arith.constant") || ir::parents(it).any(|parent| parent == choice));
        let is_stored = ir::is(op, "memref.store") && number == 0;
        if is_number(value) && (is_stored || !is_inside) {
            ir::set_operand(op, number, fence(&Builder::before(op), value));
        }
    }
}

fn fence_result(load: Op<'_>) {
    let value = ir::result(load);
    if !is_number(value) {
        return;
    }
    let uses = ir::uses(value);
    let fenced = fence(&Builder::after(load), value);
    uses.into_iter().for_each(|(user, number)| ir::set_operand(user, number, fenced));
}

fn is_number(value: Val<'_>) -> bool {
    let ty = value.r#type();
    ty.is_f32() || ty.is_f64()
}

fn fence<'c>(b: &Builder<'c>, value: Val<'c>) -> Val<'c> {
    let attrs = [
        ("intrin", b.str("llvm.arithmetic.fence")),
        ("operandSegmentSizes", b.i32s(&[1, 0])),
        ("op_bundle_sizes", b.i32s(&[])),
    ];
    b.value("llvm.call_intrinsic", &[value], value.r#type(), &attrs)
}
