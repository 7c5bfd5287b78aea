//! Do rows behind pointers lie apart? What kernels take for different rows must be so: those that are written share no byte with
//! another row, a table of pointers or an array. One way through the tables sees it where rows lie in the tables' order
//! (`glance.rs`); else all rows are listed and sorted. It reads the program's tables and nothing behind the last pointers.

mod glance;
mod known;

use glance::are_apart_at_a_glance;

use crate::ranges::Range;

const POINTER: usize = size_of::<usize>();

/// Bytes behind one pointer, a table, or an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    low: usize,
    high: usize,
    /// Where the pointers on the way are, the first and the last: there are at most two. None of a table, and of an array. One
    /// view may find a row several times.
    cells: (usize, usize),
    /// The range that it is of, by index.
    range: u32,
    is_written: bool,
}

const NO_CELLS: (usize, usize) = (0, 0);

/// Nanoseconds for one row, about, at a glance and where all are listed and sorted.
const GLANCE_NS: f64 = 2.;
const LIST_NS: f64 = 60.;

/// Do the rows lie apart? Tables that were looked at before are only compared. Answers the first two ranges that overlap; the error says that
/// `is_dear` does not allow the nanoseconds that it takes.
///
/// # Safety
/// As for [`first_overlap`].
pub unsafe fn look(ranges: &[Range], is_dear: impl Fn(f64) -> bool) -> Result<Option<(&Range, &Range)>, ()> {
    let named = |(one, other): (usize, usize)| (&ranges[one], &ranges[other]);
    // SAFETY: as the caller says.
    if let Some(overlap) = unsafe { known::known(ranges) } {
        return Ok(overlap.map(named));
    }
    if is_dear(glance_ns(ranges)) {
        return Err(());
    }
    // SAFETY: as the caller says.
    let overlap = match unsafe { are_apart_at_a_glance(ranges) } {
        true => None,
        false if is_dear(list_ns(ranges)) => return Err(()),
        // SAFETY: as the caller says.
        false => unsafe { known::overlap_of(ranges) },
    };
    // SAFETY: as the caller says.
    unsafe { known::remember(ranges, overlap) };
    Ok(overlap.map(named))
}

/// About how long [`are_apart_at_a_glance`] takes.
fn glance_ns(ranges: &[Range]) -> f64 {
    rows(ranges) * GLANCE_NS
}

/// About how long [`first_overlap`] takes.
fn list_ns(ranges: &[Range]) -> f64 {
    rows(ranges) * LIST_NS
}

fn rows(ranges: &[Range]) -> f64 {
    let cells = |it: &Range, behind: &Range| (it.bytes() / stride(behind)) as f64;
    let mut rows = 0.;
    let mut tables = 1.;
    for (it, behind) in ranges.iter().zip(&ranges[1.min(ranges.len())..]) {
        let is_table = it.is_table() && behind.is_behind();
        tables = if is_table { tables * cells(it, behind) } else { 1. };
        rows += if is_table && !behind.is_table() { tables } else { 0. };
    }
    rows
}

/// Bytes from one pointer to the next.
fn stride(behind: &Range) -> usize {
    behind.object.map_or(POINTER, |it| it as usize).max(POINTER)
}

/// Where the bytes behind a pointer begin and end, from there.
fn offsets(behind: &Range) -> (usize, usize) {
    (behind.low.wrapping_sub(behind.base), behind.high.wrapping_sub(behind.base))
}

/// The addresses of a table's pointers.
fn cells(low: usize, high: usize, stride: usize) -> impl Iterator<Item = usize> {
    (low..high).step_by(stride).take_while(move |cell| cell + POINTER <= high)
}

pub fn has_rows(ranges: &[Range]) -> bool {
    ranges.iter().any(Range::is_table)
}

/// The first two ranges with rows, or a row and an array, that overlap and of which one is written.
///
/// # Safety
/// The tables of `ranges` are memory of the program, and hold pointers to what the ranges behind them say.
unsafe fn first_overlap(ranges: &[Range]) -> Option<(&Range, &Range)> {
    let tables = ranges.iter().enumerate().filter(|(_, it)| it.is_table() && !it.is_behind());
    let mut rows: Vec<Piece> = Vec::with_capacity(rows(ranges).min(1e6) as usize);
    for (table, it) in tables {
        let mut follower = Follower { ranges, pieces: &mut rows };
        // SAFETY: as above.
        unsafe { follower.follow(table, None, (it.low, it.high)) };
    }
    if rows.is_empty() {
        return None;
    }
    put_in_order(ranges, &mut rows);
    let plain = ranges.iter().enumerate().filter(|(_, it)| !it.is_table() && !it.is_behind() && !it.is_empty());
    let plain: Vec<Piece> = plain.map(|(range, it)| piece(range, it, (it.low, it.high), NO_CELLS)).collect();
    let beside = |row: &Piece| plain.iter().find(|it| overlap(it, row)).map(|it| (it.range, row.range));
    let (one, other) = clash(&rows).or_else(|| rows.iter().find_map(beside))?;
    Some((&ranges[one as usize], &ranges[other as usize]))
}

