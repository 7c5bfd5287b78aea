//! Two versions of a loop: one that a launch is better for, behind a check, and the loop as it was. Decides nothing.

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::diagnostics;
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::region::{ChooseOp, ChosenOp, DisjointOp, MayPayOp, OF_VERSION, Range, THREADS_ONLY};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::LoopId;

use crate::cost;
use crate::distribute::{FALLBACK, in_fallback};
use crate::expand::Expansion;
use crate::extract::{Extracted, TILED, extract_loop};
use crate::forward::forward;
use crate::interchange::REORDERED;
use crate::old_values::overwritten_reads;
use crate::ranges::{self, and_then, where_disjoint};
use crate::strips::STRIPS;
use crate::tile::{GRID, REGISTERS};
use crate::values;
use crate::views::memref_rank;

/// Attribute of the outermost loops of a version for devices of their own; the loop as it was is in the other branch.
const ELSEWHERE: &str = "region.elsewhere";

/// Puts a copy of the loop into the other branch of a check that the arrays it reaches are disjoint, unless that is known.
pub fn check_disjoint<'c>(analysis: &Analysis, found: &Extracted<'c>, id: LoopId) -> Result<(), String> {
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let ranges = ranges::of_loop(&b, found, analysis, id)?.bounded;
    if !ranges::need_check(&ranges) {
        return Ok(());
    }
    let ranges: Vec<Range<'c>> = ranges.into_iter().map(|it| it.range).collect();
    let condition = DisjointOp::build(&b, &ranges).disjoint();
    with_fallback(&b, condition, op).map(|_| ())
}

/// The loop in the branch where the condition holds, a copy of it in the other one. Returns the check.
pub fn with_fallback<'c>(b: &Builder<'c>, condition: Val<'c>, op: Op<'c>) -> Result<Op<'c>, String> {
    let unknown = || "a check has no place".to_string();
    let (check, then, other) = b.scf_if(condition, &[], true);
    let ends = ir::ops(then).last().copied().zip(other.and_then(|it| ir::ops(it).last().copied()));
    let (then_end, other_end) = ends.ok_or_else(unknown)?;
    let fallback = Builder::before(other_end).clone_op(op, &mut Mapping::new());
    ir::set_attr(fallback, FALLBACK, b.unit());
    ir::move_before(op, then_end);
    Ok(check)
}

/// Puts a copy of the loop into the other branch of a check: a launch may pay for iterations of `picoseconds`, arrays are disjoint,
/// workspaces there. The error, which leaves nothing but dead arithmetic, says which extent is not known.
pub fn version<'c>(
    analysis: &Analysis,
    found: &Extracted<'c>,
    id: LoopId,
    expansions: &mut [Expansion<'c>],
    picoseconds: i64,
) -> Result<(), String> {
    version_where(analysis, found, id, expansions, (picoseconds, |_| None))
}

/// The same where one more condition holds.
pub fn version_where<'c>(
    analysis: &Analysis,
    found: &Extracted<'c>,
    id: LoopId,
    expansions: &mut [Expansion<'c>],
    (picoseconds, more): (i64, impl FnOnce(&Builder<'c>) -> Option<Val<'c>>),
) -> Result<(), String> {
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let ranges = ranges::of_loop(&b, found, analysis, id)?.bounded;
    let instances = ranges::instances(&b, found, analysis, id);
    let may_pay = MayPayOp::build(&b, instances, picoseconds).answer();
    let mut conditions = vec![where_disjoint(&b, may_pay, ranges)];
    conditions.extend(more(&b));
    conditions.extend(expansions.iter_mut().map(|it| it.allocate(&b, instances, picoseconds)));
    let unknown = || "a check has no place".to_string();
    let condition = conditions.into_iter().reduce(|x, y| b.binary("arith.andi", x, y)).ok_or_else(unknown)?;
    let check = with_fallback(&b, condition, op)?;
    for expansion in expansions {
        expansion.make_view(&Builder::before(op));
        expansion.end(&Builder::after(check));
    }
    Ok(())
}

/// Offers the loops of a nest to `write`, which says of which it made a version: the outermost ones, and those in loops that it did not
/// take and whose iterations run one after the other.
pub fn offer_loops<'c>(nest: Op<'c>, write: &mut impl FnMut(Op<'c>) -> bool) {
    loops_in(nest).into_iter().for_each(|it| offer(nest, it, write));
}

fn offer<'c>(nest: Op<'c>, op: Op<'c>, write: &mut impl FnMut(Op<'c>) -> bool) {
    let is_affine = ir::is(op, "affine.for");
    if is_affine && !ir::has_attr(op, STRIPS) && write(op) {
        return;
    }
    let inner = loops_in(op);
    // No pass makes a version of one loop.
    let has_depth = inner.iter().any(|it| !loops_in(*it).is_empty());
    // A version inside of a loop that is launched as a whole would be of no use.
    if has_depth && !(is_affine && may_run_at_once(nest, op)) {
        inner.into_iter().for_each(|it| offer(nest, it, write));
    }
}

