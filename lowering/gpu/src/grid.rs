//! The launch grid of a chain of parallel loops: where each starts, how many work items it has, and whether each stands for an
//! iteration.

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, LoopId};
use raddle_region::affine::{bounds, step, trips};
use raddle_region::emit;
use raddle_region::extract::{Extracted, is_inside};
use raddle_region::interchange::{is_across, is_along};
use raddle_region::ranges::trips_in;
use raddle_region::worth::is_narrow;

/// One grid dimension, the last of which is x: iteration = lower + step * id, for id < extent.
pub struct Dim<'c> {
    pub op: Op<'c>,
    pub lower: Val<'c>,
    /// Work items; 0 if there are none.
    pub extent: Val<'c>,
    pub step: i64,
    pub shape: Shape,
}

/// What a dimension's bounds depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// On no loop of the chain.
    Plain,
    /// On the loops around it in the chain: the extent is that of the hull, and the kernel tests the bounds.
    Hull,
    /// The same, but no execution of the loop is as long as the hull (a band along the diagonal, a tile): the extent is that of the
    /// longest, and each begins at its own lower bound, `lower` being 0.
    Moving,
}

/// Puts the loop that goes along rows last, where x and the vectors are, if the innermost loop of the chain goes across them.
/// Rows that are known to be short are no reason. All of the loops are parallel, and their bounds depend on none of them, so any order is legal.
///
/// Source: MEGHA thesis 3.2.2 (reordering of parallel loops).
pub fn rows_last(found: &Extracted, analysis: &Analysis, chain: &[LoopId], dims: &mut Vec<Dim>) {
    if dims.len() < 2 || dims.iter().any(|it| it.shape != Shape::Plain) {
        return;
    }
    let innermost = chain[dims.len() - 1];
    let accesses = found.model.accesses.iter().zip(0..).filter(|(access, _)| access.loops.contains(&innermost));
    let subscripts: Vec<_> = accesses
        .filter_map(|(access, id)| Some((&access.loops, analysis.coefficients(AccessId(id))?)))
        .filter(|(_, subscripts)| !subscripts.is_empty())
        .collect();
    let count = |id: LoopId, is: fn(&[Vec<i64>], usize) -> bool| {
        let of_loop = |loops: &[LoopId]| loops.iter().position(|it| *it == id);
        subscripts.iter().filter(|(loops, it)| of_loop(loops).is_some_and(|position| is(it, position))).count()
    };
    if count(innermost, is_along) > 0 || count(innermost, is_across) == 0 {
        return;
    }
    let is_long = |at: &usize| !is_narrow(found, analysis, chain[0], chain[*at]);
    let best = (0..dims.len()).filter(is_long).max_by_key(|at| count(chain[*at], is_along));
    if let Some(at) = best.filter(|at| count(chain[*at], is_along) > 0) {
        let dim = dims.remove(at);
        dims.push(dim);
    }
}

/// Dimensions of a chain, outermost first; a loop that has no rectangular hull ends the chain. None if the first has none.
pub fn dims<'c>(b: &Builder<'c>, found: &Extracted<'c>, analysis: &Analysis, chain: &[LoopId]) -> Option<Vec<Dim<'c>>> {
    let mut dims = vec![];
    for id in chain {
        let op = found.loops[id.0 as usize];
        let step = step(op)?;
        let outer = found.loops[chain[0].0 as usize];
        let depends = ir::operands(op).into_iter().any(|it| depends_on(it, outer));
        let dim = match depends {
            false => Some(plain(b, op, step)?),
            true => dependent(b, found, analysis, op, *id, chain[0]),
        };
        match dim {
            Some(dim) => dims.push(dim),
            None => break,
        }
    }
    (!dims.is_empty()).then_some(dims)
}

fn depends_on<'c>(value: Val<'c>, outer: Op<'c>) -> bool {
    match ir::source(value) {
        ir::Source::Result(op, _) => is_inside(op, outer),
        ir::Source::Argument(block, _) => {
            use melior::ir::BlockLike;
            block.parent_operation().is_some_and(|it| is_inside(it, outer))
        }
    }
}

fn plain<'c>(b: &Builder<'c>, op: Op<'c>, step: i64) -> Option<Dim<'c>> {
    let (lower, upper) = bounds(b, op)?;
    Some(Dim { op, lower, extent: trips(b, lower, upper, step), step, shape: Shape::Plain })
}

/// A dimension whose bounds depend on the loops from `within` to around it.
fn dependent<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    op: Op<'c>,
    id: LoopId,
    within: LoopId,
) -> Option<Dim<'c>> {
    let step = step(op)?;
    // The hull of a strided loop has iterations that are none, where its first one moves with the loops around it.
    let fills = step == 1 && analysis.fills_hull(id, within);
    let range = if fills { analysis.hull(id, within)? } else { analysis.longest(id, within)? };
    let (lower, shape) = match fills {
        true => (emit::index(b, &range.dims.first()?.lo, &found.values)?, Shape::Hull),
        false => (b.constant_index(0), Shape::Moving),
    };
    Some(Dim { op, lower, extent: trips_in(b, found, &range, lower, step)?, step, shape })
}
