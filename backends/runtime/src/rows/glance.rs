//! One way through the tables of pointers that shows most rows to lie apart: rows come one behind another in the tables' order, as
//! they do where a loop has made them, and the arrays of rows are in different parts of memory. It says nothing about others.
//! It asks for memory only once and sorts nothing.

use super::{cells, offsets, stride};
use crate::ranges::Range;

/// From the first to behind the last byte of several pieces of memory.
#[derive(Debug, Clone, Copy)]
struct Hull {
    low: usize,
    high: usize,
}

impl Hull {
    const EMPTY: Self = Self { low: usize::MAX, high: 0 };

    fn add(&mut self, low: usize, high: usize) {
        self.low = self.low.min(low);
        self.high = self.high.max(high);
    }

    fn meets(&self, other: &Self) -> bool {
        self.low < other.high && other.low < self.high
    }
}

/// Pieces of memory that all are written, or none is.
struct Part {
    hull: Hull,
    is_written: bool,
    /// The table that leads to it, by the index of its range. Such parts lie apart, or are only read.
    behind: Option<usize>,
}

impl Part {
    fn of(range: &Range) -> Self {
        Self { hull: Hull { low: range.low, high: range.high }, is_written: range.is_written(), behind: None }
    }

    fn clashes(&self, other: &Self) -> bool {
        let is_known = self.behind.is_some() && self.behind == other.behind;
        !is_known && (self.is_written || other.is_written) && self.hull.meets(&other.hull)
    }
}

/// # Safety
/// As for [`super::first_overlap`].
pub unsafe fn are_apart_at_a_glance(ranges: &[Range]) -> bool {
    let mut parts: Vec<Part> = Vec::with_capacity(ranges.len());
    for (number, range) in ranges.iter().enumerate().filter(|(_, it)| !it.is_behind() && !it.is_empty()) {
        parts.push(Part::of(range));
        if range.is_table() {
            // SAFETY: as above.
            let Some(seen) = (unsafe { Seen::of(&ranges[number..]) }) else { return false };
            parts.extend(seen.map(|(hull, is_written)| Part { hull, is_written, behind: Some(number) }));
        }
    }
    parts.iter().enumerate().all(|(i, one)| parts[i + 1..].iter().all(|other| !one.clashes(other)))
}

/// What was seen of the rows of a table so far.
struct Seen {
    rows: Hull,
    /// Tables behind the first.
    tables: Hull,
    /// The row seen last.
    last: Hull,
    /// Each row begins behind the one before.
    goes_up: bool,
    /// Each row ends before the one before.
    goes_down: bool,
    /// Each row, and each table in front of its rows, begins behind what came before.
    all_go_up: bool,
    /// Where the row or table before ends.
    end: usize,
}

impl Seen {
    /// What lies behind the table `chain[0]`: tables, if there are any, and rows, with whether they are written. Then these lie apart
    /// from each other and the tables. `None` if that was not seen.
    ///
    /// # Safety
    /// As for [`super::first_overlap`].
    unsafe fn of(chain: &[Range]) -> Option<[(Hull, bool); 2]> {
        let [table, behind, ..] = chain else { return None };
        let rows = if behind.is_table() { chain.get(2)? } else { behind };
        if !behind.is_behind() || !rows.is_behind() || rows.is_table() {
            return None;
        }
        let mut seen = Self::nothing();
        if behind.is_table() {
            let (from, to) = offsets(behind);
            for cell in cells(table.low, table.high, stride(behind)) {
                // SAFETY: a cell of the table holds a pointer.
                let pointer = unsafe { (cell as *const usize).read_unaligned() };
                let (low, high) = (pointer.wrapping_add(from), pointer.wrapping_add(to));
                if high < low {
                    return None;
                }
                seen.table(low, high);
                // SAFETY: the pointer leads to such a table.
                unsafe { seen.rows_behind((low, high), rows) }?;
            }
        } else {
            // SAFETY: as above.
            unsafe { seen.rows_behind((table.low, table.high), rows) }?;
        }
        (!rows.is_written() || seen.lie_apart()).then(|| [(seen.tables, false), (seen.rows, rows.is_written())])
    }

    fn nothing() -> Self {
        let last = Hull { low: usize::MAX, high: 0 };
        Self { rows: Hull::EMPTY, tables: Hull::EMPTY, last, goes_up: true, goes_down: true, all_go_up: true, end: 0 }
    }

    fn table(&mut self, low: usize, high: usize) {
        self.tables.add(low, high);
        self.all_go_up &= low >= self.end;
        self.end = high;
    }

    /// `None` if a row wraps around the end of memory.
    ///
    /// # Safety
    /// `low..high` is a table of pointers.
    unsafe fn rows_behind(&mut self, (low, high): (usize, usize), rows: &Range) -> Option<()> {
        let ((from, to), stride) = (offsets(rows), stride(rows));
        let bytes = to.wrapping_sub(from);
        // SAFETY: a cell of the table holds a pointer.
        let pointer = |cell: usize| unsafe { (cell as *const usize).read_unaligned() };
        let mut all = cells(low, high, stride).map(pointer);
        let Some(first) = all.next() else { return Some(()) };
        let (mut least, mut greatest, mut last) = (first, first, first);
        let (mut goes_up, mut goes_down) = (true, true);
        for next in all {
            goes_up &= next.saturating_sub(last) >= bytes;
            goes_down &= last.saturating_sub(next) >= bytes;
            least = least.min(next);
            greatest = greatest.max(next);
            last = next;
        }
        let row = |pointer: usize| {
            let row = Hull { low: pointer.wrapping_add(from), high: pointer.wrapping_add(to) };
            (row.low <= row.high).then_some(row)
        };
        let (first, last, least, greatest) = (row(first)?, row(last)?, row(least)?, row(greatest)?);
        // No row between them wraps around either.
        if least.low > greatest.low {
            return None;
        }
        self.all_go_up &= goes_up && first.low >= self.end;
        self.goes_up &= goes_up && first.low >= self.last.high;
        self.goes_down &= goes_down && first.high <= self.last.low;
        self.rows.add(least.low, greatest.high);
        (self.last, self.end) = (last, last.high);
        Some(())
    }

    /// No row shares a byte with another one, or with a table behind the first.
    fn lie_apart(&self) -> bool {
        self.all_go_up || (self.goes_up || self.goes_down) && !self.rows.meets(&self.tables)
    }
}
