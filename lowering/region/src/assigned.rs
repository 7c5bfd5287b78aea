//! Which variables an iteration surely writes before it reads them: definite assignment, over the structure of the code.
//!
//! ```text
//!     for i { if (c[i] > 0) e = f[i]; else e = g[i];  u[i] = e * e; }          each iteration writes `e` before it reads it
//!     for i { do { r = n % d; d += 2; } while (r && d < q);  last[i] = r; }    so it does `r`
//! ```
//!
//! The polyhedral analysis knows which condition an access is under, but not that one of two branches always runs, or that a loop
//! runs once at least. Of variables the structure tells it. Never looks at arrays, and never at values.

use std::collections::{HashMap, HashSet};

use melior::ir::RegionLike;
use raddle_dialects::ir::{self, Block, Op, Val};
use raddle_poly::model::{AccessId, ArrayId, LoopId};

use crate::affine::{self, Bounds};

/// What the structure says of one loop.
#[derive(Default)]
pub struct Assigned {
    /// Reads that follow a write in the same iteration.
    pub covered: Vec<AccessId>,
    /// What each iteration writes.
    pub always: Vec<ArrayId>,
}

/// The variables of a nest and the accesses of each op.
pub struct Variables {
    pub arrays: HashMap<usize, ArrayId>,
    pub accesses: HashMap<usize, AccessId>,
}

type Set = HashSet<ArrayId>;

/// Of each loop in order. A loop that is no `affine.for` may be left in the middle of its body.
pub fn of_loops(variables: &Variables, loops: &[Op<'_>]) -> Vec<(LoopId, Assigned)> {
    let one = |(number, op): (usize, &Op<'_>)| {
        let mut walk = Walk { variables, covered: vec![] };
        let mut state = Set::new();
        ir::regions(*op).into_iter().filter_map(|it| it.first_block()).for_each(|it| walk.block(it, &mut state));
        let always = if ir::is(*op, "affine.for") { state.into_iter().collect() } else { vec![] };
        (LoopId(number as u32), Assigned { covered: walk.covered, always })
    };
    loops.iter().enumerate().map(one).collect()
}

struct Walk<'a> {
    variables: &'a Variables,
    covered: Vec<AccessId>,
}

impl Walk<'_> {
    /// Adds to `state` what surely is written when the block's end is reached.
    fn block(&mut self, block: Block<'_>, state: &mut Set) {
        ir::ops(block).into_iter().for_each(|op| self.op(op, state));
    }

    fn op(&mut self, op: Op<'_>, state: &mut Set) {
        match ir::name(op) {
            "affine.load" | "memref.load" => self.load(op, state),
            "affine.store" | "memref.store" => state.extend(self.variable(ir::operands(op).get(1).copied())),
            "affine.if" | "scf.if" | "scf.index_switch" => self.branches(op, state),
            // What is tested first runs once at least, and always last.
            "scf.while" => {
                let blocks: Vec<_> = ir::regions(op).into_iter().filter_map(|it| it.first_block()).collect();
                let [test, body] = blocks[..] else { return };
                self.block(test, state);
                self.block(body, &mut state.clone());
            }
            "affine.for" if runs(op) => self.inside(op, state),
            _ => self.inside(op, &mut state.clone()),
        }
    }

    fn inside(&mut self, op: Op<'_>, state: &mut Set) {
        for block in ir::regions(op).into_iter().filter_map(|it| it.first_block()) {
            self.block(block, state);
        }
    }

    fn load(&mut self, op: Op<'_>, state: &Set) {
        let variable = self.variable(ir::operands(op).first().copied());
        let access = self.variables.accesses.get(&ir::op_key(op));
        self.covered.extend(access.filter(|_| variable.is_some_and(|it| state.contains(&it))));
    }

    /// One of the branches runs, or none where one of them is missing.
    fn branches(&mut self, op: Op<'_>, state: &mut Set) {
        let after = ir::regions(op).into_iter().map(|region| {
            let mut own = state.clone();
            region.first_block().into_iter().for_each(|it| self.block(it, &mut own));
            own
        });
        if let Some(all) = after.reduce(|a, b| &a & &b) {
            *state = all;
        }
    }

    fn variable(&self, memref: Option<Val<'_>>) -> Option<ArrayId> {
        self.variables.arrays.get(&ir::key(memref?)).copied()
    }
}

/// The loop has an iteration, whatever the program's values are.
fn runs(op: Op<'_>) -> bool {
    let trips = || Bounds::of(op)?.constant_trips(affine::step(op)?);
    trips().is_some_and(|it| it > 0)
}
