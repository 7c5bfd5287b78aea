//! Minima and maxima beside what the iterations of a loop wait for: each iteration keeps one of its own, and behind the loop they are put
//! together in order. Then the variable ties no iterations together, and the loop may have another order.
//!
//! ```text
//!     for j { for i {                             for j { W[j] = -infinity }
//!       A[j][i] = f(A);                    =>     for j { for i { A[j][i] = f(A); if (g > W[j]) W[j] = g } }
//!       if (g > m) m = g } }                      for j { if (W[j] > m) m = W[j] }
//! ```
//!
//! Legal if:  nothing else in the loop uses the variable, and it is no element of the loop's arrays, as is checked. Comparisons and their order are the source's, so zeros of either sign and NaN count
//!            as they do there; the least value of all, which stands for none, is not stored.
//! Source:    own; scalar expansion is Kuck, Kuhn, Padua, Leasure and Wolfe's (1981).

use melior::ir::AffineMap;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{DisjointOp, Range, flags};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, AccessKind, ArrayId, LoopId};

use crate::affine;
use crate::cost;
use crate::expand::is_defined_inside;
use crate::extract::Extracted;
use crate::partials::{Accumulator, Extent, Partials, accumulators, first_of_row};
use crate::ranges::{self, and_then};
use crate::reductions;

/// Iterations that each one's own value must stand for.
const WORTH: i64 = 64;

pub struct Minima<'c> {
    all: Vec<(Accumulator<'c>, Partials<'c>)>,
    /// What the loop reaches.
    reached: Vec<Range<'c>>,
    /// The bounds of the loop.
    bounds: [(AffineMap<'c>, Vec<Val<'c>>); 2],
}

impl<'c> Minima<'c> {
    /// Gives each iteration of the loop `op` its own. None, and nothing is changed, where it has none, or other uses of them.
    pub fn split(found: &Extracted<'c>, analysis: &Analysis, op: Op<'c>) -> Option<Self> {
        let id = found.loop_of(op).filter(|_| affine::step(op) == Some(1))?;
        let arrays = variables(found, analysis, id);
        let reductions = reductions::of_loop(analysis, found, id, &arrays).filter(|it| !it.is_empty())?;
        let all: Option<Vec<_>> = reductions.iter().map(|it| accumulators(it, op)).collect();
        let all: Vec<Accumulator<'c>> = all?.into_iter().flatten().collect();
        if !all.iter().all(|it| it.is_extremum() && it.has_view()) {
            return None;
        }
        let (b, bounds) = (Builder::before(op), affine::bound_maps(op)?);
        let reached = ranges::of_loop(&b, found, analysis, id).ok().filter(|it| it.unbounded.is_empty())?;
        let reached: Vec<Range<'c>> = reached.bounded.into_iter().map(|it| it.range).collect();
        // Nobody looks behind pointers before it is known that the loop does.
        if reached.iter().any(|it| it.flags & flags::TABLE != 0) {
            return None;
        }
        let (lower, upper) = affine::bounds(&b, op)?;
        let rows = Some((lower, affine::trips(&b, lower, upper, 1)));
        let extent = Extent { rows, per_row: b.constant_index(1) };
        let work = (ranges::instances(&b, found, analysis, id), cost::per_iteration(op, false));
        let iteration = *ir::arguments(ir::entry_block(op, 0)?).first()?;
        let split = |it: Accumulator<'c>| {
            let partials = Partials::allocate(&b, &extent, &it, work, WORTH);
            it.redirect(&b, partials.view(), iteration);
            (it, partials)
        };
        Some(Minima { all: all.into_iter().map(split).collect(), reached, bounds })
    }

    /// Is there memory for them, and does nothing else in the loop use the variables?
    pub fn are_apart(&self, b: &Builder<'c>) -> Val<'c> {
        let there = self.all.iter().map(|it| it.1.is_there(b)).reduce(|x, y| b.binary("arith.andi", x, y));
        and_then(b, there.unwrap_or_else(|| b.constant_bool(true)), |b| DisjointOp::build(b, &self.reached).disjoint())
    }

    /// No iteration has any yet.
    pub fn begin(&self, b: &Builder<'c>) {
        let values: Vec<_> = self.all.iter().map(|it| it.0.start(b)).collect();
        let (place, iteration) = self.each(b);
        for ((_, partials), value) in self.all.iter().zip(values) {
            place.affine_store(value, partials.view(), first_of_row(b), &[iteration]);
        }
    }

    /// Puts them together.
    pub fn end(&self, b: &Builder<'c>) {
        let (place, iteration) = self.each(b);
        for (accumulator, partials) in &self.all {
            let value = place.affine_load(partials.view(), first_of_row(b), &[iteration]);
            accumulator.fold_if_any(&place, value);
        }
    }

    /// Gives the memory back.
    pub fn free(&self, b: &Builder<'c>) {
        self.all.iter().for_each(|it| it.1.end(b));
    }

    /// The place in a loop over all iterations, and its index.
    fn each(&self, b: &Builder<'c>) -> (Builder<'c>, Val<'c>) {
        let [lower, upper] = &self.bounds;
        let (_, body) = b.affine_for((lower.0, &lower.1), (upper.0, &upper.1), 1);
        (b.before_terminator(body), ir::arguments(body)[0])
    }
}

/// The arrays of which iterations are tied together by one element, the same in all.
fn variables(found: &Extracted<'_>, analysis: &Analysis, id: LoopId) -> Vec<ArrayId> {
    let op = found.loops[id.0 as usize];
    let is_fixed = |id: AccessId| {
        let access = found.accesses[id.0 as usize];
        let value = usize::from(found.model.accesses[id.0 as usize].kind == AccessKind::Write);
        !ir::operands(access).into_iter().skip(value).any(|it| is_defined_inside(it, op))
    };
    let is_variable = |array: &ArrayId| {
        let storage = &found.arrays[array.0 as usize];
        let accesses = reductions::accesses(found, id, *array);
        storage.faithful && !storage.views.is_empty() && accesses.into_iter().all(is_fixed)
    };
    let mut all: Vec<_> = analysis.carried_pairs(id, &[]).map(|it| found.array_of(it.0)).collect();
    all.sort_unstable();
    all.dedup();
    all.retain(is_variable);
    all
}
