//! Sets of elements whose rows begin or end further on by the same number from row to row: triangles, trapezoids, bands, diagonals.
//!
//! ```text
//!     for i { for j <= i { A[i][j] } }              { low: 0, high: 1 }
//!     for i { for j >= i and j < n { A[i][j] } }    { low: 1, high: 0 }
//!     for i { A[i][i] }                             { low: 1, high: 1 }
//! ```

use super::{Analysis, bounds::full_box, merge::Detail};
use crate::isl::{self, Dim, Set};
use crate::model::{AccessId, LoopId};

/// By how many subscripts of an array's last dimension rows begin and end further on, for each subscript of the dimension before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lean {
    pub low: i64,
    pub high: i64,
}

/// What loops of the source lean by.
const SLOPES: [i64; 3] = [0, 1, -1];

impl Analysis {
    /// The elements that accesses to one array reach in one execution of the loop `within`, if each row of the last dimension has all between
    /// its ends, and these lean. The rows are a box of the other dimensions. None for a box, and for what is no such set.
    pub fn lean(&self, accesses: &[AccessId], within: LoopId) -> Option<Lean> {
        self.begin();
        self.try_lean(accesses, within).ok()?
    }

    fn try_lean(&self, accesses: &[AccessId], within: LoopId) -> isl::Result<Option<Lean>> {
        let Some(&first) = accesses.first() else { return Ok(None) };
        let array = self.access(first).array;
        let rank = self.model.arrays[array.0 as usize].rank;
        if rank < 2 || accesses.iter().any(|&it| self.access(it).array != array) {
            return Ok(None);
        }
        let Some(all) = self.region(accesses, Some(within), Detail::Exact)? else { return Ok(None) };
        if full_box(&all, rank)?.is_subset(&all)? {
            return Ok(None);
        }
        let rows = all.project_out(Dim::Out, rank - 1, 1)?;
        if !full_box(&rows, rank - 1)?.is_subset(&rows)? {
            return Ok(None);
        }
        let lines = all.split_at(rank - 1)?;
        let [first, last] = [lines.lexmin()?, lines.lexmax()?].map(|it| it.wrap_as_set()?.flatten());
        let (first, last) = (first?, last?);
        let (rank, rows) = (rank as usize, rows.add_dims(Dim::Out, 1)?);
        let mut along = vec![0; rank];
        along[rank - 1] = 1;
        if !all.subtract(&last)?.shifted(&along)?.is_subset(&all)? {
            return Ok(None);
        }
        let slopes = [slope(&first, &rows, rank)?, slope(&last, &rows, rank)?];
        Ok(slopes[0].zip(slopes[1]).map(|(low, high)| Lean { low, high }))
    }
}

/// By how much the last subscript of `ends`, one element of each of the `rows`, grows with the one before it, if no other one matters.
fn slope(ends: &Set, rows: &Set, rank: usize) -> isl::Result<Option<i64>> {
    for dim in 0..rank - 2 {
        if !leans(ends, rows, (rank, dim), 0)? {
            return Ok(None);
        }
    }
    for by in SLOPES {
        if leans(ends, rows, (rank, rank - 2), by)? {
            return Ok(Some(by));
        }
    }
    Ok(None)
}

/// Does each step along `dim`, to a row that is there, move the end by `by`?
fn leans(ends: &Set, rows: &Set, (rank, dim): (usize, usize), by: i64) -> isl::Result<bool> {
    let mut step = vec![0; rank];
    step[dim] = 1;
    step[rank - 1] = by;
    ends.shifted(&step)?.intersect(rows)?.is_subset(ends)
}
