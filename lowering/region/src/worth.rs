//! Is a loop long enough for a launch at all? What is known when compiling decides here, what is known when the program runs in
//! `region.may_pay`. Loops that are too short stay as they are: no version, no private copies, no call. Never changes the IR.

use raddle_dialects::ir::{self, Op};
use raddle_poly::analysis::{Analysis, Cond};
use raddle_poly::model::LoopId;

use crate::extract::Extracted;
use crate::spread::BESIDE;
use crate::{affine, cost};

/// Attribute of the module: launches of fewer innermost iterations are never made, unless these are long. Absent: 0.
pub const LEAST: &str = "region.least";

/// Picoseconds of an iteration that are one of `LEAST`. A longer one is several. The runtime counts in the same way.
const ONE_ITERATION: i64 = 10_000;

/// Why a loop is too short for any launch, if it is known to be. One inside of such a loop is, too.
pub fn too_short(found: &Extracted<'_>, analysis: &Analysis, id: LoopId) -> Option<String> {
    let least = least(found.loops[id.0 as usize]);
    if least <= 0 || ir::has_attr(found.loops[id.0 as usize], BESIDE) {
        return None;
    }
    let mut around = std::iter::successors(Some(id), |it| found.model.loops[it.0 as usize].parent);
    let is_short = |id: LoopId, most: i64| most < fewest(least, cost::per_iteration(found.loops[id.0 as usize], false));
    let most = around.find_map(|it| most_instances(found, analysis, it).filter(|most| is_short(it, *most)))?;
    Some(format!("too short: at most {most} iterations, fewer than {least} (--offload-min)"))
}

/// The innermost iterations of the shortest launch, where one takes so many picoseconds.
pub fn fewest(least: i64, picoseconds: i64) -> i64 {
    let long = picoseconds.max(ONE_ITERATION);
    least.saturating_mul(ONE_ITERATION).saturating_add(long - 1) / long
}

/// Fewer work items than this occupy no device, whatever each of them does.
pub(crate) const LEAST_ITEMS: i64 = 16;

/// Is a loop inside of `root` known to have fewer iterations than that? Only where launches have to pay.
pub(crate) fn has_few_items(found: &Extracted<'_>, analysis: &Analysis, root: LoopId, id: LoopId) -> bool {
    least(found.loops[id.0 as usize]) > 0 && is_narrow(found, analysis, root, id)
}

/// Is a loop inside of `root` known to have fewer iterations than that, wherever it runs?
pub fn is_narrow(found: &Extracted<'_>, analysis: &Analysis, root: LoopId, id: LoopId) -> bool {
    most_trips(found, analysis, root, id).is_some_and(|it| it < LEAST_ITEMS)
}

fn least(op: Op<'_>) -> i64 {
    ir::parents(op).find_map(|it| ir::i64_attr(it, LEAST)).unwrap_or(0)
}

/// A bound of the innermost iterations in one execution of loop `id`; `None` if there is no constant one.
pub fn most_instances(found: &Extracted<'_>, analysis: &Analysis, id: LoopId) -> Option<i64> {
    instances_within(found, analysis, id, id)
}

fn instances_within(found: &Extracted<'_>, analysis: &Analysis, root: LoopId, id: LoopId) -> Option<i64> {
    let trips = most_trips(found, analysis, root, id)?;
    let is_child = |it: &LoopId| found.model.loops[it.0 as usize].parent == Some(id);
    let children = (0..found.loops.len() as u32).map(LoopId).filter(is_child);
    let inner: Option<Vec<i64>> = children.map(|it| instances_within(found, analysis, root, it)).collect();
    let inner = inner?.into_iter().fold(0i64, i64::saturating_add);
    Some(trips.saturating_mul(inner.max(1)))
}

/// A bound of the loop's iterations in one execution of `root`; `None` if there is no constant one.
pub(crate) fn most_trips(found: &Extracted<'_>, analysis: &Analysis, root: LoopId, id: LoopId) -> Option<i64> {
    let op = found.loops[id.0 as usize];
    let step = affine::step(op)?;
    if let Some(trips) = affine::Bounds::of(op).and_then(|it| it.constant_trips(step)) {
        return Some(trips.max(0));
    }
    let longest = analysis.longest(id, root)?;
    if longest.nonempty == Cond::Const(false) {
        return Some(0);
    }
    let last = longest.dims.first()?.hi.eval(&|_| None)?;
    Some(last.max(0) / step + 1)
}
