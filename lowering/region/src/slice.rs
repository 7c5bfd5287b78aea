//! What a loop does to compute some of what it stores: a copy of it from which everything else is erased. Decides nothing.

use std::collections::HashMap;

use raddle_dialects::ir::{self, Op, Order, Val};

use crate::extract::is_inside;

/// The memory that an op writes to.
pub fn written<'c>(op: Op<'c>) -> Option<Val<'c>> {
    let place = match ir::name(op) {
        "memref.store" | "affine.store" | "memref.atomic_rmw" => 1,
        _ => return None,
    };
    ir::operands(op).get(place).copied()
}

/// The memory that an op reads.
pub fn read<'c>(op: Op<'c>) -> Option<Val<'c>> {
    matches!(ir::name(op), "memref.load" | "affine.load").then(|| ir::operands(op)[0])
}

/// A variable of the loop's own.
pub fn is_local<'c>(memref: Val<'c>, op: Op<'c>) -> bool {
    ir::defining_op(memref).is_some_and(|it| ir::is(it, "memref.alloca") && is_inside(it, op))
}

/// Erases what the stores that `is_wanted` chooses do not need: they, what they are computed from, and what decides whether they are
/// reached, stay. What is read from memory of others stays a read.
pub fn keep_needed<'c>(root: Op<'c>, is_wanted: impl Fn(Op<'c>) -> bool) {
    let mut needed: HashMap<usize, Op<'c>> = HashMap::new();
    let mut open: Vec<Op<'c>> = ir::nested(root, Order::Pre).into_iter().filter(|it| is_wanted(*it)).collect();
    while let Some(op) = open.pop() {
        if !is_inside(op, root) || needed.insert(ir::op_key(op), op).is_some() {
            continue;
        }
        open.extend(ir::operands(op).into_iter().filter_map(ir::defining_op));
        open.extend(ir::parent(op));
        // Where the end of a block decides what runs next, or what comes out of it.
        open.extend(ir::regions(op).into_iter().flat_map(ir::blocks).filter_map(|it| ir::ops(it).last().copied()));
        if let Some(variable) = read(op).filter(|it| is_local(*it, root)) {
            open.extend(ir::uses(variable).into_iter().map(|it| it.0).filter(|it| written(*it).is_some()));
        }
    }
    sweep(root, &needed);
}

fn sweep<'c>(op: Op<'c>, needed: &HashMap<usize, Op<'c>>) {
    for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
        for inner in ir::ops(block).into_iter().rev() {
            match needed.contains_key(&ir::op_key(inner)) {
                true => sweep(inner, needed),
                false => ir::erase(inner),
            }
        }
    }
}
