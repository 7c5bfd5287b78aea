//! Variables that end in an element of an array live there from the start.
//!
//! ```text
//!     w = A[i][j];
//!     for k { w -= A[i][k] * A[k][j] }  =>  for k { A[i][j] -= A[i][k] * A[k][j] }
//!     A[i][j] = w / A[j][j]                 A[i][j] = A[i][j] / A[j][j]
//! ```
//!
//! Legal if:  the variable is stored first and loaded last at the top of the body that declares it, its last value goes to the element by
//!            arithmetic alone, and nothing else in an iteration of that body reaches the element in between. Types are equal, so no
//!            value changes. Whoever has no other pointer to the element sees no difference: for versions behind a check.

use std::collections::HashMap;
use std::ffi::c_void;

use melior::ir::operation::OperationLike;
use raddle_dialects::build::{Builder, element_type};
use raddle_dialects::ir::{self, Op, Source, Val};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::AccessId;

use crate::affine::map_attr;
use crate::extract::{Extracted, is_inside};

/// Changes all variables for which that is legal; false where there is none. What was extracted is not true any more then.
pub fn demote(root: Op<'_>, found: &Extracted<'_>, analysis: &Analysis) -> bool {
    let declarations = ir::find_all(root, "memref.alloca");
    let mut is_moved = false;
    declarations.iter().for_each(|it| is_moved |= sink(*it));
    let mut changes: Vec<_> = declarations.into_iter().filter_map(|it| target(found, analysis, it)).collect();
    // A variable that ends in another variable waits for that one.
    let changed: Vec<_> = changes.iter().map(|it| ir::key(it.0)).collect();
    changes.retain(|(_, last)| !changed.contains(&ir::key(ir::operands(*last)[1])));
    changes.iter().for_each(|(variable, last)| replace(*variable, *last));
    is_moved || !changes.is_empty()
}

/// Declares a variable in the loop that all its uses are in, where each iteration stores it first. Says whether there is one.
fn sink(declaration: Op<'_>) -> bool {
    let users: Vec<_> = ir::uses(ir::result(declaration)).into_iter().map(|it| it.0).collect();
    let Some(block) = declaration.block().map(Places::of) else { return false };
    let around = block.first(&users).map(|it| block.ops[it]);
    let Some(loop_op) = around.filter(|it| ir::is(*it, "affine.for") && users.iter().all(|user| is_inside(*user, *it)))
    else {
        return false;
    };
    let Some(body) = ir::entry_block(loop_op, 0).map(Places::of) else { return false };
    let first = body.first(&users).map(|it| body.ops[it]);
    let is_stored = |it: &Op<'_>| ir::is(*it, "affine.store") && ir::operands(*it)[1] == ir::result(declaration);
    let is_own = first.filter(is_stored).is_some() && crate::views::memref_rank(ir::result(declaration)) == 0;
    if let Some(start) = body.ops.first().filter(|_| is_own) {
        ir::move_before(declaration, *start);
    }
    is_own
}

/// The ops of a block, and the number of each.
struct Places<'c> {
    ops: Vec<Op<'c>>,
    numbers: HashMap<*mut c_void, usize>,
}

