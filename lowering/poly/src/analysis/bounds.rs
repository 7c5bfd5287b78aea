//! Bounding boxes of what a part of the nest touches, as expressions that the program can evaluate before it runs that part.

use super::{Analysis, Cond, Expr, OPERATIONS, WIDE_OPERATIONS, merge::Detail};
use crate::{
    isl::{self, Dim, Map, PwAff, Set},
    model::{AccessId, ArrayId, LoopId},
};

/// The least and the greatest value; both belong to the range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub lo: Expr,
    pub hi: Expr,
}

/// The smallest box around a set of integer tuples that depends on parameters and outer iterators.
///
/// The expressions hold for parameters in the model's context and outer iterators in their loops' ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundingBox {
    /// Whether there is any tuple. Where it is false the bounds mean nothing (they still evaluate without a fault).
    pub nonempty: Cond,
    pub dims: Vec<Bound>,
}

impl Analysis {
    /// The box around the elements that some accesses to one array reach in one execution of the loop `within` (None: of the
    /// whole nest), as a function of the parameters and of the iterators of the loops around `within`.
    ///
    /// None if it is not bounded, if the accesses are not all inside `within` and to one array, or if there is none.
    pub fn footprint(&self, accesses: &[AccessId], within: Option<LoopId>) -> Option<BoundingBox> {
        self.begin();
        let array = self.access(*accesses.first()?).array;
        if accesses.iter().any(|&a| self.access(a).array != array) {
            return None;
        }
        let region = self.region(accesses, within, Detail::Box).ok()??;
        self.bounding_box(&region, self.model.arrays[array.0 as usize].rank, within).ok()
    }

    /// Those of the accesses that surely happen, for every instance, whenever the loop `within` around them runs.
    pub fn surely(&self, accesses: &[AccessId], within: LoopId) -> Vec<AccessId> {
        let depth = self.depth(within);
        // A condition around the loop holds where the loop runs.
        let sure = |&a: &AccessId| {
            let decided = self.branches(a).all(|branch| branch.depth as usize <= depth);
            self.access(a).certain && self.is_affine(a) && self.unknown_depth(a) <= depth && decided
        };
        accesses.iter().copied().filter(sure).collect()
    }

    /// The box of the elements that accesses to one array surely reach whenever the loop `within` around them runs: by what surely
    /// happens, or by both branches of a condition. None as for [`Analysis::footprint`].
    pub fn sure_footprint(&self, accesses: &[AccessId], within: LoopId) -> Option<BoundingBox> {
        self.begin();
        let array = self.access(*accesses.first()?).array;
        if accesses.iter().any(|&a| self.access(a).array != array) {
            return None;
        }
        let region = self.surely_reached(accesses, within).ok()??;
        self.bounding_box(&region, self.model.arrays[array.0 as usize].rank, Some(within)).ok()
    }

    /// Whether the least and the greatest corner of their [`Analysis::footprint`] are elements that they surely reach whenever the
    /// loop `within` around them runs. A triangle has a box with a corner that nobody reaches.
    pub fn reach_corners(&self, accesses: &[AccessId], within: LoopId) -> bool {
        self.begin();
        let extremes =
            |all: &Set, rank| per_dimension(all, rank, Set::lexmin)?.union(&per_dimension(all, rank, Set::lexmax)?);
        let reach = || -> isl::Result<bool> {
            let Some((all, sure, rank)) = self.reached_and_sure(accesses, within)? else { return Ok(false) };
            extremes(&all, rank)?.is_subset(&sure)
        };
        reach().unwrap_or(false)
    }

    /// The lexicographically least and greatest subscripts of the elements that they reach, `lo` and `hi` of each dimension, if
    /// they surely reach these whenever the loop `within` around them runs.
    pub fn ends(&self, accesses: &[AccessId], within: LoopId) -> Option<BoundingBox> {
        self.begin();
        let (all, sure, rank) = self.reached_and_sure(accesses, within).ok()??;
        let (first, last) = (all.lexmin().ok()?, all.lexmax().ok()?);
        if !first.union(&last).ok()?.is_subset(&sure).ok()? {
            return None;
        }
        let first = self.bounding_box(&first, rank, Some(within)).ok()?;
        let last = self.bounding_box(&last, rank, Some(within)).ok()?;
        let dims = first.dims.into_iter().zip(last.dims).map(|(first, last)| Bound { lo: first.lo, hi: last.hi });
        Some(BoundingBox { nonempty: first.nonempty, dims: dims.collect() })
    }

