//! Do rows behind pointers lie apart? What kernels take for different rows must be so: those that are written share no byte with
//! another row, a table of pointers or an array. One pass over the tables, and a sort where rows do not lie in the tables' order.
//! It reads the program's tables and nothing behind the last pointers.

use crate::ranges::Range;

const POINTER: usize = size_of::<usize>();

/// Bytes behind one pointer, or a table itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    low: usize,
    high: usize,
    is_written: bool,
    /// Where the pointers on the way are, the first and the last: there are at most two. None of a table, and of an array. One
    /// view may find a row several times.
    cells: Option<(usize, usize)>,
    /// The view's number.
    view: Option<u32>,
    /// The range that it is of, by index.
    range: usize,
}

/// Nanoseconds that [`first_overlap`] takes for one row, about: its pointer is read, and it is sorted.
const ROW_NS: f64 = 40.;

/// About how long [`first_overlap`] takes.
pub fn check_ns(ranges: &[Range]) -> f64 {
    let cells = |it: &Range, behind: &Range| (it.bytes() / stride(behind)) as f64;
    let mut rows = 0.;
    let mut tables = 1.;
    for (it, behind) in ranges.iter().zip(&ranges[1.min(ranges.len())..]) {
        let is_table = it.is_table() && behind.is_behind();
        tables = if is_table { tables * cells(it, behind) } else { 1. };
        rows += if is_table && !behind.is_table() { tables } else { 0. };
    }
    rows * ROW_NS
}

/// Bytes from one pointer to the next.
fn stride(behind: &Range) -> usize {
    behind.object.map_or(POINTER, |it| it as usize).max(POINTER)
}

/// The first two ranges with rows, or a row and an array, that overlap and of which one is written.
///
/// # Safety
/// The tables of `ranges` are memory of the program, and hold pointers to what the ranges behind them say.
pub unsafe fn first_overlap(ranges: &[Range]) -> Option<(&Range, &Range)> {
    let tables = ranges.iter().enumerate().filter(|(_, it)| it.is_table() && !it.is_behind());
    let mut runs: Vec<Vec<Piece>> = Vec::new();
    for (table, it) in tables {
        let mut follower = Follower { ranges, view: it.object, pieces: Vec::new() };
        // SAFETY: as above.
        unsafe { follower.follow(table, None, (it.low, it.high)) };
        runs.push(follower.pieces);
    }
    if runs.is_empty() {
        return None;
    }
    let plain = ranges.iter().enumerate().filter(|(_, it)| !it.is_table() && !it.is_behind() && !it.is_empty());
    let piece = |(range, it): (usize, &Range)| {
        let &Range { low, high, .. } = it;
        Piece { low, high, is_written: it.is_written(), cells: None, view: None, range }
    };
    let plain: Vec<Piece> = plain.map(piece).collect();
    let rows = in_order(runs);
    let beside = |row: &Piece| plain.iter().find(|it| overlap(it, row)).map(|it| (it.range, row.range));
    let (one, other) = clash(&rows).or_else(|| rows.iter().find_map(beside))?;
    Some((&ranges[one], &ranges[other]))
}

fn overlap(a: &Piece, b: &Piece) -> bool {
    (a.is_written || b.is_written) && a.low < b.high && b.low < a.high
}

struct Follower<'a> {
    ranges: &'a [Range],
    view: Option<u32>,
    pieces: Vec<Piece>,
}

impl Follower<'_> {
    /// Adds the table at `low..high`, which is of range `table`, and what lies behind its pointers. `first` led to it.
    ///
    /// # Safety
    /// As for [`first_overlap`].
    unsafe fn follow(&mut self, table: usize, first: Option<usize>, (low, high): (usize, usize)) {
        let Some(behind) = self.ranges.get(table + 1).filter(|it| it.is_behind()) else { return };
        if high <= low {
            return;
        }
        let view = self.view;
        self.pieces.push(Piece { low, high, is_written: false, cells: None, view, range: table });
        let stride = stride(behind);
        let (from, to) = (behind.low.wrapping_sub(behind.base), behind.high.wrapping_sub(behind.base));
        for cell in (low..high).step_by(stride).take_while(|cell| cell + POINTER <= high) {
            let pointer = unsafe { (cell as *const usize).read_unaligned() };
            let (low, high) = (pointer.wrapping_add(from), pointer.wrapping_add(to));
            if behind.is_table() {
                unsafe { self.follow(table + 1, Some(cell), (low, high)) };
            } else if low < high {
                let cells = Some((first.unwrap_or(cell), cell));
                self.pieces.push(Piece { low, high, is_written: behind.is_written(), cells, view, range: table + 1 });
            }
        }
    }
}

/// By address, each row of a view once. Rows mostly lie in the order of their tables, one table behind another.
fn in_order(mut runs: Vec<Vec<Piece>>) -> Vec<Piece> {
    let key = |it: &Piece| (it.low, it.cells, it.view);
    runs.sort_by_key(|run| run.first().map(key));
    let mut all = runs.concat();
    if !all.is_sorted_by_key(key) {
        // The stable sort merges runs that are sorted already, and each table's mostly is.
        all.sort_by_key(key);
    }
    all.dedup_by(|a, b| a.cells.is_some() && (a.cells, a.view, a.low, a.high) == (b.cells, b.view, b.low, b.high));
    all
}

