//! `region-old-values`: let a loop whose iterations overwrite what earlier ones read take that from a copy.
//!
//! ```text
//!     before                                     after
//!     for i = 0 to n { A[i] = A[i+1] + B[i] }    if may_pay && disjoint(A, B) && workspace W {
//!                                                  for p = 0 to n { W[p] = A[p+1] }           // parallel
//!                                                  for i = 0 to n { A[i] = W[i] + B[i] }      // parallel
//!                                                } else { the loop as it was }
//! ```
//!
//! Legal if:  every dependence that the loop carries is from a read to a later write (an anti-dependence), or of a variable that gets
//!            private copies as `region-privatize` makes them; and no write of the loop runs before one of these reads at its
//!            element, in its own iteration neither: so it sees what was there before the loop. The reads surely happen, and the box
//!            around their elements is in the array: its extent is known, or the first and the last element of the box are among them.
//! Needs:     `region-distribute` before it, which needs no copy where parts of a body can be told apart. Leaves: parallel loops for
//!            `region-parallelize`.
//! Declines:  reads that may not happen, that other writes run before, or of rows behind pointers; loops inside of others, with a
//!            parallel loop in them, with operations that no device has, or too short for a launch; arrays whose extent is unknown.
//! Source:    Kuck, Kuhn, Padua, Leasure and Wolfe, Dependence graphs and compiler optimizations (1981), node splitting. Differs: the
//!            copy is made before the loop, not in each iteration, so the loop need not be distributed.

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, AccessKind, ArrayId, LoopId};

use crate::cost;
use crate::distribute::in_fallback;
use crate::expand::Expansion;
use crate::extract::{Extracted, extract, is_inside};
use crate::parallelize::array_name;
use crate::privatize::{is_free, privatize_nest};
use crate::versions::version;
use crate::worth::too_short;

/// What the copy of an element takes at most, beside an iteration that a launch wins time for: memory that the loop would not touch
/// is read and written.
const COPY_PICOSECONDS: i64 = 2000;

#[derive(Clone, Default)]
pub struct OldValues;

