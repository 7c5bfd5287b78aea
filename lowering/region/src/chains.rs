//! How long the floats of a statement take that need each other: from what it loads of arrays that it stores, to these stores. Variables in
//! between count; where one is stored twice, the longer way does. An estimate: it decides about orders that are legal anyway.

use std::collections::{HashMap, HashSet};

use raddle_dialects::ir::{self, Op, Order, Val};
use raddle_dialects::region::ViewOp;

use crate::views::memref_rank;

/// In cycles.
pub fn longest(ops: &[Op<'_>]) -> i64 {
    let all: Vec<Op<'_>> = ops.iter().flat_map(|it| ir::nested(*it, Order::Post)).collect();
    let stored = all.iter().filter_map(|it| target(*it)).filter(|it| memref_rank(*it) > 0).map(array).collect();
    let mut chains = Chains { stored, cycles: HashMap::new() };
    all.into_iter().filter_map(|it| chains.visit(it)).max().unwrap_or(0)
}

fn latency(op: Op<'_>) -> i64 {
    match ir::name(op) {
        "arith.addf" | "arith.subf" | "arith.mulf" => 4,
        "arith.divf" | "math.sqrt" => 13,
        // With the choice that it is made for; what the shortest functions take.
        "arith.cmpf" | "region.math" => 5,
        _ => 0,
    }
}

/// Where a store goes.
fn target(op: Op<'_>) -> Option<Val<'_>> {
    ir::name(op).ends_with(".store").then(|| ir::operands(op)[1])
}

/// What all views of an array have in common.
fn array(memory: Val<'_>) -> usize {
    let view = ir::defining_op(memory).and_then(ViewOp::cast);
    ir::key(view.map_or(memory, ViewOp::base))
}

struct Chains {
    /// Arrays that are stored.
    stored: HashSet<usize>,
    /// Of values and variables that need elements of them, by key.
    cycles: HashMap<usize, i64>,
}

impl Chains {
    /// The chain that ends here, if this stores to an array.
    fn visit(&mut self, op: Op<'_>) -> Option<i64> {
        let values: Vec<Val<'_>> = ir::operands(op).into_iter().chain(yielded(op)).collect();
        let before = values.iter().filter_map(|it| self.cycles.get(&ir::key(*it))).max().copied();
        if let Some(memory) = target(op) {
            let stored = self.cycles.get(&ir::key(ir::operands(op)[0])).copied()?;
            let cycles = self.cycles.entry(ir::key(memory)).or_insert(0);
            *cycles = stored.max(*cycles);
            return (memref_rank(memory) > 0).then_some(stored);
        }
        let is_load = ir::name(op).ends_with(".load");
        let begins = is_load && self.stored.contains(&array(ir::operands(op)[0]));
        let cycles = if begins { Some(before.unwrap_or(0)) } else { before };
        if let Some(cycles) = cycles {
            let all = cycles + latency(op);
            self.cycles.extend(ir::results(op).into_iter().map(|it| (ir::key(it), all)));
        }
        None
    }
}

/// What the blocks of an operation give it for results.
fn yielded(op: Op<'_>) -> Vec<Val<'_>> {
    let blocks = ir::regions(op).into_iter().flat_map(ir::blocks);
    let ends = blocks.filter_map(|it| ir::ops(it).last().copied());
    ends.flat_map(ir::operands).collect()
}