/// Does the loop write a variable, or use an array, that is local to an iteration of a loop around it? No kernel reaches it.
pub fn uses_outer_local(op: Op<'_>) -> bool {
    let is_outer = |it: &Val<'_>| {
        ir::defining_op(*it).is_some_and(|it| ir::is(it, "memref.alloca") && !ir::parents(it).any(|it| it == op))
    };
    ir::nested(op, ir::Order::Pre).into_iter().any(|user| {
        let is_store = ir::name(user).ends_with(".store");
        ir::operands(user).iter().any(|it| is_outer(it) && (is_store || memref_rank(*it) > 0))
    })
}

/// The loops with no other loop between them and `op`.
fn loops_in(op: Op<'_>) -> Vec<Op<'_>> {
    let is_loop = |it: &Op<'_>| matches!(ir::name(*it), "affine.for" | "scf.for" | "scf.while");
    let is_next = |it: &Op<'_>| ir::parents(*it).find(|it| is_loop(it) || *it == op) == Some(op);
    let all = ir::nested(op, ir::Order::Pre).into_iter().filter(|it| *it != op && is_loop(it));
    all.filter(|it| is_next(it) && !in_fallback(*it)).collect()
}

/// Has the loop a version in tiles?
pub fn has_version(root: Op<'_>) -> bool {
    let has_tiles = |check: Op<'_>| ir::find_all(check, "affine.for").into_iter().any(|it| ir::has_attr(it, TILED));
    ir::parents(root).any(|it| ir::is(it, "scf.if") && has_tiles(it))
}

/// Are the loop's iterations parallel, or will they be with copies of what they overwrite?
fn may_run_at_once<'c>(nest: Op<'c>, op: Op<'c>) -> bool {
    let found = extract_loop(nest, op);
    let (Ok(analysis), Some(id)) = (Analysis::of(&found.model), found.loop_of(op)) else { return true };
    analysis.parallel(id, &[]) || overwritten_reads(&analysis, &found, id).is_some()
}

/// Lets `write` make a version of a loop from a copy of it, which stays where it did. Variables of the copy that can be read again are.
/// Says whether it did.
pub fn from_copy<'c>(root: Op<'c>, write: impl FnOnce(Op<'c>) -> Option<()>) -> bool {
    let copy = Builder::before(root).clone_op(root, &mut Mapping::new());
    values::separate(copy);
    forward(copy);
    let is_written = write(copy).is_some();
    if !is_written {
        ir::erase(copy);
    }
    is_written
}

/// What a version has to be worth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pays {
    /// It is better than the loop on one thread, too, if there is enough to do for all that it does besides.
    AlsoAlone,
    /// Its launch may pay.
    Launched,
}

/// A loop, and the copy of it that becomes its version in tiles, for CPU threads alone.
pub struct Place<'f, 'c> {
    pub found: &'f Extracted<'c>,
    pub analysis: &'f Analysis,
    pub root: Op<'c>,
    pub copy: Op<'c>,
}

