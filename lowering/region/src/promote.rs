//! `region-promote`: elements that an inner loop of a kernel reads or sums up again and again are in a variable while it runs.
//!
//! ```text
//!     for j { A[i][j] = min(A[i][j], A[i][k] + A[k][j]) }  =>  if the loop runs {
//!                                                                x = A[i][k]
//!                                                                for j { A[i][j] = min(A[i][j], x + A[k][j]) } }
//!     for j { y[i] = y[i] + A[i][j] * x[j] }               =>  if the loop runs {
//!                                                                s = y[i]; for j { s = s + A[i][j] * x[j] }; y[i] = s }
//! ```
//!
//! Legal if:  each iteration reads the element, and none stores it; or each stores it, and none reaches it in another way; by exact
//!            dependences. Arrays that may overlap are taken for disjoint: for kernels behind such a check. LLVM does the same only where it
//!            sees that no store reaches the element; else the loop gets no vectors, and a sum waits for memory in each iteration.
//! Worth it:  the loop stores to the same array, from one element of a row to the next; or it sums up what it reads along a row, and several
//!            work items then do so side by side. Loops across rows have vectors of work items, which have no form with such a variable.
//! Needs:     `gpu-outline`: the host's loops have no check. Leaves: variables that the kernels' own lowering takes for registers.
//! Declines:  elements that the loop may not read, or by addresses that it computes; silently.
//! Source:    Callahan, Carr, Kennedy, Improving register allocation for subscripted variables (PLDI 1990).
//!
//! In versions for CPU threads alone all elements that each iteration stores are promoted ([`promote`]).

use melior::ir::operation::OperationLike;
use melior::ir::{AffineMap, BlockLike, TypeLike, ValueLike};
use raddle_dialects::build::{Builder, element_type};
use raddle_dialects::ir::{self, Op, Source, Val};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, AccessKind};

use crate::affine::{Bounds, map_attr};
use crate::extract::{Extracted, extract, is_inside};
use crate::interchange::is_along;
use crate::views::memref_rank;

#[derive(Clone, Default)]
pub struct Promote;