fn piece(range: usize, it: &Range, (low, high): (usize, usize), cells: (usize, usize)) -> Piece {
    Piece { low, high, cells, range: range as u32, is_written: it.is_written() }
}

fn overlap(a: &Piece, b: &Piece) -> bool {
    (a.is_written || b.is_written) && a.low < b.high && b.low < a.high
}

struct Follower<'a> {
    ranges: &'a [Range],
    pieces: &'a mut Vec<Piece>,
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
        self.pieces.push(piece(table, &self.ranges[table], (low, high), NO_CELLS));
        let (from, to) = offsets(behind);
        for cell in cells(low, high, stride(behind)) {
            // SAFETY: a cell of the table holds a pointer.
            let pointer = unsafe { (cell as *const usize).read_unaligned() };
            let (low, high) = (pointer.wrapping_add(from), pointer.wrapping_add(to));
            if behind.is_table() {
                // SAFETY: the pointer leads to such a table.
                unsafe { self.follow(table + 1, Some(cell), (low, high)) };
            } else if low < high {
                self.pieces.push(piece(table + 1, behind, (low, high), (first.unwrap_or(cell), cell)));
            }
        }
    }
}

/// By address, each row of a view once.
fn put_in_order(ranges: &[Range], rows: &mut Vec<Piece>) {
    // The stable sort merges runs that are sorted already, and each table's mostly is.
    rows.sort_by_key(|it| (it.low, it.cells));
    // What lies behind a table comes after it; its number is the view's.
    let view = |it: &Piece| {
        let chain = &ranges[..=it.range as usize];
        chain.iter().rfind(|it| !it.is_behind()).and_then(|it| it.object)
    };
    let is_row = |it: &Piece| it.cells != NO_CELLS;
    rows.dedup_by(|a, b| is_row(a) && (a.low, a.high, a.cells) == (b.low, b.high, b.cells) && view(a) == view(b));
}

