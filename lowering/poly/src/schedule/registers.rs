//! What a register tile asks: which tiles are full, and whether the element that an instance updates may stay in a register.

use super::{Dependences, Form, Registers, Row, StatementId};
use crate::{
    isl::{self, Dim, Map, Set},
    model::AccessId,
};

/// Basic isl operations for one question.
const OPERATIONS: u64 = 1_000_000;

impl Registers {
    /// The loops that are not the tile's: each of their iterations has tiles of its own.
    pub(super) fn around(&self) -> Vec<Form> {
        let depth = self.rows.coefficients.len();
        let is_own = |at: &usize| {
            self.over
                .iter()
                .chain([&self.rows, &self.lanes])
                .any(|it| it.coefficients.get(*at).is_some_and(|it| *it != 0))
        };
        (0..depth).filter(|it| !is_own(it)).map(|it| Form::iterator(it, depth)).collect()
    }

    /// Instance to (tile of rows, tile of lanes, iterations around, values of the loops), on any tuple of iterators.
    fn place(&self, iterators: &Set) -> isl::Result<Map> {
        let [height, width] = self.sizes;
        let part = |form: &Form| form.on(iterators)?.to_map();
        let tile = part(&self.rows.tile(height))?.flat_range_product(&part(&self.lanes.tile(width))?)?;
        self.around().iter().chain(&self.over).try_fold(tile, |all, form| all.flat_range_product(&part(form)?))
    }

    /// Where, of a place's dimensions, the values of the second loop and further ones are.
    fn further(&self) -> (u32, u32) {
        (self.around().len() as u32 + 3, self.over.len() as u32 - 1)
    }

    /// The tiles, iterations around and values of the first loop for which all instances of a tile exist, whatever the other loops' values are.
    pub(super) fn full_places(&self, dependences: &Dependences<'_>) -> isl::Result<Set> {
        let domain = dependences.domain(self.statement);
        let missing = domain.complement()?.intersect_params(dependences.analysis().context())?;
        let place = self.place(domain)?;
        let all = domain.apply(&place)?;
        let partial = all.intersect(&missing.apply(&place)?)?;
        let (from, count) = self.further();
        let first = |set: &Set| set.project_out(Dim::Out, from, count);
        first(&all)?.subtract(&first(&partial)?)?.coalesce()
    }
}

impl Dependences<'_> {
    /// Is a tile full for some iterations around it?
    pub fn has_full_tiles(&self, tile: &Registers) -> isl::Result<bool> {
        self.analysis().allow_more(OPERATIONS);
        Ok(!tile.full_places(self)?.is_empty()?)
    }

    /// May all elements that `update` writes in one run of a full tile's loop stay in registers? Then each is written by instances of one
    /// row and lane alone, and no access but those of the same subscripts reaches it. `outer` are the rows of the schedule before the tile.
    pub fn may_stay_in_registers(&self, tile: &Registers, outer: &[Row], update: AccessId) -> isl::Result<bool> {
        let analysis = self.analysis();
        analysis.allow_more(OPERATIONS);
        let id = tile.statement;
        let full = self.full_instances(tile)?;
        for &other in &self.statements()[id.0 as usize].accesses {
            if !analysis.may_conflict(update, other) {
                continue;
            }
            let mut pairs = analysis.conflicts(update, other)?;
            analysis.allow_more(OPERATIONS);
            pairs = pairs.intersect_domain(&full)?.intersect_range(&full)?;
            for row in outer {
                let time = self.time(row, id)?;
                pairs = pairs.intersect(&time.apply_range(&time.reverse()?)?)?;
            }
            if analysis.has_same_subscripts(update, other) {
                let equal = |form: &Form| {
                    let time = self.time(&Row::from([(id, form.clone())]), id)?;
                    time.apply_range(&time.reverse()?)
                };
                pairs = pairs.subtract(&equal(&tile.rows)?.intersect(&equal(&tile.lanes)?)?)?;
            }
            if !pairs.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A new statement that reads what `access` reads in full tiles, for all of them with the same values of the `outer` rows and of the
    /// tile's loop at once: these are its iterators. It has to stand where the access does, as far as writes are concerned.
    pub fn add_copy(&mut self, tile: &Registers, outer: &[Row], access: AccessId) -> isl::Result<StatementId> {
        self.analysis().allow_more(OPERATIONS);
        let full = self.full_instances(tile)?;
        let mut place: Option<Map> = None;
        for row in outer.iter().chain(tile.as_rows().first()) {
            let time = self.time(row, tile.statement)?;
            place = Some(match place {
                Some(place) => place.flat_range_product(&time)?,
                None => time,
            });
        }
        let place = place.ok_or_else(|| isl::IslError::Failed("a copy without rows".into()))?;
        let place = place.intersect_domain(&full)?;
        let copy = self.add_domain(full.apply(&place)?.coalesce()?);
        let analysis = self.analysis();
        for (number, statement) in self.statements().iter().enumerate() {
            let (id, depth) = (StatementId(number as u32), statement.loops.len() as u32);
            for &other in statement.accesses.iter().filter(|it| analysis.may_conflict(access, **it)) {
                for pairs in analysis.ordered(other, access)? {
                    analysis.allow_more(OPERATIONS);
                    let pairs = pairs.first_dims(depth, place.dims(Dim::In)?)?.intersect_domain(self.domain(id))?;
                    self.add_pairs(id, copy, pairs.apply_range(&place)?.coalesce()?)?;
                }
                for pairs in analysis.ordered(access, other)? {
                    analysis.allow_more(OPERATIONS);
                    let pairs = pairs.first_dims(place.dims(Dim::In)?, depth)?.intersect_range(self.domain(id))?;
                    self.add_pairs(copy, id, place.reverse()?.apply_range(&pairs)?.coalesce()?)?;
                }
            }
        }
        Ok(copy)
    }

    fn full_instances(&self, tile: &Registers) -> isl::Result<Set> {
        let domain = self.domain(tile.statement);
        let (from, count) = tile.further();
        let place = tile.place(domain)?.project_out(Dim::Out, from, count)?;
        let full = tile.full_places(self)?;
        domain.intersect(&place.intersect_range(&full)?.domain()?)
    }
}