impl<'c> Places<'c> {
    fn of(block: ir::Block<'c>) -> Places<'c> {
        let ops = ir::ops(block);
        let numbers = ops.iter().enumerate().map(|(number, op)| (op.to_raw().ptr, number)).collect();
        Places { ops, numbers }
    }

    /// The number of the one that `op` is or is inside of.
    fn place(&self, op: Op<'c>) -> Option<usize> {
        std::iter::once(op).chain(ir::parents(op)).find_map(|it| self.numbers.get(&it.to_raw().ptr).copied())
    }

    fn has(&self, op: Op<'c>) -> bool {
        self.numbers.contains_key(&op.to_raw().ptr)
    }

    /// The number of the first one that one of `ops` is or is inside of.
    fn first(&self, ops: &[Op<'c>]) -> Option<usize> {
        ops.iter().filter_map(|it| self.place(*it)).min()
    }
}

/// The variable, and the store of its last value.
fn target<'c>(found: &Extracted<'c>, analysis: &Analysis, declaration: Op<'c>) -> Option<(Val<'c>, Op<'c>)> {
    let variable = ir::result(declaration);
    let places = Places::of(declaration.block()?);
    let users: Vec<_> = ir::uses(variable).into_iter().map(|it| it.0).collect();
    let is_plain = |it: &Op<'c>| matches!(ir::name(*it), "affine.load" | "affine.store");
    let place = |op: Op<'c>| places.place(op);
    let first = users.iter().copied().min_by_key(|it| place(*it))?;
    let last = users.iter().copied().filter(|it| ir::is(*it, "affine.load")).max_by_key(|it| place(*it))?;
    let is_own = places.has(first) && ir::is(first, "affine.store") && places.has(last);
    let are_before = users.iter().all(|it| *it == last || place(*it) < place(last));
    if !is_own || !are_before || !users.iter().all(is_plain) || crate::views::memref_rank(variable) > 0 {
        return None;
    }
    let store = places.ops.iter().copied().find(|it| ir::is(*it, "affine.store") && place(*it) > place(last))?;
    let element = found.accesses.iter().position(|it| *it == store).map(|it| AccessId(it as u32))?;
    let view = ir::operands(store)[1];
    let is_same_type = element_type(view) == element_type(variable) && ir::key(view) != ir::key(variable);
    let copies = found.model.accesses[element.0 as usize].loops.len();
    let body = ir::parent(declaration)?;
    let reads_it = |it: &AccessId| {
        let access = &found.model.accesses[it.0 as usize];
        let written = &found.model.accesses[element.0 as usize];
        access.subscripts == written.subscripts && is_first_value(found.accesses[it.0 as usize], first)
    };
    let others = found.accesses_in(body).into_iter().filter(|it| *it != element && !reads_it(it));
    let is_alone = others.into_iter().all(|it| analysis.never_meet_in_iteration(element, it, copies));
    // The place is known wherever the variable is used.
    let is_outer = |value: &Val<'c>| match ir::source(*value) {
        Source::Argument(..) => true,
        Source::Result(op, _) => !is_inside(op, body),
    };
    let is_known = ir::operands(store)[2..].iter().all(is_outer);
    (is_known && is_same_type && is_last_value(last, store) && is_alone).then_some((variable, store))
}

/// Is this what the variable is set to first?
fn is_first_value(load: Op<'_>, first: Op<'_>) -> bool {
    ir::is(load, "affine.load")
        && ir::key(ir::result(load)) == ir::key(ir::operands(first)[0])
        && ir::uses(ir::result(load)).len() == 1
}

/// Is what is stored made of the variable's last value, and that used nowhere else?
fn is_last_value(last: Op<'_>, store: Op<'_>) -> bool {
    let mut value = ir::result(last);
    loop {
        let [(user, number)] = ir::uses(value)[..] else { return false };
        if user == store {
            return number == 0;
        }
        if !ir::name(user).starts_with("arith.") || ir::results(user).len() != 1 || !ir::regions(user).is_empty() {
            return false;
        }
        value = ir::result(user);
    }
}

/// Does a store of the variable copy the element that `store` writes?
fn is_copy_of(user: Op<'_>, store: Op<'_>) -> bool {
    let place = |operands: &[Val<'_>]| operands.iter().map(|it| ir::key(*it)).collect::<Vec<_>>();
    let is_there = |load: Op<'_>| {
        ir::is(load, "affine.load")
            && place(&ir::operands(load)) == place(&ir::operands(store)[1..])
            && ir::attr(load, "map") == ir::attr(store, "map")
    };
    ir::is(user, "affine.store") && ir::defining_op(ir::operands(user)[0]).is_some_and(is_there)
}

/// Sends all accesses of the variable to the element that `store` writes.
fn replace<'c>(variable: Val<'c>, store: Op<'c>) {
    let Some(map) = map_attr(store, "map") else { return };
    let (memref, operands) = (ir::operands(store)[1], ir::operands(store)[2..].to_vec());
    let users: Vec<_> = ir::uses(variable).into_iter().map(|it| it.0).collect();
    let copies: Vec<_> = users.iter().copied().filter(|it| is_copy_of(*it, store)).collect();
    for user in users {
        if copies.contains(&user) {
            let load = ir::defining_op(ir::operands(user)[0]);
            ir::erase(user);
            load.into_iter().filter(|it| !ir::has_uses(ir::result(*it))).for_each(ir::erase);
            continue;
        }
        let b = Builder::before(user).at(user.location());
        match ir::name(user) {
            "affine.load" => ir::replace_op(user, &[b.affine_load(memref, map, &operands)]),
            _ => {
                b.affine_store(ir::operands(user)[0], memref, map, &operands);
                ir::erase(user);
            }
        }
    }
    ir::defining_op(variable).into_iter().for_each(ir::erase);
    if is_copy_of(store, store) {
        // The last value is there already.
        let load = ir::defining_op(ir::operands(store)[0]);
        ir::erase(store);
        load.into_iter().filter(|it| !ir::has_uses(ir::result(*it))).for_each(ir::erase);
    }
}