/// Two of the pieces, which lie in order, that overlap and of which one is written, as numbers of their ranges.
fn clash(pieces: &[Piece]) -> Option<(u32, u32)> {
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
            name: name.clone().into(),
            rows: None,
            around: None,
        };
        [
            Range {
                base,
                low,
                high,
                flags: READ | TABLE | CHECK_ONLY,
                object: Some(view),
                name: name.into(),
                rows: None,
                around: None,
            },
            rows,
        ]
    }

    /// What a glance shows to lie apart does.
    fn clashes(ranges: &[Range]) -> bool {
        let clashes = unsafe { first_overlap(ranges) }.is_some();
        assert!(!clashes || !unsafe { are_apart_at_a_glance(ranges) });
        clashes
    }

    fn seen_apart(ranges: &[Range]) -> bool {
        !clashes(ranges) && unsafe { are_apart_at_a_glance(ranges) }
    }

    #[test]
    fn a_glance_is_enough_for_rows_in_a_tables_order() {
        let rows = |table: &[usize]| seen_apart(&chain(table, 0..table.len(), (0, 10), READ | WRITE, 0));
        assert!(rows(&[100, 110, 130]) && rows(&[130, 110, 100]) && rows(&[100]) && rows(&[]));
        assert!(!rows(&[110, 100, 130]), "apart, but in no order");
        let (one, other) = ([100, 200], [300, 400]);
        let both = |a: &[usize], b: &[usize], flags| {
            seen_apart(&[chain(a, 0..2, (0, 10), flags, 0), chain(b, 0..2, (0, 10), READ | WRITE, 1)].concat())
        };
        assert!(both(&one, &other, READ));
        assert!(!both(&one, &[150, 250], READ), "apart, but interleaved");
        let beside = |low: usize, flags| {
            let array = Range {
                base: low,
                low,
                high: low + 50,
                flags,
                object: Some(1),
                name: "x".into(),
                rows: None,
                around: None,
            };
            seen_apart(&[&chain(&one, 0..2, (0, 10), READ, 0)[..], &[array]].concat())
        };
        assert!(beside(300, WRITE) && beside(150, READ));
        assert!(!beside(150, WRITE));
    }

    #[test]
    fn a_glance_is_enough_for_tables_of_tables() {
        // As `malloc` lays them out: each table in front of its rows.
        let mut memory = [0usize; 40];
        let start = memory.as_ptr() as usize;
        let at = |word: usize| start + POINTER * word;
        for (cell, table) in [(0, 2), (1, 10)] {
            memory[cell] = at(table);
            memory[table] = at(table + 2);
            memory[table + 1] = at(table + 4);
        }
        let row = |words: usize| {
            let [outer, inner] = chain(&memory, 0..2, (0, 2 * POINTER), READ | TABLE, 0);
            let high = inner.base + words * POINTER;
            let rows = Range { low: inner.base, high, flags: WRITE | BEHIND | CHECK_ONLY, ..inner.clone() };
            [outer, inner, rows]
        };
        assert!(seen_apart(&row(2)));
        assert!(clashes(&row(3)), "a row reaches into the next");
    }

    #[test]
    fn tables_are_looked_at_once() {
        let mut table = vec![100, 200, 300];
        let ranges = chain(&table, 0..3, (0, 10), READ | WRITE, 77);
        let is_dear = |_| true;
        assert_eq!(unsafe { look(&ranges, is_dear) }, Err(()), "nobody has seen it yet");
        // Tests beside this one may have the books at the moment.
        let is_known = || (0..1000).find_map(|_| unsafe { look(&ranges, is_dear) }.ok());
        while unsafe { look(&ranges, |_| false) }.is_ok() && is_known().is_none() {}
        assert_eq!(is_known(), Some(None));
        table[2] = 205;
        assert!((0..1000).all(|_| unsafe { look(&ranges, is_dear) }.is_err()), "it has changed");
        assert!(unsafe { look(&ranges, |_| false) }.unwrap().is_some());
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
        let array = |flags| Range {
            base: 150,
            low: 150,
            high: 201,
            flags,
            object: Some(1),
            name: "x".into(),
            rows: None,
            around: None,
        };
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

        /// What is remembered is the answer, whatever the program stores to its tables meanwhile, in rows of any width and tables of structs.
        #[test]
        fn what_is_remembered_is_what_would_be_seen(
            mut tables in proptest::collection::vec(proptest::collection::vec(0usize..80, 1..8), 1..4),
            (bytes, stride, written) in (1usize..12, 1usize..4, any::<bool>()),
            changes in proptest::collection::vec((0usize..4, 0usize..8, 0usize..80), 1..6),
        ) {
            let flags = if written { READ | WRITE } else { READ };
            for (table, cell, pointer) in changes {
                let ranges: Vec<Range> = tables
                    .iter()
                    .zip(0..)
                    .flat_map(|(table, view)| {
                        let [outer, mut rows] = chain(table, 0..table.len(), (0, bytes), flags, view);
                        rows.object = Some((POINTER * stride) as u32);
                        [outer, rows]
                    })
                    .collect();
                let expected = unsafe { first_overlap(&ranges) }.is_some();
                for _ in 0..2 {
                    let seen = unsafe { look(&ranges, |_| false) };
                    prop_assert_eq!(seen.map(|it| it.is_some()), Ok(expected));
                }
                let table = table % tables.len();
                let cell = cell % tables[table].len();
                tables[table][cell] = pointer;
            }
        }

        /// Tables of tables, whose rows and tables lie anywhere.
        #[test]
        fn a_glance_agrees_with_the_list(
            planes in proptest::collection::vec(proptest::collection::vec(0usize..80, 2), 1..5),
            order in proptest::bool::ANY,
            bytes in 1usize..12,
        ) {
            let mut planes = planes;
            if order {
                let mut all = planes.concat();
                all.sort_unstable();
                planes = all.chunks(2).map(<[usize]>::to_vec).collect();
            }
            let cube: Vec<usize> = planes.iter().map(|it| it.as_ptr() as usize).collect();
            let [outer, inner] = chain(&cube, 0..cube.len(), (0, 2 * POINTER), READ | TABLE, 0);
            let rows =
                Range { low: inner.base, high: inner.base + bytes, flags: WRITE | BEHIND | CHECK_ONLY, ..inner.clone() };
            let all = planes.concat();
            let pairs = all.iter().enumerate().flat_map(|(i, a)| all[..i].iter().map(move |b| a.abs_diff(*b)));
            prop_assert_eq!(clashes(&[outer, inner, rows]), { pairs }.any(|it| it < bytes));
        }
    }

    #[test]
    fn the_time_of_a_check_counts_rows() {
        let table = [0usize; 100];
        let [cells, rows] = chain(&table, 10..60, (0, 8), WRITE, 0);
        assert_eq!(glance_ns(&[cells.clone(), rows.clone()]), 50. * GLANCE_NS);
        assert_eq!(list_ns(&[cells.clone(), rows.clone(), cells, rows]), 100. * LIST_NS);
        assert_eq!(glance_ns(&[]), 0.);
    }
}
