//! Variables that end in an element of an array live there from the start.
//!
//! ```text
//!     w = A[i][j];                          A[i][j] = A[i][j];
//!     for k { w -= A[i][k] * A[k][j] }  =>  for k { A[i][j] -= A[i][k] * A[k][j] }
//!     A[i][j] = w / A[j][j]                 A[i][j] = A[i][j] / A[j][j]
//! ```
//!
//! Legal if:  the variable is stored first and loaded last at the top of the body that declares it, its last value goes to the element by
//!            arithmetic alone, and nothing else in an iteration of that body reaches the element in between. Types are equal, so no
//!            value changes. Whoever has no other pointer to the element sees no difference: for versions behind a check.

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
    let mut changes: Vec<_> = declarations.into_iter().filter_map(|it| target(found, analysis, it)).collect();
    // A variable that ends in another variable waits for that one.
    let changed: Vec<_> = changes.iter().map(|it| ir::key(it.0)).collect();
    changes.retain(|(_, last)| !changed.contains(&ir::key(ir::operands(*last)[1])));
    changes.iter().for_each(|(variable, last)| replace(*variable, *last));
    !changes.is_empty()
}

/// The variable, and the store of its last value.
fn target<'c>(found: &Extracted<'c>, analysis: &Analysis, declaration: Op<'c>) -> Option<(Val<'c>, Op<'c>)> {
    let variable = ir::result(declaration);
    let block = ir::ops(declaration.block()?);
    let users: Vec<_> = ir::uses(variable).into_iter().map(|it| it.0).collect();
    let is_plain = |it: &Op<'c>| matches!(ir::name(*it), "affine.load" | "affine.store");
    let place = |op: Op<'c>| block.iter().position(|it| is_inside(op, *it));
    let first = users.iter().copied().min_by_key(|it| place(*it))?;
    let last = users.iter().copied().filter(|it| ir::is(*it, "affine.load")).max_by_key(|it| place(*it))?;
    let is_own = block.contains(&first) && ir::is(first, "affine.store") && block.contains(&last);
    let are_before = users.iter().all(|it| *it == last || place(*it) < place(last));
    if !is_own || !are_before || !users.iter().all(is_plain) || crate::views::memref_rank(variable) > 0 {
        return None;
    }
    let store = block.iter().copied().find(|it| ir::is(*it, "affine.store") && place(*it) > place(last))?;
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

/// Sends all accesses of the variable to the element that `store` writes.
fn replace<'c>(variable: Val<'c>, store: Op<'c>) {
    let Some(map) = map_attr(store, "map") else { return };
    let (memref, operands) = (ir::operands(store)[1], ir::operands(store)[2..].to_vec());
    for (user, _) in ir::uses(variable) {
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
}
