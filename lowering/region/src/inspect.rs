//! `region-inspect`: look how far indirect subscripts reach, so that devices with memory of their own can have arrays of unknown extent.
//!
//! ```text
//!     before                           after
//!     affine.for %i = 0 to %n {        %reach = memref.alloca() ; 0
//!       %k = K[%i]                     scf.if pays && not on threads {
//!       Y[%i] = X[%k]                    affine.for %i = 0 to %n { %k = K[%i]; %reach = max(%reach, %k + 1) } }     // the inspector, on the host
//!     } (parallel)                     scf.if pays && not on threads && %reach < 2^40 {
//!                                        X' = region.view X, %reach elements
//!                                        affine.for %i = 0 to %n { %k = K[%i]; Y[%i] = X'[%k] }
//!                                      } else { the loop }
//! ```
//!
//! What an inspector finds is kept while nobody can have changed what it reads (`region.recall`, `region.keep`).
//!
//! Where subscripts are read from an array whose own subscripts have to be looked at (rows of a sparse matrix), one inspector runs after the
//! other.
//!
//! Legal if:  the loop is parallel, and what its first subscripts are computed from is not written in it. Subscripts below 0 are huge numbers
//!            for the comparison. All elements from the first one to the last one that is reached are the object's, as pointers stay in theirs.
//! Worth it:  the loop may pay on a device that has memory of its own, even if the inspectors run each time; others need no extents.
//! Needs:     `region-atomics` before it, as updates of indirect elements are parallel then. Leaves: two loops for `region-parallelize`.
//! Declines:  loops with operations that such devices do not have, rows behind pointers, subscripts that the loop computes from what it
//!            writes. Silently: the loop is what it was.
//! Source:    Saltz, Mirchandaney, Crowley, Run-time parallelization and scheduling of loops (IEEE Transactions on Computers 1991): inspector and
//!            executor. Differs: what is looked for is an extent, not an order.

use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Mapping, Op, Order, Source, Val};
use raddle_dialects::region::{INSPECTED, Inputs, KeepOp, MayPayOp, REACH, RecallOp, THREADS_ONLY};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessKind, LoopId};

use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{BlockLike, TypeLike, ValueLike};

use crate::affine;
use crate::cost;
use crate::distribute::{FALLBACK, in_fallback};
use crate::extract::{Extracted, TILED, extract, extract_loop, is_inside};
use crate::parallelize::verdict;
use crate::ranges::{self, and_then};
use crate::slice::{is_local, keep_needed, read, written};
use crate::versions::not_on_threads;
use crate::views::{FIRST_SIZE, ViewInfo};
use crate::worth::too_short;

/// No array has so many elements.
pub const MOST: i64 = 1 << 40;

#[derive(Clone, Default)]
pub struct Inspect;

impl Pass for Inspect {
    const ARG: &'static str = "region-inspect";
    const DESC: &'static str = "look how far indirect subscripts reach, for devices with memory of their own";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        ir::find_all(op, "region.nest").into_iter().for_each(inspect);
        Ok(())
    }
}

fn inspect(nest: Op<'_>) {
    let found = extract(nest);
    if !found.loops.iter().any(|it| !targets(&found, *it).is_empty()) {
        return;
    }
    let Ok(analysis) = Analysis::of(&found.model) else { return };
    let mut chosen: Vec<Op<'_>> = vec![];
    for (number, op) in found.loops.iter().enumerate() {
        let is_new = !chosen.iter().any(|it| is_inside(*op, *it));
        if is_new && is_candidate(&analysis, &found, LoopId(number as u32)) && !targets(&found, *op).is_empty() {
            chosen.push(*op);
        }
    }
    for op in chosen {
        if version(nest, op).is_some() {
            let message =
                "loop has a version for devices with memory of their own, with the extents that its subscripts show";
            diagnostics::remark(op.location(), message.to_string()).report();
        }
    }
}

/// May a device run the loop as a whole, but for extents?
fn is_candidate(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
    let op = found.loops[id.0 as usize];
    let is_plain = ir::is(op, "affine.for") && ir::results(op).is_empty();
    is_plain
        && !in_fallback(op)
        && !ir::has_attr(op, TILED)
        && !ir::has_attr(op, THREADS_ONLY)
        && found.obstacle_in(op).is_none()
        && found.threads_only_in(op).is_none()
        && too_short(found, analysis, id).is_none()
        && verdict(analysis, found, id).is_parallel()
}

/// A view whose first subscripts are looked at.
pub struct Target<'c> {
    pub view: ViewInfo<'c>,
    /// Where the inspector keeps one more than the greatest of them.
    pub reach: Val<'c>,
}