impl<'c> Place<'_, 'c> {
    /// Tiles may pay, loops are long enough, and arrays are disjoint. None where nobody knows before the loop.
    pub fn condition(
        &self,
        pays: Pays,
        long_enough: impl FnOnce(&Builder<'c>) -> Option<Vec<Val<'c>>>,
    ) -> Option<Val<'c>> {
        let Place { found, analysis, copy, .. } = *self;
        let id = found.loop_of(copy)?;
        let b = Builder::before(copy);
        let bounded = self.bounded(&b, id)?;
        let ranges: Vec<Range<'c>> = bounded.into_iter().map(|it| it.range).collect();
        let all_long = long_enough(&b)?.into_iter().reduce(|x, y| b.binary("arith.andi", x, y));
        // Arithmetic first: the gate may start threads, and to look at rows behind pointers takes a call.
        let instances = ranges::instances(&b, found, analysis, id);
        let pays = |b: &Builder<'c>| match pays {
            Pays::AlsoAlone => MayPayOp::on_threads(b, instances).answer(),
            Pays::Launched => {
                let launch = MayPayOp::build(b, instances, cost::per_iteration(copy, false)).answer();
                b.binary("arith.andi", launch, on_threads(b))
            }
        };
        let disjoint = |b: &Builder<'c>| DisjointOp::build(b, &ranges).disjoint();
        let all_long = all_long.unwrap_or_else(|| b.constant_bool(true));
        Some(and_then(&b, all_long, |b| and_then(b, pays(b), disjoint)))
    }

    /// What the loop reaches, if all of it has known ends.
    fn bounded(&self, b: &Builder<'c>, id: LoopId) -> Option<Vec<ranges::ObjectRange<'c>>> {
        let all = ranges::of_loop(b, self.found, self.analysis, id).ok()?;
        all.unbounded.is_empty().then_some(all.bounded)
    }

    /// Launches go elsewhere than to CPU threads and may pay for iterations of `picoseconds`, one more condition holds, and arrays are disjoint.
    /// There is a launch for each iteration of the loop `launches`, if it is given. None where nobody knows before the loop.
    pub fn condition_elsewhere(
        &self,
        picoseconds: i64,
        launches: Option<LoopId>,
        more: impl FnOnce(&Builder<'c>) -> Option<Val<'c>>,
    ) -> Option<Val<'c>> {
        let Place { found, analysis, copy, .. } = *self;
        let id = found.loop_of(copy)?;
        let b = Builder::before(copy);
        let bounded = self.bounded(&b, id)?;
        let need_check = ranges::need_check(&bounded);
        let ranges: Vec<Range<'c>> = bounded.into_iter().map(|it| it.range).collect();
        let instances = ranges::instances(&b, found, analysis, id);
        let of_launch = |loop_id: LoopId| {
            let trips = ranges::trip_count(&b, found, analysis, id, loop_id)?;
            let trips = b.binary("arith.maxsi", trips, b.constant_index(1));
            Some(b.binary("arith.divsi", instances, trips))
        };
        let instances = launches.map_or(Some(instances), of_launch)?;
        let pays = MayPayOp::build(&b, instances, picoseconds).answer();
        let is_long = b.binary("arith.andi", pays, more(&b)?);
        let disjoint = |b: &Builder<'c>| match need_check {
            true => DisjointOp::build(b, &ranges).disjoint(),
            false => b.constant_bool(true),
        };
        Some(and_then(&b, is_long, |b| and_then(b, not_on_threads(b), disjoint)))
    }

    /// Puts what `write` writes where the condition holds, and the loop into the other branch. None, and nothing there, where it cannot be
    /// written.
    pub fn replace(
        &self,
        condition: Val<'c>,
        what: &str,
        write: impl FnOnce(&Builder<'c>) -> Result<(), String>,
    ) -> Option<()> {
        let check = self.replace_if_faster(condition, write)?;
        ir::ops(ir::entry_block(check, 0)?).into_iter().for_each(settle);
        let message = format!("loop has a version in {what} for CPU threads");
        diagnostics::remark(self.root.location(), message).report();
        Some(())
    }

    /// Puts what `write` writes where the condition holds and it took less time so far, and the loop into the other branch. Returns the check;
    /// None, and nothing there, where it cannot be written.
    pub fn replace_if_faster(
        &self,
        condition: Val<'c>,
        write: impl FnOnce(&Builder<'c>) -> Result<(), String>,
    ) -> Option<Op<'c>> {
        let (token, instances) = self.choose(condition)?;
        let takes = Builder::before(self.root).cast("arith.trunci", token, Builder::before(self.root).int(1));
        let Some((_, root)) = self.branches(takes, write) else {
            forget(takes);
            return None;
        };
        let check = ir::parent(root)?;
        ChosenOp::build(&Builder::after(check), token, instances);
        Some(check)
    }

    /// Asks the runtime where the condition holds: the number that it answers, and the instances that it was asked for.
    fn choose(&self, condition: Val<'c>) -> Option<(Val<'c>, Val<'c>)> {
        let b = Builder::before(self.root);
        let instances = ranges::instances(&b, self.found, self.analysis, self.found.loop_of(self.copy)?);
        let picoseconds = cost::per_iteration(self.root, false);
        let (both, then, none) = b.scf_if(condition, &[b.int(64)], true);
        let inside = b.in_block(then);
        inside.op("scf.yield", &[ChooseOp::build(&inside, instances, picoseconds).token()], &[], &[]);
        let outside = b.in_block(none?);
        outside.op("scf.yield", &[outside.constant_int(b.int(64), 0)], &[], &[]);
        Some((ir::result(both), instances))
    }

    /// The same with a version for devices of their own. All passes work on both: under `auto` the loop may go to a GPU as it is, until one is open.
    pub fn replace_elsewhere(
        &self,
        condition: Val<'c>,
        write: impl FnOnce(&Builder<'c>) -> Result<(), String>,
    ) -> Option<()> {
        let (then, root) = self.branches(condition, write)?;
        let outer = ir::ops(then).into_iter().filter(|it| ir::is(*it, "affine.for"));
        outer.for_each(|it| {
            ir::set_attr(it, ELSEWHERE, Builder::before(it).unit());
            // Messages name the loop of the source that the user sees first.
            ir::set_location(it, root.location());
        });
        let message = "loop has a version with more work items for devices with memory of their own";
        diagnostics::remark(root.location(), message.to_string()).report();
        Some(())
    }

    fn branches(
        &self,
        condition: Val<'c>,
        write: impl FnOnce(&Builder<'c>) -> Result<(), String>,
    ) -> Option<(ir::Block<'c>, Op<'c>)> {
        let Place { root, copy, .. } = *self;
        let b = Builder::before(root);
        let (check, then, other) = b.scf_if(condition, &[], true);
        if write(&b.before_terminator(then)).is_err() {
            ir::erase(check);
            return None;
        }
        ir::move_before(root, *ir::ops(other?).last()?);
        ir::erase(copy);
        Some((then, root))
    }
}

/// Leaves of all loops in `op` that have a version in tiles, or in another order, the loops alone.
pub fn remove_from(op: Op<'_>) {
    let is_new = |it: &Op<'_>| ir::has_attr(*it, TILED) || ir::has_attr(*it, REORDERED);
    let is_version = |it: Op<'_>| ir::find_all(it, "affine.for").iter().any(is_new);
    let has_version =
        |check: &Op<'_>| ir::entry_block(*check, 0).is_some_and(|then| ir::ops(then).into_iter().any(is_version));
    // The outermost one at a time: a version has conditions of its own.
    while let Some(check) = ir::find_all(op, "scf.if").into_iter().find(has_version) {
        let Some(other) = ir::entry_block(check, 1) else { return };
        let condition = ir::operands(check)[0];
        ir::ops(other).into_iter().for_each(|it| ir::remove_attr(it, FALLBACK));
        ir::inline_before(other, check, &[]);
        ir::erase(check);
        forget(condition);
    }
}

/// Nobody wants an answer any more.
fn forget(condition: Val<'_>) {
    let Some(asks) = ir::defining_op(condition).filter(|_| !ir::has_uses(condition)) else { return };
    let token = ir::operands(asks).first().copied().filter(|_| ir::is(asks, "arith.trunci"));
    ir::erase(asks);
    let Some(token) = token else { return };
    for (user, _) in ir::uses(token) {
        ir::erase(user);
    }
    ir::defining_op(token).into_iter().for_each(ir::erase);
}

/// Do launches go to CPU threads?
pub fn on_threads<'c>(b: &Builder<'c>) -> Val<'c> {
    // A closed gate is the greatest number.
    MayPayOp::on_threads(b, b.constant_index(1 << 62)).answer()
}

