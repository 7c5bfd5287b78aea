//! Two loops over tiles as waves: the iterations of the outer one are rows, which run beside each other, each tile behind the one of its
//! number in the row before.
//!
//! ```text
//!     for c0 = 0 to n                       for c0 = 0 to n           // rows
//!       for c1 = c0 to c0 + m         =>      for c1 = c0 to c0 + m
//!         S0                                    await c1
//!                                               S0
//! ```
//!
//! So a tile runs behind all tiles that are before it in both loops, or in one and no further in the other (`Dependences::grow_along`). A row ends
//! behind the row before it, and its first tile waits as well: rows without some of the tiles, or without any, are no hole.

use super::{Code, Dependences, Form, Row, StatementId};
use crate::{
    analysis::{Cond, Expr},
    isl::{self, Map, Set},
};

/// Basic isl operations for one question.
const OPERATIONS: u64 = 1_000_000;

impl Dependences<'_> {
    /// The parameters for which each of these iterators, of a statement and the loop at some position around it, has values so far apart
    /// or further.
    pub fn where_far(&self, distances: &[(StatementId, usize, i64)]) -> isl::Result<Set> {
        self.analysis().allow_more(OPERATIONS);
        let mut all = self.analysis().context().clone();
        for (id, position, least) in distances {
            let domain = self.domain(*id);
            let depth = self.statements()[id.0 as usize].loops.len();
            let values = domain.apply(&Form::iterator(*position, depth).on(domain)?.to_map()?)?;
            let far = Set::read(self.analysis().isl(), &format!("{{ [d] : d >= {least} }}"))?;
            let params = Map::pairs_that_agree(&values, &values, 0)?.deltas()?.intersect(&far)?.params()?;
            all = all.intersect_params(&params)?.coalesce()?;
        }
        Ok(all)
    }

    /// Does each of these rows grow, or stay, along every dependence?
    pub fn grow_along(&self, rows: &[Row]) -> isl::Result<bool> {
        for row in rows {
            self.analysis().allow_more(OPERATIONS);
            if self.after_row(row, self.all_pairs().cloned().collect())?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Are the parameters in this set?
    pub fn condition(&self, params: &Set) -> isl::Result<Cond> {
        let context = self.analysis().context();
        Cond::from_ast(&params.gist_params(context)?.condition(context)?)
    }
}

impl Code {
    /// The same instances, where each iteration of the outermost loop is a row of tiles, the iterations of the loop in it: rows run beside
    /// each other, and a tile waits for the one of its number in the row before. None where the first two rows have no two loops.
    pub fn in_waves(self) -> Option<Code> {
        let Code::For(mut outer) = self else { return None };
        let (condition, body) = match outer.body {
            Code::If(condition, then, None) => (Some(condition), *then),
            body => (None, body),
        };
        let Code::For(mut inner) = body else { return None };
        if (&*outer.iterator, &*inner.iterator, outer.step, inner.step) != ("c0", "c1", 1, 1) {
            return None;
        }
        inner.body = Code::Block(vec![Code::Await(Expr::Name(inner.iterator.clone())), inner.body]);
        outer.body = match condition {
            Some(condition) => Code::If(condition, Box::new(Code::For(inner)), None),
            None => Code::For(inner),
        };
        Some(Code::For(outer))
    }
}