    /// Whether for each value of all but the last of their first `dims` subscripts, between the least and the greatest of each, they
    /// surely reach the least and the greatest value of that last one, whenever the loop `within` around them runs.
    pub fn surely_enclose(&self, accesses: &[AccessId], within: LoopId, dims: u32) -> bool {
        self.begin();
        let enclose = || -> isl::Result<bool> {
            let Some(all) = self.first_subscripts(accesses, within, dims)? else { return Ok(false) };
            let lines = full_box(&all, dims)?.coalesce()?.split_at(dims.saturating_sub(1))?;
            let ends = lines.lexmin()?.union(&lines.lexmax()?)?.wrap_as_set()?.flatten()?;
            if let Some(sure) = self.first_subscripts(&self.surely(accesses, within), within, dims)?
                && ends.is_subset(&sure)?
            {
                return Ok(true);
            }
            // One of two branches runs.
            let Some(sure) = self.surely_reached(accesses, within)? else { return Ok(false) };
            let rank = accesses.first().map_or(dims, |it| self.model.arrays[self.access(*it).array.0 as usize].rank);
            ends.is_subset(&sure.project_out(Dim::Out, dims, rank.saturating_sub(dims))?)
        };
        enclose().unwrap_or(false)
    }

    /// The first `dims` subscripts of the elements that accesses to one array reach.
    fn first_subscripts(&self, accesses: &[AccessId], within: LoopId, dims: u32) -> isl::Result<Option<Set>> {
        let Some(&first) = accesses.first() else { return Ok(None) };
        let array = self.access(first).array;
        let rank = self.model.arrays[array.0 as usize].rank;
        let mut all: Option<Set> = None;
        for &access in accesses {
            let reached = self.region(&[access], Some(within), Detail::Exact)?;
            let Some(reached) = reached.filter(|_| self.access(access).array == array) else { return Ok(None) };
            // The other subscripts first: where they bound each other, unions have many parts.
            let reached = reached.project_out(Dim::Out, dims, rank.saturating_sub(dims))?;
            all = Some(match all {
                None => reached,
                Some(all) if reached.is_subset(&all)? => all,
                Some(all) => Analysis::bounded(all.union(&reached)?.coalesce()?)?,
            });
        }
        Ok(all)
    }

    /// The elements that accesses to one array may reach, those that they surely reach, and the array's rank.
    fn reached_and_sure(&self, accesses: &[AccessId], within: LoopId) -> isl::Result<Option<(Set, Set, u32)>> {
        let Some(&first) = accesses.first() else { return Ok(None) };
        let array = self.access(first).array;
        if accesses.iter().any(|&a| self.access(a).array != array) {
            return Ok(None);
        }
        let (all, sure) = (self.region(accesses, Some(within), Detail::Exact)?, self.surely_reached(accesses, within)?);
        Ok(all.zip(sure).map(|(all, sure)| (all, sure, self.model.arrays[array.0 as usize].rank)))
    }

    /// Those elements, the iterators around `within` as parameters. None if there are none.
    pub(super) fn surely_reached(&self, accesses: &[AccessId], within: LoopId) -> isl::Result<Option<Set>> {
        let chain = self.chain(within);
        let mut all = self.region(&self.surely(accesses, within), Some(within), Detail::Exact)?;
        for (index, one) in self.model.branches.iter().enumerate() {
            let Some(other) = one.other.filter(|&other| index < other as usize) else { continue };
            let one = self.reached_in(accesses, index, within)?;
            let other = self.reached_in(accesses, other as usize, within)?;
            let (Some(one), Some(other), Some(&access)) = (one, other, accesses.first()) else { continue };
            let both = self.of_outer(one.intersect(&other)?, &chain, self.access(access).array)?;
            all = Some(match all {
                Some(all) => all.union(&both)?,
                None => both,
            });
        }
        all.map(|all| Analysis::bounded(all.coalesce()?)).transpose()
    }

    /// From the iterators around a branch inside of `within` to the elements that surely are reached in it, if it is taken.
    fn reached_in(&self, accesses: &[AccessId], branch: usize, within: LoopId) -> isl::Result<Option<Map>> {
        let (own, depth) = (&self.model.branches[branch], self.depth(within));
        let sure = |&a: &AccessId| {
            let mut others = self.branches(a).filter(|it| !std::ptr::eq(*it, own));
            let decided = others.all(|it| it.depth as usize <= depth);
            let access = self.access(a);
            access.certain
                && self.is_affine(a)
                && self.unknown_depth(a) <= depth
                && decided
                && own.accesses.contains(&a)
        };
        let mut all: Option<Map> = None;
        // A branch around the loop is no choice in it.
        for a in accesses.iter().copied().filter(sure).filter(|_| own.depth as usize > depth) {
            let reached = self.per_outer_iteration(&self.elements(a)?, own.depth as usize)?;
            all = Some(match all {
                Some(all) => all.union(&reached)?,
                None => reached,
            });
        }
        Ok(all)
    }