/// Do launches go elsewhere than to CPU threads?
pub fn not_on_threads<'c>(b: &Builder<'c>) -> Val<'c> {
    b.binary("arith.xori", on_threads(b), b.constant_bool(true))
}

/// The loop as it was, of which `op` is part of a version for devices of their own, and the condition that decides between them.
pub fn original_of(op: Op<'_>) -> Option<(Op<'_>, Op<'_>)> {
    let version = std::iter::once(op).chain(ir::parents(op)).find(|it| ir::has_attr(*it, ELSEWHERE))?;
    let check = ir::parent(version)?;
    let original = ir::ops(ir::entry_block(check, 1)?).into_iter().find(|it| ir::is(*it, "affine.for"))?;
    Some((original, check))
}

/// The version runs on CPU threads alone, and no other pass looks into what is tiled.
fn settle(op: Op<'_>) {
    let b = Builder::before(op);
    let loops = ir::find_all(op, "affine.for");
    let is_tiled = loops.iter().any(|it| ir::has_attr(*it, GRID) || ir::has_attr(*it, REGISTERS));
    for it in loops {
        ir::set_attr(it, THREADS_ONLY, b.str(OF_VERSION));
        if is_tiled {
            ir::set_attr(it, FALLBACK, b.unit());
            ir::set_attr(it, TILED, b.unit());
        }
    }
}
