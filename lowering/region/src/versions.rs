//! Two versions of a loop: one that a launch is better for, behind a check, and the loop as it was. Decides nothing.

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::region::{DisjointOp, MayPayOp, Range};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::LoopId;

use crate::distribute::FALLBACK;
use crate::expand::Expansion;
use crate::extract::Extracted;
use crate::ranges;

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
fn with_fallback<'c>(b: &Builder<'c>, condition: Val<'c>, op: Op<'c>) -> Result<Op<'c>, String> {
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
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let ranges = ranges::of_loop(&b, found, analysis, id)?.bounded;
    let instances = ranges::instances(&b, found, analysis, id);
    let mut conditions = vec![MayPayOp::build(&b, instances, picoseconds).answer()];
    if ranges::need_check(&ranges) {
        let ranges: Vec<Range<'c>> = ranges.into_iter().map(|it| it.range).collect();
        conditions.push(DisjointOp::build(&b, &ranges).disjoint());
    }
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
