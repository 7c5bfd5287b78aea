//! Variables that hold what could be read again where it is used: then the statement that uses it depends on no other.
//!
//! ```text
//!     for k { a = A[i][k];                     for k {
//!       for j { C[i][j] += a * B[k][j] } }  =>   for j { C[i][j] += A[i][k] * B[k][j] } }
//! ```
//!
//! Legal if:  the variable is stored once, before all loads and in each iteration that has one; what is stored follows by sums and
//!            products from indices and from arrays that the loop does not write. Arrays that may overlap are taken for disjoint: for
//!            versions behind such a check.

use std::collections::HashSet;

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Order, Source, Val};
use raddle_dialects::region::ViewOp;

use crate::extract::is_inside;
use crate::views::memref_rank;

/// Operations that are worth less than a variable.
const MAX_OPS: usize = 8;

pub fn forward(root: Op<'_>) {
    let written = written(root);
    for declaration in ir::find_all(root, "memref.alloca") {
        forward_one(root, declaration, &written);
    }
    erase_unused(root);
}

/// Arithmetic that nobody uses would look like a part of the statement that it stands in.
fn erase_unused(root: Op<'_>) {
    let has_no_use = |results: Vec<Val<'_>>| !results.is_empty() && !results.into_iter().any(ir::has_uses);
    let is_unused = |it: &Op<'_>| ir::regions(*it).is_empty() && ir::is_pure(*it) && has_no_use(ir::results(*it));
    // Users before what they use.
    ir::nested(root, Order::Pre).into_iter().rev().filter(is_unused).for_each(ir::erase);
}

/// The pointers behind views that the loop writes.
fn written(root: Op<'_>) -> HashSet<usize> {
    let targets = ir::nested(root, Order::Pre).into_iter().filter(|it| !is_load(*it)).flat_map(ir::operands);
    let views = targets.filter_map(ir::defining_op).filter_map(ViewOp::cast);
    views.map(|it| ir::key(it.base())).collect()
}

fn is_load(op: Op<'_>) -> bool {
    matches!(ir::name(op), "affine.load" | "memref.load")
}

fn is_store(op: Op<'_>) -> bool {
    matches!(ir::name(op), "affine.store" | "memref.store")
}

fn forward_one<'c>(root: Op<'c>, declaration: Op<'c>, written: &HashSet<usize>) {
    let variable = ir::result(declaration);
    let users: Vec<_> = ir::uses(variable).into_iter().map(|it| it.0).collect();
    let (stores, loads): (Vec<_>, Vec<_>) = users.into_iter().partition(|it| is_store(*it));
    if loads.is_empty() {
        // Nobody reads it.
        stores.into_iter().for_each(ir::erase);
        ir::erase(declaration);
        return;
    }
    let Some(store) = only_store(declaration, &stores, &loads) else { return };
    let (mut ops, value) = (vec![], ir::operands(store)[0]);
    if !slice(root, value, written, &mut ops) {
        return;
    }
    for load in loads {
        let (b, mut mapping) = (Builder::before(load), Mapping::new());
        for op in &ops {
            b.clone_op(*op, &mut mapping);
        }
        ir::replace_op(load, &[mapping.get_or_same(value)]);
    }
    ir::erase(store);
    ir::erase(declaration);
}

/// The store of a scalar variable that has one, in its own block and before all that read it.
fn only_store<'c>(declaration: Op<'c>, stores: &[Op<'c>], others: &[Op<'c>]) -> Option<Op<'c>> {
    let [store] = *stores else { return None };
    let block = ir::ops(declaration.block()?);
    let place = |op: Op<'c>| block.iter().position(|it| is_inside(op, *it));
    let is_first = block.contains(&store) && others.iter().all(|it| is_load(*it) && place(*it) > place(store));
    (memref_rank(ir::result(declaration)) == 0 && is_first).then_some(store)
}

/// Uses the value itself where a variable is written once, before all that read it.
pub fn forward_values(root: Op<'_>) {
    for declaration in ir::find_all(root, "memref.alloca") {
        let users: Vec<_> = ir::uses(ir::result(declaration)).into_iter().map(|it| it.0).collect();
        let (stores, loads): (Vec<_>, Vec<_>) = users.into_iter().partition(|it| is_store(*it));
        if let Some(store) = only_store(declaration, &stores, &loads) {
            let value = ir::operands(store)[0];
            loads.into_iter().for_each(|it| ir::replace_op(it, &[value]));
            ir::erase(store);
            ir::erase(declaration);
        }
    }
}

/// Collects the ops in the loop that the value is made by; false where it cannot be made again.
fn slice<'c>(root: Op<'c>, value: Val<'c>, written: &HashSet<usize>, ops: &mut Vec<Op<'c>>) -> bool {
    let Source::Result(op, _) = ir::source(value) else { return true };
    if !is_inside(op, root) || ops.contains(&op) {
        return true;
    }
    let is_sum =
        ["arith.addf", "arith.subf", "arith.mulf", "arith.negf", "arith.extf", "arith.truncf", "arith.constant"];
    let is_index =
        ["affine.apply", "arith.addi", "arith.subi", "arith.muli", "arith.index_cast", "arith.extsi", "arith.sitofp"];
    let view = || ir::operands(op).first().copied().and_then(ir::defining_op).and_then(ViewOp::cast);
    let is_unchanged = is_load(op) && view().is_some_and(|it| !written.contains(&ir::key(it.base())));
    let is_known = is_sum.contains(&ir::name(op)) || is_index.contains(&ir::name(op)) || is_unchanged;
    if !is_known || ops.len() >= MAX_OPS || !ir::operands(op).into_iter().all(|it| slice(root, it, written, ops)) {
        return false;
    }
    ops.push(op);
    true
}
