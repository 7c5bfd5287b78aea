//! Updates that stand one after the other, as statements of their own: each may then take its own order.
//!
//! ```text
//!     a = A[i][k]                                    a = A[i][k]
//!     C[k][j] = C[k][j] + x * a              =>      C[k][j] = C[k][j] + x * a
//!     s = s + B[k][j] * a                            b = A[i][k]                      {region.begins}
//!                                                    s = s + B[k][j] * b
//! ```
//!
//! Legal if: always. What the second one needs of the first one is computed again: arithmetic, and loads of arrays that the first one does
//!           not write. Arrays that overlap are one array, or are checked to be apart by whoever takes another order.

use std::collections::{BTreeSet, HashMap};

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Order};
use raddle_poly::model::{AccessId, ArrayId};

use crate::extract::{BEGINS, Extracted};

/// Bodies with more of them are no products: what one update needs of those before would be computed again and again.
const MAX_UPDATES: usize = 32;

/// Changes all bodies in `root` with several updates in a row; false where there is none. What was extracted is not true any more then.
pub fn set_apart(root: Op<'_>, found: &Extracted<'_>) -> bool {
    let loops = ir::nested(root, Order::Pre).into_iter().filter(|it| ir::is(*it, "affine.for"));
    let rows = loops.filter_map(|it| ir::entry_block(it, 0)).flat_map(|block| {
        let ops = ir::ops(block);
        let rows = ops.split(|it| !ir::regions(*it).is_empty()).map(<[Op<'_>]>::to_vec);
        rows.collect::<Vec<_>>()
    });
    let rows: Vec<_> = rows.map(|ops| Row::of(found, ops)).collect();
    rows.iter().filter(|it| it.cut()).count() > 0
}

/// Operations of a body with no loop between them.
struct Row<'f, 'c> {
    found: &'f Extracted<'c>,
    ops: Vec<Op<'c>>,
    /// The place of each in the row.
    places: HashMap<usize, usize>,
}

impl<'f, 'c> Row<'f, 'c> {
    fn of(found: &'f Extracted<'c>, ops: Vec<Op<'c>>) -> Self {
        let places = ops.iter().enumerate().map(|(place, op)| (ir::op_key(*op), place)).collect();
        Row { found, ops, places }
    }

    /// Behind each update but the last one.
    fn cut(&self) -> bool {
        let updates: Vec<_> = (0..self.ops.len()).filter(|it| self.is_update(*it)).collect();
        let Some((_, before)) = updates.split_last() else { return false };
        if before.len() >= MAX_UPDATES {
            return false;
        }
        // From the end, so that what one cut adds is not looked at by the next.
        before.iter().rev().filter(|it| self.cut_behind(**it)).count() > 0
    }

    /// Does the op write an element that it is computed from?
    fn is_update(&self, at: usize) -> bool {
        let place = |op: Op<'c>, first: usize| {
            (ir::operands(op).into_iter().skip(first).map(ir::key).collect::<Vec<_>>(), ir::attr(op, "map"))
        };
        let store = self.ops[at];
        let is_same = |it: &Op<'c>| ir::is(*it, "affine.load") && place(*it, 0) == place(store, 1);
        let is_new = self.ops.get(at + 1).is_some_and(|it| !ir::has_attr(*it, BEGINS));
        ir::is(store, "affine.store") && is_new && self.sources(at, &[store]).iter().any(is_same)
    }

    /// Those of the first `end` operations that `users` are computed from, in order.
    fn sources(&self, end: usize, users: &[Op<'c>]) -> Vec<Op<'c>> {
        let (mut found, mut open) = (BTreeSet::new(), users.to_vec());
        while let Some(op) = open.pop() {
            for source in ir::operands(op).into_iter().filter_map(ir::defining_op) {
                let place = self.place(source).filter(|it| *it < end);
                open.extend(place.filter(|it| found.insert(*it)).map(|_| source));
            }
        }
        found.into_iter().map(|it| self.ops[it]).collect()
    }

    fn place(&self, op: Op<'c>) -> Option<usize> {
        self.places.get(&ir::op_key(op)).copied()
    }

    fn cut_behind(&self, at: usize) -> bool {
        let (first, second) = self.ops.split_at(at + 1);
        let Some(next) = second.first() else { return false };
        let is_in_row = |op: &Op<'c>| self.place(*op).is_some();
        let leaves = |op: &Op<'c>| ir::results(*op).into_iter().flat_map(ir::uses).any(|(user, _)| !is_in_row(&user));
        let needed = self.sources(at + 1, second);
        if first.iter().any(leaves) || !needed.iter().all(|it| self.may_come_later(*it, first)) {
            return false;
        }
        let mut mapping = Mapping::new();
        let copies: Vec<_> = needed.iter().map(|it| Builder::before(*next).clone_op(*it, &mut mapping)).collect();
        for (old, copy) in needed.iter().zip(&copies) {
            let is_later = |it: &(Op<'c>, usize)| self.place(it.0).is_some_and(|it| it > at);
            for (user, number) in ir::uses(ir::result(*old)).into_iter().filter(is_later) {
                ir::set_operand(user, number, ir::result(*copy));
            }
        }
        let begin = copies.first().unwrap_or(next);
        ir::set_attr(*begin, BEGINS, Builder::before(*begin).unit());
        true
    }

    /// Has the op the same value behind all of `first`?
    fn may_come_later(&self, op: Op<'c>, first: &[Op<'c>]) -> bool {
        let array = |op: Op<'c>| -> Option<ArrayId> {
            let at = self.found.accesses.iter().position(|it| *it == op)?;
            Some(self.found.array_of(AccessId(at as u32)))
        };
        let writes = |it: &Op<'c>| match ir::name(*it) {
            "affine.load" | "memref.load" => false,
            "affine.store" | "memref.store" => array(*it).is_none() || array(*it) == array(op),
            _ => !ir::is_memory_effect_free(*it),
        };
        match ir::name(op) {
            "affine.load" => array(op).is_some() && !first.iter().any(writes),
            _ => ir::is_pure(op) && ir::results(op).len() == 1,
        }
    }
}