/// Views of unknown extent that ops in `op` access by subscripts which are not affine.
fn targets<'f, 'c>(found: &'f Extracted<'c>, op: Op<'c>) -> Vec<&'f ViewInfo<'c>> {
    let views = found.arrays.iter().flat_map(|it| &it.views);
    let is_open = |it: &&ViewInfo<'c>| {
        it.rank() > 0 && it.rows == 0 && it.reach(0).is_none() && it.input.is_some() && !is_inside(it.op, op)
    };
    // Choices and quotients are known, though they are no affine maps.
    let is_unknown = |user: Op<'c>| {
        let accesses = found.accesses.iter().zip(&found.model.accesses).filter(|it| *it.0 == user);
        ir::name(user).starts_with("memref.") && accesses.flat_map(|it| &it.1.subscripts).any(Option::is_none)
    };
    let is_indirect = |it: &&ViewInfo<'c>| {
        ir::uses(it.result).into_iter().map(|it| it.0).any(|user| is_inside(user, op) && is_unknown(user))
    };
    views.filter(is_open).filter(is_indirect).collect()
}

/// Makes the version; `None`, and nothing there that runs, if it would not help.
fn version<'c>(nest: Op<'c>, op: Op<'c>) -> Option<()> {
    let found = extract_loop(nest, op);
    let analysis = Analysis::of(&found.model).ok()?;
    let id = found.loop_of(op)?;
    let b = Builder::before(op);
    let reach = |view: &&ViewInfo<'c>| {
        let reach = b.memref_alloca(b.memref(&[], b.int(64)));
        b.memref_store(b.constant_int(b.int(64), 0), reach, &[]);
        Target { view: (*view).clone(), reach }
    };
    let targets: Vec<Target<'c>> = targets(&found, op).iter().map(reach).collect();
    let (looks, then, _) = b.scf_if(b.constant_bool(false), &[], false);
    let done = inspectors(&found, op, &targets, then).and_then(|()| {
        let takes = takes(&Builder::before(looks), (&found, &analysis), id, looks);
        ir::set_operand(looks, 0, takes);
        let known = known(&b, takes, &targets);
        let (check, then, other) = b.scf_if(known, &[], true);
        let version = clone_with(&b.before_terminator(then), op, targets.iter());
        ir::set_attr(version, INSPECTED, b.unit());
        if !is_bounded(nest, version) {
            ir::erase(check);
            forget(known);
            return None;
        }
        ir::move_before(op, *ir::ops(other?).last()?);
        Some(())
    });
    if done.is_none() {
        let takes = ir::operands(looks)[0];
        ir::erase(looks);
        forget(takes);
        for target in targets {
            ir::uses(target.reach).into_iter().for_each(|it| ir::erase(it.0));
            ir::defining_op(target.reach).into_iter().for_each(ir::erase);
        }
    }
    done
}

/// Nobody wants an answer any more.
fn forget(takes: Val<'_>) {
    let mut open = vec![takes];
    while let Some(value) = open.pop() {
        let is_unused = |it: &Op<'_>| !ir::results(*it).into_iter().any(ir::has_uses);
        let Some(op) = ir::defining_op(value).filter(is_unused) else { continue };
        // What stands there twice is gone by the second time.
        open.retain(|it| ir::key(*it) != ir::key(value));
        open.extend(ir::operands(op));
        ir::erase(op);
    }
}

/// A launch may pay for what the loop takes longer than its inspectors in `looks`, and goes to a device with memory of its own.
fn takes<'c>(b: &Builder<'c>, (found, analysis): (&Extracted<'c>, &Analysis), id: LoopId, looks: Op<'c>) -> Val<'c> {
    let instances = ranges::instances(b, found, analysis, id);
    let inspectors = ir::find_all(looks, "affine.for").into_iter().filter(|it| ir::has_attr(*it, FALLBACK));
    let inspection: i64 = inspectors.map(|it| cost::per_iteration(it, false)).sum();
    let picoseconds = cost::per_iteration(found.loops[id.0 as usize], false) - inspection;
    let pays = MayPayOp::build(b, instances, picoseconds.max(1)).answer();
    and_then(b, pays, not_on_threads)
}

/// All subscripts are those of an array.
pub fn known<'c>(b: &Builder<'c>, takes: Val<'c>, targets: &[Target<'c>]) -> Val<'c> {
    let below = |it: &Target<'c>| {
        let reach = b.memref_load(it.reach, &[]);
        b.cmpi(CmpI::Ule, reach, b.constant_int(b.int(64), MOST))
    };
    targets.iter().map(below).fold(takes, |all, one| b.binary("arith.andi", all, one))
}

