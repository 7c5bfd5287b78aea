//! `region-parallelize`: mark every loop of a nest as parallel, as parallel but for reductions, or with the dependence that
//! keeps it sequential.
//!
//! ```text
//!     affine.for %i = 0 to %n {            affine.for %i = 0 to %n {
//!       B[i] = A[i]                          B[i] = A[i]
//!       affine.for %j = 1 to %n {            affine.for %j = 1 to %n {
//!         C[i][j] = C[i][j-1]                  C[i][j] = C[i][j-1]
//!       }                                    } {region.sequential = "RAW on 'C' ..."}
//!     }                                    } {region.parallel}
//!     affine.for %i = 0 to %n {            affine.for %i = 0 to %n {
//!       s = s + A[i]                         s = s + A[i]
//!     }                                    } {region.reductions = ["+ on 's'"], region.sequential = "reduction + on 's': ..."}
//! ```
//!
//! Legal if:  always; attributes, but for versions (in tiles, in another order) of loops inside of a parallel one, which are of no use there:
//!            the loop that they are versions of stays. `region.parallel` means that no dependence is carried: the iterations, for fixed outer
//!            indices, may run in any order or at once. Distinct pointers with unknown targets are taken for disjoint, which
//!            `region.enter` checks before each launch. `region.reductions` means that without the accesses of these reductions
//!            no dependence would be carried; the schedule is not changed (Par4All's "potentially parallel").
//!            The order of atomic updates of an array by one operator makes no difference, so it is no dependence.
//! Needs:     `region-privatize` before it, so that scalars that each iteration overwrites do not show as dependences.
//! Declines:  loops that stay as they were because a copy was changed (`region.fallback`), silently; ops whose effects are not known (calls, memory that is no view); trip counts that are not affine; an analysis that
//!            exceeds its operation limit. All are `region.sequential`. Prefix sums (`s += a[i]; b[i] = s`) are sequential, under that
//!            name: they are no reductions.
//! Source:    Par4All thesis 4.3.1-4.3.2 (Allen-Kennedy's levels; Bernstein on regions), 4.4.2 (reductions). Differs: exact sets (isl) in place of
//!            convex hulls, so a row and a column that touch in one element only do not clash.

use melior::ir::Attribute;
use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use raddle_dialects::ir::{self, Op, Order};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::{Analysis, Dependence, DependenceKind, Privatization};
use raddle_poly::model::{ArrayId, LoopId};

use crate::atomics::{IN_ORDER, unordered_arrays};
use crate::distribute::in_fallback;
use crate::extract::{Extracted, extract, position};
use crate::formula::NAME;
use crate::reduce::UNREDUCED;
use crate::reductions::{self, Reduction};
use crate::scans;
use crate::spread::IN_TURN;
use crate::versions;

/// Attribute of a loop without carried dependence.
pub const PARALLEL: &str = "region.parallel";
/// Attribute of any other loop: why.
pub const SEQUENTIAL: &str = "region.sequential";
/// Attribute of a loop that only reductions keep from being parallel: their operators and arrays.
pub const REDUCTIONS: &str = "region.reductions";

/// So many arrays of a loop are asked for the dependence to name.
const CANDIDATES: usize = 8;

#[derive(Clone, Default)]
pub struct Parallelize;

impl Pass for Parallelize {
    const ARG: &'static str = "region-parallelize";
    const DESC: &'static str = "mark the loops of nests as parallel or sequential, with the reason";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            mark_nest(nest);
        }
        Ok(())
    }
}