    /// The range of a loop's iterator in one execution of the loop `within`, which is this loop or one around it; a box of
    /// one dimension. None if it is not bounded.
    pub fn hull(&self, id: LoopId, within: LoopId) -> Option<BoundingBox> {
        self.begin();
        let tuples = self.tuples(id, within).ok()??;
        let outer = self.depth(id) - self.depth(within);
        let own = tuples.project_out(Dim::Out, 0, outer as u32).ok()?;
        self.bounding_box(&own, 1, Some(within)).ok()
    }

    /// The range of a loop's iterator, the loops around it fixed.
    pub fn trip(&self, id: LoopId) -> Option<BoundingBox> {
        self.hull(id, id)
    }

    /// How far apart iterations of loop `id` are in one execution of it, in one execution of the loop `within` around it: a box of one
    /// dimension, whose upper end is the greatest distance from a first to a last iteration. None if it is not bounded.
    pub fn longest(&self, id: LoopId, within: LoopId) -> Option<BoundingBox> {
        self.begin();
        let apart = spread(&self.by_outer(id, within).ok()??).ok()?;
        self.bounding_box(&apart, 1, Some(within)).ok()
    }

    /// Whether loop `id` runs through all of its [`Analysis::hull`] for some iterations of the loops around it in `within`. A band
    /// along the diagonal has a much larger hull.
    pub fn fills_hull(&self, id: LoopId, within: LoopId) -> bool {
        self.begin();
        let fills = || -> isl::Result<bool> {
            let Some(by_outer) = self.by_outer(id, within)? else { return Ok(false) };
            let hull = spread(&by_outer.range()?.as_range()?)?;
            hull.is_subset(&full_box(&spread(&by_outer)?, 1)?)
        };
        fills().unwrap_or(false)
    }

    /// From the iterators of the loops from `within` to around `id` to that of `id`.
    fn by_outer(&self, id: LoopId, within: LoopId) -> isl::Result<Option<Map>> {
        let outer = self.depth(id).saturating_sub(self.depth(within));
        self.tuples(id, within)?.map(|it| it.split_at(outer as u32)).transpose()
    }

    /// Whether the loops from `within` to `id` run through every point of the box of their [`Analysis::hull`]s, so that a
    /// rectangular launch needs no guard for them. Never for a loop with a stride.
    pub fn exact_box(&self, id: LoopId, within: LoopId) -> bool {
        self.begin();
        let rank = (self.depth(id) + 1).saturating_sub(self.depth(within));
        let exact = || -> isl::Result<bool> {
            let Some(tuples) = self.tuples(id, within)? else { return Ok(false) };
            full_box(&tuples, rank as u32)?.is_subset(&tuples)
        };
        exact().unwrap_or(false)
    }

    /// Tuples of the iterators from `within` to `id`, the outer ones as parameters; None if `within` is not around `id`.
    fn tuples(&self, id: LoopId, within: LoopId) -> isl::Result<Option<Set>> {
        if !self.chain(id).contains(&within) {
            return Ok(None);
        }
        Ok(Some(self.fix_outer(&self.iterations[id.0 as usize], &self.chain(within))?))
    }

    /// A set of iterator tuples with those of all but the last of `chain` as parameters.
    fn fix_outer(&self, tuples: &Set, chain: &[LoopId]) -> isl::Result<Set> {
        let mut fixed = tuples.clone();
        for (index, outer) in chain[..chain.len() - 1].iter().enumerate() {
            let position = (self.model.params.len() + index) as u32;
            fixed = fixed.move_dims(Dim::Param, position, Dim::Out, 0, 1)?;
            fixed = fixed.set_dim_name(Dim::Param, position, &self.model.loops[outer.0 as usize].iter)?;
        }
        Ok(fixed)
    }

    /// The elements that accesses to one array reach in one execution of `within`, the iterators around it as parameters.
    /// None for no access, or one outside `within`.
    pub(super) fn region(
        &self,
        accesses: &[AccessId],
        within: Option<LoopId>,
        detail: Detail,
    ) -> isl::Result<Option<Set>> {
        let Some(&first) = accesses.first() else { return Ok(None) };
        if within.is_some_and(|l| accesses.iter().any(|&access| !self.is_inside(access, l))) {
            return Ok(None);
        }
        let (chain, array) = (within.map_or(Vec::new(), |l| self.chain(l)), self.access(first).array);
        let mut all: Option<Set> = None;
        for reached in self.merged(accesses, detail)? {
            let reached = self.of_outer(reached, &chain, array)?;
            all = Some(match all {
                Some(all) => all.union(&reached)?,
                None => reached,
            });
        }
        all.map(|all| Analysis::bounded(all.coalesce()?)).transpose()
    }

