//! `region-parallelize`: mark every loop of a nest as parallel or say which dependence keeps it sequential.
//!
//! ```text
//!     affine.for %i = 0 to %n {            affine.for %i = 0 to %n {
//!       B[i] = A[i]                          B[i] = A[i]
//!       affine.for %j = 1 to %n {            affine.for %j = 1 to %n {
//!         C[i][j] = C[i][j-1]                  C[i][j] = C[i][j-1]
//!       }                                    } {region.sequential = "RAW on 'C' ..."}
//!     }                                    } {region.parallel}
//! ```
//!
//! Legal if:  always; attributes only. `region.parallel` means that no dependence is carried: the iterations, for fixed outer
//!            indices, may run in any order or at once. Distinct pointers with unknown targets are taken for disjoint, which
//!            `region.enter` checks before each launch.
//! Needs:     `region-privatize` before it, so that scalars that each iteration overwrites do not show as dependences.
//! Declines:  trip counts that are not affine; an analysis that exceeds its operation limit. Both are `region.sequential`.
//! Source:    Par4All thesis 4.3.1-4.3.2 (Allen-Kennedy's levels; Bernstein on regions). Differs: exact sets (isl) in place of
//!            convex hulls, so a row and a column that touch in one element only do not clash.

use melior::ir::Attribute;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use raddle_dialects::ir::{self, Op, Order};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::{Analysis, Dependence};
use raddle_poly::model::LoopId;

use crate::extract::{Extracted, extract, position};

/// Attribute of a loop without carried dependence.
pub const PARALLEL: &str = "region.parallel";
/// Attribute of any other loop: why.
pub const SEQUENTIAL: &str = "region.sequential";

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

pub fn mark_nest(nest: Op<'_>) {
    ir::walk(nest, Order::Pre, |it| {
        ir::remove_attr(it, PARALLEL);
        ir::remove_attr(it, SEQUENTIAL);
    });
    let found = extract(nest);
    let analysis = Analysis::new(&found.model);
    for (index, op) in found.loops.iter().enumerate() {
        let verdict = match &analysis {
            Ok(analysis) => verdict(analysis, &found, LoopId(index as u32)),
            Err(error) => Err(format!("analysis gave up: {error}")),
        };
        match verdict {
            Ok(()) => ir::set_attr(*op, PARALLEL, Attribute::unit(ir::context(*op))),
            Err(reason) => {
                diagnostics::remark(op.location(), format!("loop is sequential: {reason}")).report();
                ir::set_attr(*op, SEQUENTIAL, StringAttribute::new(ir::context(*op), &reason).into());
            }
        }
    }
}

/// Ok if no dependence is carried, else the reason in words.
pub fn verdict(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> Result<(), String> {
    let op = found.loops[id.0 as usize];
    if !ir::is(op, "affine.for") || found.model.loops[id.0 as usize].constraints.is_empty() {
        return Err("trip count is not affine".into());
    }
    if !ir::results(op).is_empty() {
        return Err("the loop carries a value".into());
    }
    if analysis.parallel(id, &[]) {
        return Ok(());
    }
    match analysis.preventing(id, &[]) {
        Some(dependence) => Err(describe(&dependence, found)),
        None => Err("the analysis exceeded its limit".into()),
    }
}

/// A dependence in words, with source positions: `RAW on 'a': f.c:4:9 -> f.c:4:16`.
pub fn describe(dependence: &Dependence, found: &Extracted<'_>) -> String {
    let storage = &found.arrays[dependence.array.0 as usize];
    let name = storage.views.first().map_or("a local variable", |it| it.name.as_str());
    let at = |access: raddle_poly::model::AccessId| position(found.accesses[access.0 as usize]);
    format!("{} on '{name}': {} -> {}", dependence.kind, at(dependence.source), at(dependence.sink))
}
