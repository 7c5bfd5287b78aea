//! `region-split`: cut a loop at the iteration that all its dependences begin or end in. What is before it and behind it is parallel.
//!
//! ```text
//!     before                                after
//!     for k { for i = 0 to n {              if may_pay && disjoint { for k {
//!       for j { A[i][j] += A[k][j] } } }      for i = 0 to k { .. }       // parallel: row k is only read
//!                                             for j { A[k][j] += A[k][j] }
//!                                             for i = k + 1 to n { .. }   // parallel
//!                                           } } else { the loop as it was }
//! ```
//!
//! Legal if:  always: no two iterations change their order.
//! Worth it:  dependences, which exact sets give, all begin or end in one iteration (`Analysis::pivot`). That iteration surely is one of
//!            the loop's, so the parts have simple bounds. Inside of the parts, loops are cut in the same way: more work items, and LLVM sees
//!            that vectors do not meet their own elements.
//! Needs:     `region-privatize` before it: variables outside of loops tie all iterations. Before `region-tile` and all that looks for
//!            parallel loops.
//! Declines:  loops that step by more than 1 or have results, nests with many stores, parallel loops, those too short for a launch, and those with
//!            operations that no device has. Silently.
//! Source:    Griebl, Feautrier, Lengauer, Index set splitting (IJPP 2000).

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::{Analysis, Pivot};
use raddle_poly::model::LoopId;

use crate::affine::{Bound, bound_maps, set_bounds, step};
use crate::cost;
use crate::extract::{Extracted, extract_loop, is_inside};
use crate::single;
use crate::spread::launch_what_is_beside;
use crate::tile::depth;
use crate::versions::{offer_loops, version};
use crate::waves::stores;
use crate::worth::too_short;

/// Loops with more stores are not cut, and none is where there would be more.
const MAX_STORES: usize = 3;
const MAX_STORES_AFTER: usize = 12;

#[derive(Clone, Default)]
pub struct Split;

impl Pass for Split {
    const ARG: &'static str = "region-split";
    const DESC: &'static str = "cut loops at the iteration that others depend on";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            offer_loops(nest, &mut |root| {
                let may_have_one = depth(root) >= 2 && stores(root) <= MAX_STORES;
                may_have_one && make_version(nest, root).is_some_and(|()| cut_all(nest, root))
            });
        }
        Ok(())
    }
}

/// The loop to be cut, behind a check; None if there is nothing to cut.
fn make_version<'c>(nest: Op<'c>, root: Op<'c>) -> Option<()> {
    let found = extract_loop(nest, root);
    let id = found.loop_of(root)?;
    let analysis = Analysis::of(&found.model).ok()?;
    let (cut, _) = next_cut(&found, &analysis, root)?;
    let is_inside_parallel = std::iter::successors(Some(cut), |it| found.model.loops[it.0 as usize].parent)
        .any(|it| it != cut && analysis.parallel(it, &[]));
    let stays_on_host = found.obstacle_in(found.loops[cut.0 as usize]).is_some();
    if stays_on_host || is_inside_parallel || too_short(&found, &analysis, id).is_some() {
        return None;
    }
    version(&analysis, &found, id, &mut [], cost::per_iteration(root, false).max(1)).ok()
}

fn cut_all<'c>(nest: Op<'c>, root: Op<'c>) -> bool {
    let mut is_whole = true;
    while is_whole && stores(root) < MAX_STORES_AFTER {
        let found = extract_loop(nest, root);
        let Ok(analysis) = Analysis::of(&found.model) else { break };
        let Some((id, pivot)) = next_cut(&found, &analysis, root) else { break };
        is_whole = found.loops[id.0 as usize] != root;
        if cut(&found, id, &pivot).is_none() {
            break;
        }
    }
    // What a loop in its middle iteration was stands beside launches now.
    if is_whole {
        launch_what_is_beside(root);
    }
    true
}

/// The first loop that can be cut, the outer ones first.
fn next_cut<'c>(found: &Extracted<'c>, analysis: &Analysis, root: Op<'c>) -> Option<(LoopId, Pivot)> {
    let ids = (0..found.loops.len() as u32).map(LoopId);
    let may_be_cut = |id: &LoopId| {
        let op = found.loops[id.0 as usize];
        ir::is(op, "affine.for") && step(op) == Some(1) && ir::results(op).is_empty() && is_inside(op, root)
    };
    ids.filter(may_be_cut).find_map(|id| Some((id, analysis.pivot(id)?)))
}

/// Makes three loops of one; the middle one is its body.
fn cut<'c>(found: &Extracted<'c>, id: LoopId, pivot: &Pivot) -> Option<()> {
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let values: Vec<Val<'c>> = pivot.terms.iter().map(|it| found.values.get(&it.0).copied()).collect::<Option<_>>()?;
    let sum = |first: i64| {
        let start = AffineExpr::constant(b.context(), first);
        let terms = pivot.terms.iter().enumerate();
        terms.fold(start, |sum, (at, it)| {
            sum + AffineExpr::dim(b.context(), at) * AffineExpr::constant(b.context(), it.1)
        })
    };
    let at = |more: i64| (AffineMap::new(b.context(), values.len(), 0, &[sum(pivot.constant + more)]), values.clone());
    let [lower, upper] = bound_maps(op)?;
    let copy = |lower: &Bound<'c>, upper: &Bound<'c>| {
        let copy = b.clone_op(op, &mut Mapping::new());
        set_bounds(&b, copy, lower, upper);
        copy
    };
    copy(&lower, &at(0));
    single::replace(copy(&at(0), &at(1)));
    copy(&at(1), &upper);
    let message = "loop is cut at the iteration that others depend on";
    diagnostics::remark(op.location(), message.to_string()).report();
    ir::erase(op);
    Some(())
}
