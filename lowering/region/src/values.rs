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

use melior::ir::{Type, ValueLike};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Block, Op, Val};

use crate::extract::is_structure;

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
    let kept = to_memory(&after, value);
    let variable = Builder::before(op).memref_alloca(after.memref(&[], kept.r#type()));
    after.memref_store(kept, variable, &[]);
    for (user, operand) in users {
        let b = Builder::before(*user);
        ir::set_operand(*user, *operand, from_memory(&b, b.memref_load(variable, &[]), ty));
    }
}

/// The type in which memory of kernels holds values of `ty`: it has no indices and no bits.
pub fn in_memory<'c>(b: &Builder<'c>, ty: Type<'c>) -> Type<'c> {
    match () {
        () if ty == b.index() => b.int(64),
        () if ty == b.int(1) => b.int(8),
        () => ty,
    }
}

pub fn to_memory<'c>(b: &Builder<'c>, value: Val<'c>) -> Val<'c> {
    let (ty, to) = (value.r#type(), in_memory(b, value.r#type()));
    match () {
        () if ty == to => value,
        () if ty == b.index() => b.index_cast(value, to),
        () => b.cast("arith.extui", value, to),
    }
}

/// What [`to_memory`] has made of a value of type `ty`.
pub fn from_memory<'c>(b: &Builder<'c>, value: Val<'c>, ty: Type<'c>) -> Val<'c> {
    match () {
        () if ty == value.r#type() => value,
        () if ty == b.index() => b.index_cast(value, ty),
        () => b.cast("arith.trunci", value, ty),
    }
}
