//! Values that one statement of a nest computes and another one uses, through memory: then dependences are all that ties statements
//! together.
//!
//! ```text
//!     for i {                               for i {
//!       %v = A[i]                             %t = memref.alloca() : memref<f64>
//!       for j { B[i][j] = %v }        =>      %t[] = A[i]
//!     }                                       for j { B[i][j] = %t[] }
//!                                           }
//! ```
//!
//! Arithmetic on indices stays: whoever uses it computes it again.

use std::collections::HashMap;

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Block, Op, Val};

use crate::extract::{is_inside, is_structure};
use crate::views::memref_rank;

/// Cheap, and a function of indices alone.
pub fn is_index_arithmetic(op: Op<'_>) -> bool {
    let is_index = |value: &Val<'_>| value.r#type() == Builder::before(op).index();
    match ir::name(op) {
        "arith.constant" | "affine.apply" => true,
        "arith.addi" | "arith.subi" | "arith.muli" | "arith.index_cast" => {
            ir::operands(op).iter().chain(&ir::results(op)).all(is_index)
        }
        _ => false,
    }
}

/// The number of each op's statement.
fn groups(root: Op<'_>) -> HashMap<usize, usize> {
    let mut groups = HashMap::new();
    if let Some(block) = ir::entry_block(root, 0) {
        number(block, &mut groups, &mut 0);
    }
    groups
}

/// Sends values between the statements of `root` through variables of their own.
pub fn separate(root: Op<'_>) {
    let groups = groups(root);
    let mut ops: Vec<_> =
        ir::nested(root, ir::Order::Pre).into_iter().filter(|it| groups.contains_key(&ir::op_key(*it))).collect();
    ops.retain(|it| !is_index_arithmetic(*it) && !ir::is(*it, "memref.alloca"));
    for op in ops {
        let own = groups[&ir::op_key(op)];
        for value in ir::results(op) {
            let is_elsewhere = |user: Op<'_>| group_of(user, &groups).is_none_or(|it| it != own);
            let users: Vec<_> = ir::uses(value).into_iter().filter(|(user, _)| is_elsewhere(*user)).collect();
            if !users.is_empty() {
                through_variable(op, value, &users);
            }
        }
    }
}

/// Ops of one statement have one number.
fn number(block: Block<'_>, groups: &mut HashMap<usize, usize>, next: &mut usize) {
    for op in ir::ops(block) {
        if is_structure(op) {
            *next += 1;
            for inner in (0..ir::regions(op).len()).filter_map(|region| ir::entry_block(op, region)) {
                number(inner, groups, next);
                *next += 1;
            }
        } else {
            groups.insert(ir::op_key(op), *next);
        }
    }
}

/// The number of the statement that the op is in or a part of; None for loops.
fn group_of(op: Op<'_>, groups: &HashMap<usize, usize>) -> Option<usize> {
    std::iter::once(op).chain(ir::parents(op)).find_map(|it| groups.get(&ir::op_key(it)).copied())
}

fn through_variable<'c>(op: Op<'c>, value: Val<'c>, users: &[(Op<'c>, usize)]) {
    let ty = value.r#type();
    let after = Builder::after(op);
    // Memory of kernels has no indices and no bits.
    let (kept, back): (Val<'c>, _) = if ty == after.index() {
        (after.index_cast(value, after.int(64)), Some("arith.index_cast"))
    } else if ty == after.int(1) {
        (after.cast("arith.extui", value, after.int(8)), Some("arith.trunci"))
    } else {
        (value, None)
    };
    let variable = Builder::before(op).memref_alloca(after.memref(&[], kept.r#type()));
    after.memref_store(kept, variable, &[]);
    for (user, operand) in users {
        let b = Builder::before(*user);
        let loaded = b.memref_load(variable, &[]);
        let loaded = match back {
            Some(cast) => b.cast(cast, loaded, ty),
            None => loaded,
        };
        ir::set_operand(*user, *operand, loaded);
    }
}

/// Uses the value itself where a variable is written once, before all that read it.
pub fn forward_single(root: Op<'_>) {
    for variable in ir::find_all(root, "memref.alloca").into_iter().filter(|it| memref_rank(ir::result(*it)) == 0) {
        let users: Vec<_> = ir::uses(ir::result(variable)).into_iter().map(|it| it.0).collect();
        let (loads, others): (Vec<_>, Vec<_>) =
            users.into_iter().partition(|it| matches!(ir::name(*it), "affine.load" | "memref.load"));
        let [store] = others[..] else { continue };
        let Some(block) = variable.block().map(ir::ops) else { continue };
        let place = |op: Op<'_>| block.iter().position(|it| is_inside(op, *it));
        let is_first = || block.contains(&store) && loads.iter().all(|it| place(*it) > place(store));
        if matches!(ir::name(store), "affine.store" | "memref.store") && is_first() {
            let value = ir::operands(store)[0];
            loads.into_iter().for_each(|it| ir::replace_op(it, &[value]));
            ir::erase(store);
            ir::erase(variable);
        }
    }
}