/// Writes the inspectors into `block`, each behind those that say how far its own reads go.
fn inspectors<'c>(found: &Extracted<'c>, op: Op<'c>, targets: &[Target<'c>], block: ir::Block<'c>) -> Option<()> {
    let mut done: Vec<&Target<'c>> = vec![];
    while done.len() < targets.len() {
        let b = Builder::before(*ir::ops(block).last()?);
        let open = targets.iter().filter(|it| !done.iter().any(|done| ir::key(done.reach) == ir::key(it.reach)));
        let can_be_looked_at = |it: &&Target<'c>| inspector(&b, found, op, &done, &[it]).map(ir::erase).is_some();
        let next: Vec<_> = open.filter(can_be_looked_at).collect();
        if next.is_empty() {
            return None;
        }
        let copy = inspector(&b, found, op, &done, &next)?;
        remember(op, copy, &next);
        done.extend(next);
    }
    Some(())
}

/// Has the inspector run only where what it reads may have changed, if all of that has known ends. `op` is in the nest.
fn remember<'c>(op: Op<'c>, inspector: Op<'c>, wanted: &[&Target<'c>]) -> Option<()> {
    let nest = ir::enclosing(op, "region.nest")?;
    let found = extract_loop(nest, inspector);
    let (analysis, id) = (Analysis::of(&found.model).ok()?, found.loop_of(inspector)?);
    let b = Builder::before(inspector);
    let all = ranges::of_loop(&b, &found, &analysis, id).ok()?;
    let is_plain = all.unbounded.is_empty() && all.follows.is_none() && !all.bounded.is_empty();
    let keys = others(inspector, wanted).filter(|_| is_plain)?;
    let keys = keys.into_iter().map(|it| number(&b, it)).collect();
    let ranges = all.bounded.iter().map(|it| [it.range.base, it.range.lo, it.range.hi]).collect();
    let inputs = Inputs { ranges, keys };
    let module = ir::parents(op).last()?;
    let slot = ir::find_all(module, "region.recall").len() as i64;
    let recall = RecallOp::build(&b, slot, &inputs, wanted.len());
    let (_, then, other) = b.scf_if(recall.known(), &[], true);
    let recalled = b.before_terminator(then);
    for (target, value) in wanted.iter().zip(recall.values()) {
        recalled.memref_store(value, target.reach, &[]);
    }
    let looked = b.before_terminator(other?);
    ir::move_before(inspector, *ir::ops(other?).last()?);
    let values: Vec<_> = wanted.iter().map(|it| looked.memref_load(it.reach, &[])).collect();
    KeepOp::build(&looked, slot, &inputs, &values);
    Some(())
}

/// What else decides what the inspector finds, as integers; `None` if there is more than these.
fn others<'c>(inspector: Op<'c>, wanted: &[&Target<'c>]) -> Option<Vec<Val<'c>>> {
    let mut found: Vec<Val<'c>> = vec![];
    let inside = |it: Val<'c>| match ir::source(it) {
        Source::Argument(block, _) => block.parent_operation().is_some_and(|it| is_inside(it, inspector)),
        Source::Result(op, _) => is_inside(op, inspector),
    };
    let mut open: Vec<Val<'c>> = ir::nested(inspector, Order::Pre).into_iter().flat_map(ir::operands).collect();
    while let Some(value) = open.pop() {
        let is_known = |it: &Val<'c>| ir::key(*it) == ir::key(value);
        if inside(value) || ir::constant_int(value).is_some() || found.iter().any(is_known) {
            continue;
        }
        let op = ir::defining_op(value);
        match op.filter(|it| ir::is(*it, "region.view")) {
            // Its base is that of a range.
            Some(view) => open.extend(ir::operands(view).into_iter().skip(1)),
            None if wanted.iter().any(|it| ir::key(it.reach) == ir::key(value)) => {}
            None if value.r#type().is_index() || IntegerType::try_from(value.r#type()).is_ok() => found.push(value),
            None => return None,
        }
    }
    Some(found)
}

fn number<'c>(b: &Builder<'c>, value: Val<'c>) -> Val<'c> {
    match IntegerType::try_from(value.r#type()).map(|it| it.width()) {
        Ok(64) => value,
        Ok(_) => b.cast("arith.extui", value, b.int(64)),
        Err(_) => b.index_cast(value, b.int(64)),
    }
}