impl Pass for OldValues {
    const ARG: &'static str = "region-old-values";
    const DESC: &'static str = "copy what a loop reads before later iterations overwrite it";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            // Each round changes one loop, which is not at the nest's top any more.
            for _ in 0..ir::find_all(nest, "affine.for").into_iter().filter(|it| is_at_top(*it)).count() {
                if !copy_one(nest)? {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The copy's loops need symbols for bounds, which only the top of the nest has.
fn is_at_top(op: Op<'_>) -> bool {
    ir::parent(op).is_some_and(|it| ir::is(it, "region.nest"))
}

/// Makes copies for the first loop that they make parallel. False if there is none.
fn copy_one(nest: Op<'_>) -> Result<bool, Failure> {
    let found = extract(nest);
    if !found.loops.iter().any(|it| is_at_top(*it) && reads_beside_writes(&found, *it)) {
        return Ok(false);
    }
    let Ok(analysis) = Analysis::of(&found.model) else { return Ok(false) };
    for id in (0..found.loops.len() as u32).map(LoopId).filter(|it| is_candidate(&analysis, &found, *it)) {
        let Some(reads) = overwritten_reads(&analysis, &found, id) else { continue };
        if has_parallel_loop(&analysis, &found, id) {
            continue;
        }
        let applied = match copies(&analysis, &found, id, &reads) {
            Ok(copies) => apply(&analysis, &found, id, &copies)?,
            Err(reason) => Err(reason),
        };
        let Err(reason) = applied else {
            privatize_nest(nest)?;
            return Ok(true);
        };
        let message = format!("old values are not copied: {reason}");
        diagnostics::remark(found.loops[id.0 as usize].location(), message).report();
    }
    Ok(false)
}

fn is_candidate(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
    let op = found.loops[id.0 as usize];
    is_at_top(op)
        && ir::is(op, "affine.for")
        && ir::results(op).is_empty()
        && !in_fallback(op)
        && found.obstacle_in(op).is_none()
        && too_short(found, analysis, id).is_none()
        && analysis.has_known_trips(id)
        && reads_beside_writes(found, op)
}

/// Does the loop read an array that it also writes, by other subscripts? That says at once of most loops that nothing is to do.
fn reads_beside_writes(found: &Extracted<'_>, op: Op<'_>) -> bool {
    let accesses = found.accesses_in(op);
    let access = |id: AccessId| &found.model.accesses[id.0 as usize];
    let differ = |read: AccessId| {
        let same = |write: AccessId| access(write).array == access(read).array;
        let writes = accesses.iter().filter(|it| access(**it).kind == AccessKind::Write && same(**it));
        writes.into_iter().any(|it| access(*it).subscripts != access(read).subscripts)
    };
    accesses.iter().any(|it| access(*it).kind == AccessKind::Read && differ(*it))
}

/// A loop inside that is parallel can have launches without a copy.
fn has_parallel_loop(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
    let op = found.loops[id.0 as usize];
    let inner = |it: &LoopId| *it != id && is_inside(found.loops[it.0 as usize], op);
    (0..found.loops.len() as u32).map(LoopId).filter(inner).any(|it| analysis.parallel(it, &[]))
}

/// The reads of what later iterations overwrite, if nothing else ties the iterations together but variables that each overwrites first.
pub(crate) fn overwritten_reads(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> Option<Vec<AccessId>> {
    let kind = |it: AccessId| found.model.accesses[it.0 as usize].kind;
    let (mut reads, mut private) = (vec![], vec![]);
    for (source, sink) in analysis.carried_pairs(id, &[]) {
        let array = found.array_of(source);
        if private.contains(&array) {
            continue;
        }
        if is_free(analysis, found, id, array) {
            private.push(array);
        } else if kind(source) == AccessKind::Read && kind(sink) == AccessKind::Write {
            reads.push(source);
        } else {
            return None;
        }
    }
    reads.sort_unstable();
    reads.dedup();
    (!reads.is_empty()).then_some(reads)
}

/// The reads of one array that get its old values.
struct Copy {
    array: ArrayId,
    reads: Vec<AccessId>,
}

/// The error says why the reads cannot come from a copy.
fn copies(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, reads: &[AccessId]) -> Result<Vec<Copy>, String> {
    let mut copies: Vec<Copy> = vec![];
    for &read in reads {
        let array = found.array_of(read);
        match copies.iter_mut().find(|it| it.array == array) {
            Some(copy) => copy.reads.push(read),
            None => copies.push(Copy { array, reads: vec![read] }),
        }
    }
    match copies.iter().find_map(|it| obstacle(analysis, found, id, it)) {
        Some(reason) => Err(reason),
        None => Ok(copies),
    }
}

fn obstacle(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, copy: &Copy) -> Option<String> {
    let name = array_name(found, copy.array);
    let storage = &found.arrays[copy.array.0 as usize];
    let Some(view) = storage.views.first().filter(|it| storage.faithful && it.rank() > 0) else {
        return Some(format!("'{name}' has elements that share bytes, or is one"));
    };
    if view.rows > 0 {
        return Some(format!("'{name}' has rows behind pointers"));
    }
    let is_plain = |it: &AccessId| ir::is(found.accesses[it.0 as usize], "affine.load");
    if !copy.reads.iter().all(|it| is_plain(it) && analysis.sees_old_value(id, *it)) {
        return Some(format!("the loop may have written an element of '{name}' before it reads it"));
    }
    // Subscripts of what surely happens stay in an array; between two elements of one object there is nothing else.
    let is_there = view.extent(0).is_some() || view.is_nested() && analysis.reach_corners(&copy.reads, id);
    let is_sure = is_there && analysis.surely(&copy.reads, id).len() == copy.reads.len();
    (!is_sure).then(|| format!("elements of '{name}' that the loop may not read need not be there"))
}

/// The inner error says why nothing was done.
fn apply<'c>(
    analysis: &Analysis,
    found: &Extracted<'c>,
    id: LoopId,
    copies: &[Copy],
) -> Result<Result<(), String>, Failure> {
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let planned = copies.iter().map(|it| Expansion::plan(&b, found, analysis, &it.reads, id, &[]));
    let Some(mut expansions) = planned.collect::<Option<Vec<_>>>() else {
        return Ok(Err("the extent of what the loop reads has no closed form".into()));
    };
    let picoseconds = cost::per_iteration(op, false) - COPY_PICOSECONDS * copies.len() as i64;
    if let Err(reason) = version(analysis, found, id, &mut expansions, picoseconds.max(1)) {
        return Ok(Err(reason));
    }
    for (copy, expansion) in copies.iter().zip(&expansions) {
        let is_read = |it| copy.reads.iter().any(|read| found.accesses[read.0 as usize] == it);
        expansion.fill(Builder::before(op), found.arrays[copy.array.0 as usize].memrefs[0])?;
        expansion.redirect(found, is_read)?;
    }
    Ok(Ok(()))
}
