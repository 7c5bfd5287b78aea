//! Elements that an inner loop updates are in a variable while it runs.
//!
//! ```text
//!     for k { A[i][j] = max(A[i][j], A[i][k] + A[k][j]) }  =>  if the loop runs {
//!                                                                x = A[i][j]
//!                                                                for k { x = max(x, A[i][k] + A[k][j]) }
//!                                                                A[i][j] = x }
//! ```
//!
//! Legal if:  each iteration stores the element, and nothing else in the loop reaches it, by exact dependences. Arrays that may overlap are taken for disjoint: for versions
//!            behind such a check. LLVM does the same only where it sees that nothing else reaches it.
//! Source:    Callahan, Carr, Kennedy, Improving register allocation for subscripted variables (PLDI 1990).

use melior::ir::operation::OperationLike;
use melior::ir::{AffineMap, BlockLike};
use raddle_dialects::build::{Builder, element_type};
use raddle_dialects::ir::{self, Op, Source, Val};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::AccessId;

use crate::affine::{Bounds, map_attr};
use crate::extract::{Extracted, is_inside};
use crate::views::memref_rank;

/// Changes all elements of inner loops for which that is legal; false where there is none. What was extracted is not true any more then.
pub fn promote(root: Op<'_>, found: &Extracted<'_>, analysis: &Analysis) -> bool {
    let is_loop = |op: &Op<'_>| matches!(ir::name(*op), "affine.for" | "scf.for" | "scf.while");
    let is_innermost = |op: &Op<'_>| ir::nested(*op, ir::Order::Pre).iter().filter(|it| is_loop(it)).count() == 1;
    let loops = ir::find_all(root, "affine.for").into_iter().filter(|it| *it != root && is_innermost(it));
    let changes: Vec<_> = loops.filter_map(|it| element(found, analysis, it)).collect();
    changes.iter().for_each(Element::replace);
    !changes.is_empty()
}

/// An element of an array that stays the same while a loop runs.
struct Element<'c> {
    around: Op<'c>,
    bounds: Bounds<'c>,
    memref: Val<'c>,
    map: AffineMap<'c>,
    operands: Vec<Val<'c>>,
    /// All loads and stores of it in the loop.
    accesses: Vec<Op<'c>>,
}

fn element<'c>(found: &Extracted<'c>, analysis: &Analysis, around: Op<'c>) -> Option<Element<'c>> {
    let own = found.accesses_in(around);
    let op = |it: AccessId| found.accesses[it.0 as usize];
    // In each iteration: else the element may not exist, or nobody may write it.
    let is_always = |it: Op<'c>| ir::parent(it) == Some(around);
    let is_candidate = |it: &AccessId| ir::is(op(*it), "affine.store") && is_always(op(*it)) && stays(op(*it), around);
    let store = own.iter().copied().find(is_candidate)?;
    let (memref, operands) = (ir::operands(op(store))[1], ir::operands(op(store))[2..].to_vec());
    let map = map_attr(op(store), "map")?;
    let is_same = |it: &AccessId| {
        let first = if ir::is(op(*it), "affine.store") { 1 } else { 0 };
        let all = ir::operands(op(*it));
        matches!(ir::name(op(*it)), "affine.store" | "affine.load")
            && map_attr(op(*it), "map") == Some(map)
            && all[first..].iter().map(|it| ir::key(*it)).eq([memref].iter().chain(&operands).map(|it| ir::key(*it)))
    };
    let (same, others): (Vec<_>, Vec<_>) = own.into_iter().partition(is_same);
    let copies = found.model.accesses[store.0 as usize].loops.len() - 1;
    let is_alone = others.into_iter().all(|it| analysis.never_meet_in_iteration(store, it, copies));
    let is_array = memref_rank(memref) > 0 && ir::results(around).is_empty();
    let accesses = same.into_iter().map(op).collect();
    (is_array && is_alone).then_some(Element { around, bounds: Bounds::of(around)?, memref, map, operands, accesses })
}

/// Is what a store reaches known before the loop?
fn stays<'c>(store: Op<'c>, around: Op<'c>) -> bool {
    ir::operands(store)[1..].iter().all(|it| match ir::source(*it) {
        Source::Argument(block, _) => block.parent_operation().is_none_or(|it| !is_inside(it, around)),
        Source::Result(op, _) => !is_inside(op, around),
    })
}

impl<'c> Element<'c> {
    fn replace(&self) {
        let Self { around, memref, map, operands, .. } = self;
        let b = Builder::before(*around).at(around.location());
        let (set, set_operands) = self.bounds.is_not_empty(&b);
        let (_, then, _) = b.affine_if(set, &set_operands, false);
        let inside = b.before_terminator(then);
        let none = AffineMap::empty(b.context());
        let variable = inside.memref_alloca(inside.memref(&[], element_type(*memref)));
        inside.affine_store(inside.affine_load(*memref, *map, operands), variable, none, &[]);
        let last = inside.affine_store(inside.affine_load(variable, none, &[]), *memref, *map, operands);
        for access in &self.accesses {
            let b = Builder::before(*access).at(access.location());
            if ir::is(*access, "affine.load") {
                ir::replace_op(*access, &[b.affine_load(variable, none, &[])]);
            } else {
                b.affine_store(ir::operands(*access)[0], variable, none, &[]);
                ir::erase(*access);
            }
        }
        let end = ir::defining_op(ir::operands(last)[0]).unwrap_or(last);
        ir::move_before(*around, end);
    }
}
