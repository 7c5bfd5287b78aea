//! Tells prefix sums from other recurrences: loops that need each partial sum, and not just the last.
//!
//! ```text
//!     s += a[i]; b[i] = s;          b[i] = b[i - 1] + a[i];
//! ```
//!
//! No reductions: partial results would not do, as each iteration's value is used. Named in the reason why a loop is sequential, and
//! no more; never changes the IR.
//!
//! Rejects: terms that depend on the array themselves (`b[i] = b[i - 1] + b[i - 2]`, `s = s + s`), other operators on the way, loops
//! that carry values in other arrays, too (time steps).
//! Source:  Par4All thesis 4.4 (prefix sums are no reductions).

use std::collections::HashSet;

use raddle_dialects::ir::{self, Op, Val};
use raddle_poly::analysis::{Analysis, Dependence, DependenceKind};
use raddle_poly::model::{AccessKind, LoopId};

use crate::affine;
use crate::extract::{Extracted, position};
use crate::parallelize::array_name;
use crate::reductions::{self, Operator, Shape, Sides, Target, shape};

/// What a loop that carries `dependence` computes, in words, if that is a prefix sum.
pub fn describe<'c>(analysis: &Analysis, found: &Extracted<'c>, id: LoopId, dependence: &Dependence) -> Option<String> {
    let accesses = reductions::accesses(found, id, dependence.array);
    let is_store = |it: &&raddle_poly::model::AccessId| found.model.accesses[it.0 as usize].kind == AccessKind::Write;
    let mut stores = accesses.iter().filter(is_store).map(|it| found.accesses[it.0 as usize]);
    let (store, None) = (stores.next()?, stores.next()) else { return None };
    let loads: Vec<Op<'c>> =
        accesses.iter().filter(|it| !is_store(it)).map(|it| found.accesses[it.0 as usize]).collect();
    let (operator, before) = running(*ir::operands(store).first()?, &loads)?;
    let target = Target::new(store);
    let in_place = target.is_load(before);
    let others_follow = loads.iter().all(|it| *it == before || target.is_load(*it));
    let is_used = loads.len() > 1 || ir::uses(ir::operands(store)[0]).len() > 1;
    let step = affine::step(found.loops[id.0 as usize]);
    let is_step = dependence.kind == DependenceKind::Flow
        && dependence.distance.first().is_some_and(|it| it.min == step && it.max == step);
    let is_scan = others_follow && if in_place { is_used } else { is_step };
    // Terms that other arrays carry over are no terms of a sum.
    let is_scan = is_scan && analysis.carriers(id) == [dependence.array];
    let (name, at) = (array_name(found, dependence.array), position(store));
    is_scan.then(|| format!("{} on '{name}': {at}; the loop needs each partial value (a scan)", noun(operator)))
}

fn noun(operator: Operator) -> String {
    match operator {
        Operator::Add => "prefix sum".into(),
        Operator::Mul => "prefix product".into(),
        other => format!("prefix {other}"),
    }
}

/// The one of `loads` that `value` is made of by operators of one kind, and of no other of them.
fn running<'c>(value: Val<'c>, loads: &[Op<'c>]) -> Option<(Operator, Op<'c>)> {
    let (mut at, mut operator) = (value, None);
    loop {
        let op = ir::defining_op(at)?;
        if loads.contains(&op) {
            return operator.map(|it| (it, op));
        }
        let sides = match shape(op)? {
            Shape::Operator(found, _) if operator.is_some_and(|it| it != found) => return None,
            Shape::Operator(found, sides) => {
                operator = Some(found);
                sides
            }
            Shape::Resize => Sides::Left,
            Shape::Choice => return None,
        };
        let made_of: Vec<Val<'c>> = ir::operands(op).into_iter().filter(|it| depends_on(*it, loads)).collect();
        let [next] = made_of[..] else { return None };
        if matches!(sides, Sides::Left) && ir::operands(op).first() != Some(&next) {
            return None;
        }
        at = next;
    }
}

/// Is one of `loads` anywhere in what a value is computed from?
fn depends_on<'c>(value: Val<'c>, loads: &[Op<'c>]) -> bool {
    let mut open = vec![value];
    let mut known = HashSet::new();
    while let Some(op) = open.pop().and_then(ir::defining_op) {
        if !known.insert(ir::op_key(op)) {
            continue;
        }
        let nested = ir::nested(op, ir::Order::Pre);
        if nested.iter().any(|it| loads.contains(it)) {
            return true;
        }
        open.extend(nested.into_iter().flat_map(ir::operands).filter(|it| ir::defining_op(*it).is_some()));
    }
    false
}
