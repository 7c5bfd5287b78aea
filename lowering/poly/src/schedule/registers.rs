//! What a register tile asks: which tiles are full, and whether the element that an instance updates may stay in a register.

use super::{Dependences, Registers, Row, StatementId};
use crate::{
    isl::{self, Map, Set, tree::Aff},
    model::AccessId,
};

/// Basic isl operations for one question.
const OPERATIONS: u64 = 1_000_000;

impl Registers {
    /// Instance to (tile of rows, tile of lanes, value of the loop), on any tuple of iterators.
    fn place(&self, iterators: &Set) -> isl::Result<Map> {
        let [height, width] = self.sizes;
        let part = |form: &super::Form| {
            Aff::new(iterators, &form.coefficients, form.constant, form.divisor)?.to_map()
        };
        let rows = part(&self.rows.tile(height))?;
        let lanes = part(&self.lanes.tile(width))?;
        rows.flat_range_product(&lanes)?.flat_range_product(&part(&self.over)?)
    }

    /// The places at which all instances of a tile exist.
    pub(super) fn full_places(&self, dependences: &Dependences<'_>) -> isl::Result<Set> {
        let domain = dependences.domain(self.statement);
        let missing = domain.complement()?.intersect_params(dependences.analysis().context())?;
        let place = self.place(domain)?;
        domain.apply(&place)?.subtract(&missing.apply(&place)?)?.coalesce()
    }
}

impl Dependences<'_> {
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
                let [_, rows, lanes] = tile.as_rows();
                let equal = |row: &Row| {
                    let time = self.time(row, id)?;
                    time.apply_range(&time.reverse()?)
                };
                pairs = pairs.subtract(&equal(&rows)?.intersect(&equal(&lanes)?)?)?;
            }
            if !pairs.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A new statement for each value of the `outer` rows and of the tile's loop for which some tile is full: its iterators. It depends on
    /// nothing, and nothing on it: whoever adds it knows where it has to stand.
    pub fn add_copy(&mut self, tile: &Registers, outer: &[Row]) -> isl::Result<StatementId> {
        self.analysis().allow_more(OPERATIONS);
        let [over, ..] = tile.as_rows();
        let full = self.full_instances(tile)?;
        let mut place: Option<Map> = None;
        for row in outer.iter().chain([&over]) {
            let time = self.time(row, tile.statement)?;
            place = Some(match place {
                Some(place) => place.flat_range_product(&time)?,
                None => time,
            });
        }
        let place = place.ok_or_else(|| isl::IslError::Failed("a copy without rows".into()))?;
        Ok(self.add_domain(full.apply(&place)?.coalesce()?))
    }

    fn full_instances(&self, tile: &Registers) -> isl::Result<Set> {
        let domain = self.domain(tile.statement);
        let place = tile.place(domain)?;
        let full = tile.full_places(self)?;
        domain.intersect(&place.intersect_range(&full)?.domain()?)
    }
}