/// Marks the loops of a nest. A loop that is launched as a whole has no use for versions of loops in it.
fn mark_nest(nest: Op<'_>) {
    ir::walk(nest, Order::Pre, |it| {
        ir::remove_attr(it, PARALLEL);
        ir::remove_attr(it, SEQUENTIAL);
        ir::remove_attr(it, REDUCTIONS);
    });
    let found = extract(nest);
    let analysis = Analysis::of(&found.model);
    for (index, op) in found.loops.iter().enumerate().filter(|it| !in_fallback(*it.1)) {
        let verdict = match &analysis {
            Ok(analysis) => verdict(analysis, &found, LoopId(index as u32)),
            Err(error) => Verdict::Sequential(format!("analysis gave up: {error}")),
        };
        mark(*op, &found, &verdict);
    }
    let is_parallel = |it: &Op<'_>| ir::has_attr(*it, PARALLEL);
    let is_outermost = |it: &Op<'_>| !ir::parents(*it).any(|it| is_parallel(&it));
    // All are found before the first is changed: loops in it may go.
    let outermost: Vec<_> = found.loops.iter().copied().filter(|it| is_parallel(it) && is_outermost(it)).collect();
    outermost.into_iter().for_each(versions::remove_from);
}

/// What is known of a loop's iterations.
pub enum Verdict<'c> {
    /// They may run in any order and at once.
    Parallel,
    /// They might, if the terms of the reductions may be combined in another order.
    Reductions(Vec<Reduction<'c>>),
    /// They may not, or it is not known: why.
    Sequential(String),
}

impl Verdict<'_> {
    pub fn is_parallel(&self) -> bool {
        matches!(self, Verdict::Parallel)
    }
}

fn mark<'c>(op: Op<'c>, found: &Extracted<'c>, verdict: &Verdict<'c>) {
    let context = ir::context(op);
    let reason = match verdict {
        Verdict::Parallel => return ir::set_attr(op, PARALLEL, Attribute::unit(context)),
        Verdict::Reductions(reductions) => {
            let names: Vec<String> = reductions.iter().map(|it| name(it, found)).collect();
            let attributes: Vec<Attribute> = names.iter().map(|it| StringAttribute::new(context, it).into()).collect();
            ir::set_attr(op, REDUCTIONS, ArrayAttribute::new(context, &attributes).into());
            let notes: String = [IN_ORDER, UNREDUCED]
                .iter()
                .filter_map(|it| ir::str_attr(op, it))
                .map(|it| format!("; {it}"))
                .collect();
            format!("reduction {}{notes}", names.join(", "))
        }
        Verdict::Sequential(reason) => reason.clone(),
    };
    diagnostics::remark(op.location(), format!("loop is sequential: {reason}")).report();
    ir::set_attr(op, SEQUENTIAL, StringAttribute::new(context, &reason).into());
}

/// `+ on 's': f.c:4:5` or `min on 'm' with 'p': f.c:5:3`, where the position is that of the first update.
pub fn name(reduction: &Reduction<'_>, found: &Extracted<'_>) -> String {
    let array = array_name(found, reduction.array);
    let kept = reduction.selection.iter().flat_map(|it| &it.kept);
    let kept: Vec<String> = kept.map(|it| format!("'{}'", array_name(found, it.array))).collect();
    let with = if kept.is_empty() { String::new() } else { format!(" with {}", kept.join(", ")) };
    format!("{} on '{array}'{with}: {}", reduction.operator, position(reduction.statements[0].store))
}

pub fn verdict<'c>(analysis: &Analysis, found: &Extracted<'c>, id: LoopId) -> Verdict<'c> {
    let op = found.loops[id.0 as usize];
    if !ir::is(op, "affine.for") || found.model.loops[id.0 as usize].constraints.is_empty() {
        return Verdict::Sequential("trip count is not affine".into());
    }
    if !ir::results(op).is_empty() {
        return Verdict::Sequential("the loop carries a value".into());
    }
    if let Some(reason) = found.unknown_effects_in(op) {
        return Verdict::Sequential(reason.into());
    }
    if ir::has_attr(op, IN_TURN) {
        return Verdict::Sequential(
            "its few iterations run one after the other: loops in it have more work items".into(),
        );
    }
    let unordered = unordered_arrays(found, op);
    if analysis.parallel(id, &unordered) {
        return Verdict::Parallel;
    }
    if let Some(reductions) = reductions_only(analysis, found, id) {
        return Verdict::Reductions(reductions);
    }
    Verdict::Sequential(match blocker(analysis, found, id, &unordered) {
        Some(dependence) => {
            scans::describe(analysis, found, id, &dependence).unwrap_or_else(|| describe(&dependence, found))
        }
        None => "the analysis needs more steps than it is allowed".into(),
    })
}

