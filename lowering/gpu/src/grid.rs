//! The launch grid of a chain of parallel loops: where each starts, how many work items it has, and whether each stands for an
//! iteration.

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_poly::analysis::{Analysis, BoundingBox, Cond};
use raddle_poly::model::LoopId;
use raddle_region::affine::{bounds, step, trips};
use raddle_region::emit;
use raddle_region::extract::{Extracted, is_inside};

/// One grid dimension: iteration = lower + step * id, for id < extent.
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
            // The hull of a strided loop has iterations that are none, where its first one moves with the loops around it.
            true if step == 1 && analysis.fills_hull(*id, chain[0]) => hull(b, found, analysis, op, *id, chain[0]),
            true => moving(b, found, analysis, op, *id, chain[0]),
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

fn hull<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    op: Op<'c>,
    id: LoopId,
    within: LoopId,
) -> Option<Dim<'c>> {
    let hull = analysis.hull(id, within)?;
    let [bound] = hull.dims.as_slice() else { return None };
    let lower = emit::index(b, &bound.lo, &found.values)?;
    let extent = extent(b, found, &hull, lower, 1)?;
    Some(Dim { op, lower, extent, step: 1, shape: Shape::Hull })
}

fn moving<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    op: Op<'c>,
    id: LoopId,
    within: LoopId,
) -> Option<Dim<'c>> {
    let (lower, step) = (b.constant_index(0), step(op)?);
    let extent = extent(b, found, &analysis.longest(id, within)?, lower, step)?;
    Some(Dim { op, lower, extent, step, shape: Shape::Moving })
}

/// Work items from `lower` to the upper end of a box of one dimension.
fn extent<'c>(b: &Builder<'c>, found: &Extracted<'c>, of: &BoundingBox, lower: Val<'c>, step: i64) -> Option<Val<'c>> {
    let last = emit::index(b, &of.dims.first()?.hi, &found.values)?;
    let extent = trips(b, lower, b.addi(last, b.constant_index(1)), step);
    Some(match &of.nonempty {
        Cond::Const(true) => extent,
        cond => b.select(emit::condition(b, cond, &found.values)?, extent, b.constant_index(0)),
    })
}