impl Pass for Promote {
    const ARG: &'static str = "region-promote";
    const DESC: &'static str = "keep elements that loops of kernels read in variables";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        let mut nests = ir::find_all(op, "region.nest");
        nests.retain(|it| ir::parents(*it).any(|it| ir::is(it, "gpu.func")));
        for nest in nests {
            // Each round promotes one element of each loop.
            for _ in 0..MAX_ROUNDS {
                let loops: Vec<_> = innermost(nest).filter(|it| may_have_one(*it) || may_have_sum(*it)).collect();
                if loops.is_empty() || !promote_in(nest, &loops) {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Elements of one loop that are kept in variables.
const MAX_ROUNDS: usize = 8;

fn promote_in<'c>(nest: Op<'c>, loops: &[Op<'c>]) -> bool {
    let found = extract(nest);
    let Ok(analysis) = Analysis::of(&found.model) else { return false };
    let known = loops.iter().filter(|it| found.unknown_effects_in(**it).is_none());
    let element = |it: &Op<'c>| read(&found, &analysis, *it).or_else(|| summed(&found, &analysis, *it));
    let elements: Vec<_> = known.filter_map(element).collect();
    elements.iter().for_each(Element::replace);
    !elements.is_empty()
}

/// Does the loop read an element in each iteration, and store another one of the same array?
fn may_have_one(around: Op<'_>) -> bool {
    let accesses = ir::nested(around, ir::Order::Pre).into_iter().filter(|it| array_reached(*it).is_some());
    let accesses: Vec<_> = accesses.collect();
    let stores: Vec<_> = accesses.iter().filter(|it| ir::is(**it, "affine.store")).collect();
    let is_candidate = |it: &Op<'_>| {
        let is_stored = || stores.iter().any(|store| array_reached(**store) == array_reached(*it));
        ir::is(*it, "affine.load") && stays(*it, around) && ir::parent(*it) == Some(around) && is_stored()
    };
    accesses.iter().any(is_candidate)
}

/// Does the loop store a floating-point value to one element?
fn may_have_sum(around: Op<'_>) -> bool {
    let is_sum = |it: &Op<'_>| {
        ir::is(*it, "affine.store")
            && ir::parent(*it) == Some(around)
            && array_reached(*it).is_some()
            && stays(*it, around)
            && ir::operands(*it)[0].r#type().is_float()
    };
    ir::nested(around, ir::Order::Pre).iter().any(is_sum)
}

/// The array of an access with subscripts.
fn array_reached(op: Op<'_>) -> Option<usize> {
    let at = match ir::name(op) {
        "affine.load" => 0,
        "affine.store" => 1,
        _ => return None,
    };
    let memref = *ir::operands(op).get(at)?;
    (memref_rank(memref) > 0).then(|| ir::key(memref))
}

/// Loops with affine bounds that have no other loops in them.
pub fn innermost(root: Op<'_>) -> impl Iterator<Item = Op<'_>> {
    let is_loop = |op: &Op<'_>| matches!(ir::name(*op), "affine.for" | "scf.for" | "scf.while");
    let is_innermost = move |op: &Op<'_>| ir::nested(*op, ir::Order::Pre).iter().filter(|it| is_loop(it)).count() == 1;
    ir::find_all(root, "affine.for").into_iter().filter(is_innermost)
}

/// Changes all elements that inner loops store, for which that is legal; false where there is none. What was extracted is not true any more then.
pub fn promote(root: Op<'_>, found: &Extracted<'_>, analysis: &Analysis) -> bool {
    let loops = innermost(root).filter(|it| *it != root);
    let changes: Vec<_> = loops.filter_map(|it| stored(found, analysis, it)).collect();
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
    /// All loads and stores of it in the loop, in the order of the text.
    accesses: Vec<Op<'c>>,
}

/// An element that each iteration stores.
fn stored<'c>(found: &Extracted<'c>, analysis: &Analysis, around: Op<'c>) -> Option<Element<'c>> {
    let own = found.accesses_in(around);
    let is_store = |it: &AccessId| ir::is(found.accesses[it.0 as usize], "affine.store");
    let store = own.iter().copied().find(|it| is_store(it) && is_always(found, *it, around))?;
    let (same, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|it| is_same(found, store, *it));
    let is_alone = never_meets(found, analysis, store, &others);
    if is_alone { Element::of(found, around, store, &same) } else { None }
}

/// An element that each iteration reads, of an array that the loop stores to along rows.
fn read<'c>(found: &Extracted<'c>, analysis: &Analysis, around: Op<'c>) -> Option<Element<'c>> {
    let own = found.accesses_in(around);
    let is_write = |it: &AccessId| found.model.accesses[it.0 as usize].kind == AccessKind::Write;
    let is_along_rows = |it: &AccessId| {
        let innermost = found.model.accesses[it.0 as usize].loops.len() - 1;
        analysis.coefficients(*it).is_some_and(|it| is_along(&it, innermost))
    };
    let of_load = |load: AccessId| {
        let writes = own.iter().copied().filter(is_write).filter(|it| found.array_of(*it) == found.array_of(load));
        let writes: Vec<_> = writes.collect();
        let is_load = ir::is(found.accesses[load.0 as usize], "affine.load");
        let is_candidate = is_load && writes.iter().any(is_along_rows);
        if !is_candidate || !is_always(found, load, around) || !never_meets(found, analysis, load, &writes) {
            return None;
        }
        let same: Vec<_> = own.iter().copied().filter(|it| is_same(found, load, *it)).collect();
        Element::of(found, around, load, &same)
    };
    own.iter().copied().find_map(of_load)
}

/// An element that each iteration adds to, of what it reads along rows.
fn summed<'c>(found: &Extracted<'c>, analysis: &Analysis, around: Op<'c>) -> Option<Element<'c>> {
    let is_along_a_row = |it: &AccessId| {
        let access = &found.model.accesses[it.0 as usize];
        access.kind == AccessKind::Read
            && analysis.coefficients(*it).is_some_and(|it| is_along(&it, access.loops.len() - 1))
    };
    if !may_have_sum(around) || !found.accesses_in(around).iter().any(is_along_a_row) {
        return None;
    }
    stored(found, analysis, around).filter(|it| it.accesses.iter().any(|it| ir::is(*it, "affine.load")))
}

/// Does each iteration reach the one element? Else it may not exist, or nobody may store it.
fn is_always<'c>(found: &Extracted<'c>, access: AccessId, around: Op<'c>) -> bool {
    let op = found.accesses[access.0 as usize];
    ir::parent(op) == Some(around) && array_reached(op).is_some() && stays(op, around)
}

fn never_meets(found: &Extracted<'_>, analysis: &Analysis, access: AccessId, others: &[AccessId]) -> bool {
    let depth = found.model.accesses[access.0 as usize].loops.len() - 1;
    others.iter().all(|it| analysis.never_meet_in_iteration(access, *it, depth))
}

/// Have both the same subscripts, written in the same way?
fn is_same(found: &Extracted<'_>, a: AccessId, b: AccessId) -> bool {
    let [a, b] = [a, b].map(|it| found.accesses[it.0 as usize]);
    let reached = |op: Op<'_>| -> Vec<usize> { reached_by(op).into_iter().map(ir::key).collect() };
    array_reached(b).is_some() && map_attr(a, "map") == map_attr(b, "map") && reached(a) == reached(b)
}

/// The array, then the operands of the subscripts.
fn reached_by(op: Op<'_>) -> Vec<Val<'_>> {
    let first = if ir::is(op, "affine.store") { 1 } else { 0 };
    ir::operands(op).split_off(first)
}

/// Is what an access reaches known before the loop?
fn stays<'c>(access: Op<'c>, around: Op<'c>) -> bool {
    reached_by(access).into_iter().all(|it| match ir::source(it) {
        Source::Argument(block, _) => block.parent_operation().is_none_or(|it| !is_inside(it, around)),
        Source::Result(op, _) => !is_inside(op, around),
    })
}

impl<'c> Element<'c> {
    fn of(found: &Extracted<'c>, around: Op<'c>, access: AccessId, same: &[AccessId]) -> Option<Self> {
        let op = |it: AccessId| found.accesses[it.0 as usize];
        let (memref, operands) = (*reached_by(op(access)).first()?, reached_by(op(access)).split_off(1));
        let (map, bounds) = (map_attr(op(access), "map")?, Bounds::of(around)?);
        let accesses = same.iter().map(|it| op(*it)).collect();
        ir::results(around).is_empty().then_some(Element { around, bounds, memref, map, operands, accesses })
    }

    fn replace(&self) {
        let Self { around, memref, map, operands, .. } = self;
        let b = Builder::before(*around).at(around.location());
        let is_stored = self.accesses.iter().any(|it| ir::is(*it, "affine.store"));
        let (set, set_operands) = self.bounds.is_not_empty(&b);
        let (_, then, _) = b.affine_if(set, &set_operands, false);
        let inside = b.before_terminator(then);
        let none = AffineMap::empty(b.context());
        let variable = inside.memref_alloca(inside.memref(&[], element_type(*memref)));
        if self.is_read_first() {
            inside.affine_store(inside.affine_load(*memref, *map, operands), variable, none, &[]);
        }
        self.keep_in(variable);
        let end = if is_stored {
            let last = inside.affine_load(variable, none, &[]);
            inside.affine_store(last, *memref, *map, operands);
            ir::defining_op(last)
        } else {
            ir::ops(then).last().copied()
        };
        end.into_iter().for_each(|it| ir::move_before(*around, it));
    }

    /// What each iteration stores first need not be there.
    fn is_read_first(&self) -> bool {
        let is_sure = |it: &Op<'c>| ir::is(*it, "affine.store") && ir::parent(*it) == Some(self.around);
        !self.accesses.first().is_some_and(is_sure)
    }

    /// The loop reaches the variable in place of the element.
    fn keep_in(&self, variable: Val<'c>) {
        let none = AffineMap::empty(Builder::before(self.around).context());
        for access in &self.accesses {
            let b = Builder::before(*access).at(access.location());
            if ir::is(*access, "affine.load") {
                ir::replace_op(*access, &[b.affine_load(variable, none, &[])]);
            } else {
                b.affine_store(ir::operands(*access)[0], variable, none, &[]);
                ir::erase(*access);
            }
        }
    }
}