/// The dependence that a loop's reason names, if it names one: `reason` is what [`verdict`] said.
pub fn named(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, reason: &str) -> Option<Dependence> {
    let dependence = blocker(analysis, found, id, &unordered_arrays(found, found.loops[id.0 as usize]))?;
    (describe(&dependence, found) == reason).then_some(dependence)
}

/// The dependence to name where several arrays carry one: of an array surely, of a scalar, of an array perhaps. What private
/// copies would remove and reductions are named where there is nothing else.
fn blocker(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, unordered: &[ArrayId]) -> Option<Dependence> {
    let mut arrays: Vec<ArrayId> = analysis.carriers(id).into_iter().filter(|it| !unordered.contains(it)).collect();
    let is_scalar = |it: &ArrayId| found.arrays[it.0 as usize].views.iter().all(|view| view.rank() == 0);
    arrays.sort_by_key(is_scalar);
    let is_removable = |it: &ArrayId| {
        matches!(analysis.privatizable(id, *it), Privatization::Yes { .. })
            || reductions::of_loop(analysis, found, id, &[*it]).is_some()
    };
    let of_array = |it: &ArrayId| {
        let others: Vec<ArrayId> = (0..found.arrays.len() as u32).map(ArrayId).filter(|other| other != it).collect();
        analysis.preventing(id, &others)
    };
    let mut perhaps = None;
    for array in arrays.iter().filter(|it| arrays.len() > 1 && !is_removable(it)).take(CANDIDATES) {
        match of_array(array) {
            Some(found) if found.exact || is_scalar(array) => return Some(found),
            found => perhaps = perhaps.or(found),
        }
    }
    perhaps.or_else(|| arrays.first().and_then(of_array)).or_else(|| analysis.preventing(id, unordered))
}

/// The reductions of the loop, if nothing else ties its iterations together.
fn reductions_only<'c>(analysis: &Analysis, found: &Extracted<'c>, id: LoopId) -> Option<Vec<Reduction<'c>>> {
    let arrays = analysis.carriers(id);
    let reductions = reductions::of_loop(analysis, found, id, &arrays)?;
    (!arrays.is_empty() && analysis.parallel(id, &arrays)).then_some(reductions)
}

pub fn array_name<'f>(found: &'f Extracted<'_>, array: ArrayId) -> &'f str {
    let storage = &found.arrays[array.0 as usize];
    let variable = || storage.memrefs.first().and_then(|it| ir::str_attr(ir::defining_op(*it)?, NAME));
    storage.views.first().map(|it| it.name.as_str()).or_else(variable).unwrap_or("a local variable")
}

/// A dependence in words, with source positions: `flow on 'a': f.c:4:9 -> f.c:4:16; an iteration reads what an earlier one wrote`.
pub fn describe(dependence: &Dependence, found: &Extracted<'_>) -> String {
    let name = array_name(found, dependence.array);
    let at = |access: raddle_poly::model::AccessId| position(found.accesses[access.0 as usize]);
    if dependence.gave_up {
        let (source, sink) = (at(dependence.source), at(dependence.sink));
        return format!("the analysis of '{name}' needs more steps than it is allowed: {source} -> {sink}");
    }
    let may = |surely, perhaps| if dependence.exact { surely } else { perhaps };
    let why = match dependence.kind {
        DependenceKind::Flow => {
            may("an iteration reads what an earlier one wrote", "an iteration may read what an earlier one wrote")
        }
        DependenceKind::Anti => {
            may("an iteration writes what an earlier one read", "an iteration may write what an earlier one read")
        }
        DependenceKind::Output => may("two iterations write the same place", "two iterations may write the same place"),
    };
    format!("{} on '{name}': {} -> {}; {why}", dependence.kind, at(dependence.source), at(dependence.sink))
}