/// Two of the pieces, which lie in order, that overlap and of which one is written, as numbers of their ranges.
fn clash(pieces: &[Piece]) -> Option<(usize, usize)> {
    // Those of all before that end last: of all, and of the written ones.
    let (mut last, mut last_written): (Option<Piece>, Option<Piece>) = (None, None);
    for piece in pieces {
        let before = if piece.is_written { last } else { last_written };
        if let Some(other) = before.filter(|it| it.high > piece.low) {
            return Some((other.range, piece.range));
        }
        let later = |it: &Option<Piece>| it.is_none_or(|it| it.high < piece.high);
        if later(&last) {
            last = Some(*piece);
        }
        if piece.is_written && later(&last_written) {
            last_written = Some(*piece);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BEHIND, CHECK_ONLY, READ, TABLE, WRITE};
    use proptest::prelude::*;

    /// The ranges of `m[from..to][row]`, of which only the table is memory; pointers may be any numbers.
    fn chain(table: &[usize], cells: std::ops::Range<usize>, row: (usize, usize), flags: u32, view: u32) -> [Range; 2] {
        let base = table.as_ptr() as usize;
        let low = base + POINTER * cells.start;
        let high = base + POINTER * cells.end;
        let name = format!("m{view}");
        let rows = Range {
            base,
            low: base + row.0,
            high: base + row.1,
            flags: flags | BEHIND | CHECK_ONLY,
            object: Some(POINTER as u32),
            name: name.clone(),
        };
        [Range { base, low, high, flags: READ | TABLE | CHECK_ONLY, object: Some(view), name }, rows]
    }

    fn clashes(ranges: &[Range]) -> bool {
        unsafe { first_overlap(ranges) }.is_some()
    }

    #[test]
    fn rows_that_are_written_share_nothing() {
        let rows = |table: &[usize], flags| clashes(&chain(table, 0..table.len(), (0, 10), flags, 0));
        assert!(!rows(&[100, 110, 120], READ | WRITE));
        assert!(!rows(&[120, 100, 110], READ | WRITE));
        assert!(rows(&[100, 109, 120], READ | WRITE));
        assert!(rows(&[100, 120, 100], READ | WRITE), "equal rows");
        assert!(!rows(&[100, 100, 105], READ), "rows that are only read");
        assert!(!rows(&[], READ | WRITE));
    }

    #[test]
    fn one_view_may_find_a_row_twice_and_two_views_may_not() {
        let table = [100, 200, 300];
        let twice =
            |second| [chain(&table, 0..2, (0, 8), READ | WRITE, 4), chain(&table, 1..3, (0, 8), READ | WRITE, second)];
        assert!(!clashes(&twice(4).concat()));
        assert!(clashes(&twice(5).concat()));
    }

    #[test]
    fn rows_lie_apart_from_tables_and_arrays() {
        let mut table = [100, 200, 0];
        table[2] = table.as_ptr() as usize + POINTER;
        let written = chain(&table, 0..3, (0, 8), READ | WRITE, 0);
        assert!(clashes(&written), "a row in the table");
        assert!(!clashes(&chain(&table, 0..1, (0, 8), READ | WRITE, 0)));
        let array = |flags| Range { base: 150, low: 150, high: 201, flags, object: Some(1), name: "x".to_owned() };
        let beside = |rows, flags| clashes(&[&chain(&table, 0..2, (0, 8), rows, 0)[..], &[array(flags)]].concat());
        assert!(beside(READ | WRITE, READ) && beside(READ, WRITE));
        assert!(!beside(READ, READ));
    }

    #[test]
    fn tables_of_tables_are_followed() {
        let planes = [[100usize, 200], [300, 400]];
        let cube = planes.each_ref().map(|plane| plane.as_ptr() as usize);
        let clash_in = |cube: &[usize; 2]| {
            let [outer, inner] = chain(cube, 0..2, (0, 2 * POINTER), READ | TABLE, 0);
            let rows =
                Range { low: inner.base, high: inner.base + 50, flags: WRITE | BEHIND | CHECK_ONLY, ..inner.clone() };
            clashes(&[outer, inner, rows])
        };
        assert!(!clash_in(&cube));
        assert!(clash_in(&[cube[0], cube[0]]));
    }

    proptest! {
        /// What the check means, said directly.
        #[test]
        fn as_all_pairs(
            tables in proptest::collection::vec((proptest::collection::vec(0usize..60, 0..5), 1usize..12, any::<bool>()), 1..4)
        ) {
            let flags = |written| if written { READ | WRITE } else { READ };
            let ranges: Vec<Range> = tables
                .iter()
                .zip(0..)
                .flat_map(|((table, bytes, written), view)| chain(table, 0..table.len(), (0, *bytes), flags(*written), view))
                .collect();
            let rows: Vec<(usize, usize, bool)> = tables
                .iter()
                .flat_map(|(table, bytes, written)| table.iter().map(move |&row| (row, row + bytes, *written)))
                .collect();
            let pairs = rows.iter().enumerate().flat_map(|(i, a)| rows[..i].iter().map(move |b| (a, b)));
            let expected = { pairs }.any(|(a, b)| (a.2 || b.2) && a.0 < b.1 && b.0 < a.1);
            prop_assert_eq!(clashes(&ranges), expected);
        }
    }

    #[test]
    fn the_time_of_a_check_counts_rows() {
        let table = [0usize; 100];
        let [cells, rows] = chain(&table, 10..60, (0, 8), WRITE, 0);
        assert_eq!(check_ns(&[cells.clone(), rows.clone()]), 50. * ROW_NS);
        assert_eq!(check_ns(&[cells.clone(), rows.clone(), cells, rows]), 100. * ROW_NS);
        assert_eq!(check_ns(&[]), 0.);
    }
}