    /// The elements that instances reach, the iterators of all loops of `chain` but the last as parameters.
    fn of_outer(&self, mut elements: Map, chain: &[LoopId], array: ArrayId) -> isl::Result<Set> {
        for (index, outer) in chain.iter().take(chain.len().saturating_sub(1)).enumerate() {
            let position = (self.model.params.len() + index) as u32;
            elements = elements.move_dims(Dim::Param, position, Dim::In, 0, 1)?;
            elements = elements.set_dim_name(Dim::Param, position, &self.model.loops[outer.0 as usize].iter)?;
        }
        let array = &self.model.arrays[array.0 as usize];
        let copies = array.local_to.map_or(0, |l| self.chain(l).len());
        elements.range()?.reset_tuple()?.project_out(Dim::Out, 0, copies as u32)
    }

    fn bounding_box(&self, set: &Set, rank: u32, within: Option<LoopId>) -> isl::Result<BoundingBox> {
        self.allow(if has_wide_numbers(set)? { WIDE_OPERATIONS } else { OPERATIONS });
        let context = self.launch_context(within)?;
        if set.intersect_params(&context)?.is_empty()? {
            let never = Bound { lo: Expr::Const(0), hi: Expr::Const(-1) };
            return Ok(BoundingBox { nonempty: Cond::Const(false), dims: vec![never; rank as usize] });
        }
        let bound = |value: PwAff| Expr::from_ast(&value.gist(&context)?.coalesce()?.expression(&context)?);
        let dims = (0..rank as i32).map(|d| Ok(Bound { lo: bound(set.dim_min(d)?)?, hi: bound(set.dim_max(d)?)? }));
        let nonempty = set.params()?.gist_params(&context)?.coalesce()?;
        Ok(BoundingBox {
            dims: dims.collect::<isl::Result<_>>()?,
            nonempty: Cond::from_ast(&nonempty.condition(&context)?)?,
        })
    }

    /// What holds of the parameters and of the iterators around `within` when it starts.
    fn launch_context(&self, within: Option<LoopId>) -> isl::Result<Set> {
        let Some(within) = within else { return Ok(self.context.clone()) };
        match self.model.loops[within.0 as usize].parent {
            None => Ok(self.context.clone()),
            Some(parent) => self
                .fix_outer(&self.iterations[parent.0 as usize].add_dims(Dim::Out, 1)?, &self.chain(within))?
                .params(),
        }
    }
}

/// Do divisions of the set, one by the other, lead to numbers that take more than 32 bits? Tiles of tiles of a loop with a step do.
fn has_wide_numbers(set: &Set) -> isl::Result<bool> {
    const MOST: i64 = 1 << 24;
    Ok(set.divisors()?.into_iter().fold(1, i64::saturating_mul) > MOST)
}

/// The differences of values with a common source.
fn spread(values: &Map) -> isl::Result<Set> {
    Analysis::bounded(values.reverse()?.apply_range(values)?.deltas()?.coalesce()?)
}

/// The smallest box around a set of integer tuples, for each value of the parameters. Empty where the set is.
pub(super) fn full_box(set: &Set, rank: u32) -> isl::Result<Set> {
    per_dimension(set, rank, |line| line.upward()?.intersect(&line.downward()?))
}

/// The product of what `of` makes of the values in each dimension. Empty where the set is.
fn per_dimension(set: &Set, rank: u32, of: impl Fn(&Set) -> isl::Result<Set>) -> isl::Result<Set> {
    let mut product = set.project_out(Dim::Out, 0, rank)?;
    for dim in 0..rank {
        let line = set.project_out(Dim::Out, dim + 1, rank - dim - 1)?.project_out(Dim::Out, 0, dim)?;
        product = product.flat_product(&of(&line)?)?;
    }
    Ok(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_of_tiles_of_steps_have_wide_numbers() -> isl::Result<()> {
        let ctx = isl::Ctx::new()?;
        let is_wide = |text: &str| has_wide_numbers(&Set::read(&ctx, text)?);
        assert!(!is_wide("[n] -> { [e] : 0 <= e < n }")?);
        assert!(!is_wide("[n] -> { [e] : 0 <= e < n and (e mod 64 = 3 or floor(e / 4096) >= 2) }")?);
        let tiled = "0 <= e < 9n and 64 * floor((e - 9n) / 576) >= -62 - n";
        assert!(!is_wide(&format!("[n] -> {{ [e] : {tiled} }}"))?);
        let twice = "331776 * floor((576 + e - 9n) / 36864) >= 17e - 153n";
        assert!(is_wide(&format!("[n] -> {{ [e] : {tiled} and e mod 9 = 0 or 0 <= e < 9n and {twice} }}"))?);
        // The same number counts once, and a quotient without a name is no error.
        assert!(!is_wide("[n] -> { [e] : e mod 576 = 0 and 0 <= e < n or e mod 576 = 7 and -n < e < 0 }")?);
        assert!(!is_wide("[n] -> { [e] : exists q : 3q <= e <= n + 5q }")?);
        assert_eq!(ctx.times_exceeded(), 0);
        Ok(())
    }
}