/// The loop with views of the extents that were found.
pub fn clone_with<'t, 'c: 't>(b: &Builder<'c>, op: Op<'c>, known: impl Iterator<Item = &'t Target<'c>>) -> Op<'c> {
    let mut mapping = Mapping::new();
    for target in known {
        let size = b.index_cast(b.memref_load(target.reach, &[]), b.index());
        let view = b.clone_op(target.view.op, &mut Mapping::new());
        ir::set_operand(view, FIRST_SIZE, size);
        ir::set_attr(view, INSPECTED, b.unit());
        // Rows of symbolic length may be a view of something else, whose last row need not be there as a whole.
        if target.view.sizes.iter().skip(1).any(|it| ir::constant_int(*it).is_none()) {
            ir::set_attr(view, REACH, b.unit());
        }
        mapping.map(target.view.result, ir::result(view));
    }
    b.clone_op(op, &mut mapping)
}

/// What the loop does to compute first subscripts of `wanted`, and their maximum. `None`, and nothing is left there, where that needs what the
/// loop writes, or what has no known extent yet.
fn inspector<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    op: Op<'c>,
    known: &[&Target<'c>],
    wanted: &[&Target<'c>],
) -> Option<Op<'c>> {
    let copy = clone_with(b, op, known.iter().copied());
    ir::set_attr(copy, FALLBACK, b.unit());
    for target in wanted {
        for (user, _) in ir::uses(target.view.result).into_iter().filter(|it| is_inside(it.0, copy)) {
            record(user, target);
        }
    }
    let kept = |memref: Val<'c>| wanted.iter().any(|it| ir::key(it.reach) == ir::key(memref)) || is_local(memref, copy);
    let is_maximum =
        |it: Op<'c>| written(it).is_some_and(|memref| wanted.iter().any(|it| ir::key(it.reach) == ir::key(memref)));
    keep_needed(copy, is_maximum);
    let is_fine = ir::nested(copy, Order::Pre).into_iter().all(|it| match (written(it), read(it)) {
        (Some(memref), _) => kept(memref),
        (None, Some(memref)) => kept(memref) || is_known(found, op, memref, known),
        (None, None) => true,
    });
    if !is_fine {
        ir::erase(copy);
    }
    is_fine.then_some(copy)
}

/// Is what is read there something that the loop does not write, of known extent?
fn is_known<'c>(found: &Extracted<'c>, op: Op<'c>, memref: Val<'c>, known: &[&Target<'c>]) -> bool {
    let is_new = |it: &&Target<'c>| {
        let view = ir::defining_op(memref);
        view.is_some_and(|view| ir::is(view, "region.view") && ir::operands(view)[0] == it.view.base)
    };
    let number = found.arrays.iter().position(|it| it.memrefs.iter().any(|it| ir::key(*it) == ir::key(memref)));
    let (number, is_target) = match number {
        Some(number) => (number, targets(found, op).iter().any(|it| ir::key(it.result) == ir::key(memref))),
        // A view with an extent that an inspector has found.
        None => {
            let Some(target) = known.iter().find(|it| is_new(it)) else { return false };
            let of = |it: &crate::extract::Storage<'c>| {
                it.memrefs.iter().any(|it| ir::key(*it) == ir::key(target.view.result))
            };
            let Some(number) = found.arrays.iter().position(of) else { return false };
            (number, false)
        }
    };
    let is_write = |it: &raddle_poly::model::AccessId| {
        let access = &found.model.accesses[it.0 as usize];
        access.kind == AccessKind::Write && access.array.0 as usize == number
    };
    !is_target && !found.accesses_in(op).iter().any(is_write)
}

/// Keeps the greatest first subscript of an access, and one.
pub fn record<'c>(access: Op<'c>, target: &Target<'c>) {
    let b = Builder::before(access);
    let first = ir::operands(access).iter().position(|it| ir::key(*it) == ir::key(target.view.result)).unwrap_or(0) + 1;
    let Some(subscript) = affine::subscripts(&b, access, first).first().copied() else { return };
    let i64 = b.int(64);
    let subscript = b.index_cast(subscript, i64);
    let is_one = b.cmpi(CmpI::Ult, subscript, b.constant_int(i64, MOST));
    let next = b.addi(subscript, b.constant_int(i64, 1));
    let next = b.select(is_one, next, b.constant_int(i64, i64::MAX));
    let most = b.binary("arith.maxui", b.memref_load(target.reach, &[]), next);
    b.memref_store(most, target.reach, &[]);
}

/// Has everything that the loop reaches ends that are known before it?
fn is_bounded<'c>(nest: Op<'c>, op: Op<'c>) -> bool {
    let found = extract_loop(nest, op);
    let (Ok(analysis), Some(id)) = (Analysis::of(&found.model), found.loop_of(op)) else { return false };
    let ranges = ranges::of_loop(&Builder::before(op), &found, &analysis, id);
    ranges.is_ok_and(|it| it.unbounded.is_empty() && it.follows.is_none())
}
