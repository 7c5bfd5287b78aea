//! Which ranges of a site may not go to a device together, and which must share one device buffer. Pure address
//! arithmetic.

use std::borrow::Cow;

use crate::intervals::Intervals;
use crate::strided::{Leaning, Rows, Strided};
use crate::types::{
    AROUND, BEHIND, CHECK_ONLY, LOOSE, MANY, NEXT_USE_SHIFT, OVERWRITTEN, READ, ROWS, RaddleRange, TABLE, THERE, WRITE,
    text,
};

/// A range with absolute addresses: the host bytes `low..high`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The address that the array starts at in the source; offsets in messages count from here.
    pub base: usize,
    pub low: usize,
    pub high: usize,
    pub flags: u32,
    /// `None`: nothing is known about what it may overlap.
    pub object: Option<u32>,
    pub name: Cow<'static, str>,
    /// The bytes that are touched, if these are not all.
    pub rows: Option<Rows>,
    /// What the loops around access of the array, with this range in it; from and to.
    pub around: Option<(usize, usize)>,
}

/// Where the bytes of a range begin and end.
pub fn bounds(range: &RaddleRange) -> (usize, usize) {
    let at = |offset: i64| (range.base as usize).wrapping_add_signed(offset as isize);
    (at(range.lo), at(range.hi.max(range.lo)))
}

/// The rows that a range of `hull` bytes says it has, if they lean.
fn leaning(range: &RaddleRange, hull: usize) -> Option<Rows> {
    let [low, high] = range.lean;
    let [a, b, c, d] = [0, 1, 2, 3].map(|dim: usize| (range.count[dim], range.stride[dim]));
    Leaning::of(hull, [a, b, c, d], (low, high)).map(Rows::Leaning)
}

impl Range {
    /// # Safety
    /// `range.name` is null or a NUL-terminated string that outlives the result.
    pub unsafe fn new(range: &RaddleRange) -> Self {
        let (base, (low, high)) = (range.base as usize, bounds(range));
        let name = unsafe { text(range.name) };
        let mut new = Self {
            base,
            low,
            high,
            flags: range.flags,
            object: u32::try_from(range.object).ok(),
            name,
            rows: None,
            around: None,
        };
        if range.flags & ROWS != 0 && low < high {
            new.set_rows(range);
        }
        if range.flags & AROUND != 0 && low < high {
            let ends = [range.around_lo, range.around_hi].map(|it| base.wrapping_add_signed(it as isize));
            new.around = Some((ends[0], ends[1])).filter(|it| it.0 <= low && high <= it.1);
        }
        new
    }

    /// For longer than the object lives that the program has the name in.
    pub fn kept(&self) -> Self {
        Self { name: Cow::Owned(self.name.clone().into_owned()), ..self.clone() }
    }

    /// With all that the loops around access.
    pub fn widened(&self) -> Self {
        let (low, high) = self.around.unwrap_or((self.low, self.high));
        Self { low, high, rows: None, ..self.clone() }
    }

    fn set_rows(&mut self, range: &RaddleRange) {
        let rows = match range.lean {
            [0, 0] => None,
            _ => leaning(range, self.bytes()),
        };
        let is_known = rows.is_some() || range.lean == [0, 0];
        let rows =
            rows.or_else(|| Strided::of(self.bytes(), std::iter::zip(range.count, range.stride)).map(Rows::Even));
        // Only these rows are overwritten.
        if (rows.is_none() || !is_known) && self.flags & WRITE != 0 {
            self.flags &= !OVERWRITTEN;
        }
        self.rows = rows.filter(|it| it.total() < self.bytes());
    }

    /// All bytes that are touched are overwritten, though the compiler could not be sure.
    pub fn has_overwritten_box(&self) -> bool {
        self.flags & ROWS != 0 && self.is_overwritten()
    }

    /// The bytes that are touched.
    pub fn set(&self) -> Intervals {
        self.rows.unwrap_or_else(|| Rows::Even(Strided::whole(self.bytes()))).at(self.low)
    }

    /// The box around them.
    pub fn boxed(&self) -> Strided {
        self.rows.map_or_else(|| Strided::whole(self.bytes()), Rows::boxed)
    }

    /// How many these are.
    pub fn touched(&self) -> usize {
        self.rows.map_or_else(|| self.bytes(), Rows::total)
    }

    pub fn is_empty(&self) -> bool {
        self.high <= self.low
    }

    pub fn bytes(&self) -> usize {
        self.high.saturating_sub(self.low)
    }

    pub fn is_read(&self) -> bool {
        self.flags & READ != 0
    }

    pub fn is_written(&self) -> bool {
        self.flags & (WRITE | OVERWRITTEN) != 0
    }

    pub fn is_overwritten(&self) -> bool {
        self.flags & OVERWRITTEN != 0
    }

    /// How many launches later the array is used again, if the compiler knows.
    pub fn next_use(&self) -> Option<u64> {
        Some(u64::from(self.flags >> NEXT_USE_SHIFT)).filter(|it| *it != 0)
    }

    /// The range may be larger than the object.
    pub fn is_loose(&self) -> bool {
        self.flags & LOOSE != 0
    }

    /// All of it belongs to the object.
    pub fn is_there(&self) -> bool {
        !self.is_loose() || self.flags & THERE != 0
    }

    /// Nothing of the range goes to the device.
    pub fn stays_on_host(&self) -> bool {
        self.is_empty() || self.flags & CHECK_ONLY != 0
    }

    /// The range holds pointers, and the next one says what lies behind them.
    pub fn is_table(&self) -> bool {
        self.flags & TABLE != 0
    }

    /// The range stands for bytes behind each pointer of a table; its own addresses mean nothing.
    pub fn is_behind(&self) -> bool {
        self.flags & BEHIND != 0
    }

    /// The host accesses more of the array soon.
    pub fn is_one_of_many(&self) -> bool {
        self.flags & MANY != 0
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.low.max(other.low) < self.high.min(other.high)
    }

    /// The numbers leave it open whether the two overlap, and it would matter.
    fn may_conflict(&self, other: &Self) -> bool {
        let has_address = !self.is_behind() && !other.is_behind();
        // A table's number is that of its view.
        let is_unknown = |it: &Self| it.object.is_none() || it.is_table();
        has_address && (is_unknown(self) || is_unknown(other)) && (self.is_written() || other.is_written())
    }
}

/// The first two ranges whose overlap the compiler did not account for.
pub fn first_conflict(ranges: &[Range]) -> Option<(&Range, &Range)> {
    ranges.iter().enumerate().find_map(|(i, one)| {
        let other = ranges[i + 1..].iter().find(|other| one.may_conflict(other) && one.overlaps(other))?;
        Some((one, other))
    })
}

/// Host bytes that live in one device buffer, so that pointers into them stay consistent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub low: usize,
    pub high: usize,
    /// The ranges in it, by index.
    pub members: Vec<usize>,
}

/// Spans of ranges that overlap directly or through others, in address order. Ranges that stay on the host are in none.
pub fn spans(ranges: &[Range]) -> Vec<Span> {
    let mut order: Vec<usize> = (0..ranges.len()).filter(|&i| !ranges[i].stays_on_host()).collect();
    order.sort_by_key(|&i| ranges[i].low);
    let mut spans: Vec<Span> = Vec::new();
    for i in order {
        let range = &ranges[i];
        match spans.last_mut() {
            Some(span) if range.low < span.high => {
                span.high = span.high.max(range.high);
                span.members.push(i);
            }
            Some(_) | None => spans.push(Span { low: range.low, high: range.high, members: vec![i] }),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(low: usize, high: usize, flags: u32, object: i32) -> Range {
        Range {
            base: low,
            low,
            high,
            flags,
            object: u32::try_from(object).ok(),
            name: "".into(),
            rows: None,
            around: None,
        }
    }

    #[test]
    fn unknown_overlap_conflicts_only_if_written() {
        let reads = [range(0, 10, READ, -1), range(5, 15, READ, -1)];
        assert_eq!(first_conflict(&reads), None);
        let writes = [range(0, 10, READ, -1), range(5, 15, WRITE, 3)];
        assert!(first_conflict(&writes).is_some());
        let apart = [range(0, 10, READ, -1), range(10, 15, WRITE, -1)];
        assert_eq!(first_conflict(&apart), None);
        let empty = [range(5, 5, WRITE, -1), range(0, 15, WRITE, -1)];
        assert_eq!(first_conflict(&empty), None);
    }

    #[test]
    fn one_object_may_overlap_itself_and_distinct_objects_are_trusted() {
        assert_eq!(first_conflict(&[range(0, 10, WRITE, 1), range(5, 15, WRITE, 1)]), None);
        assert_eq!(first_conflict(&[range(0, 10, WRITE, 1), range(5, 15, WRITE, 2)]), None);
    }

    #[test]
    fn ranges_for_the_check_only_conflict_but_are_not_mapped() {
        let ranges = [range(0, 10, READ, -1), range(5, 15, WRITE | CHECK_ONLY, -1)];
        assert!(first_conflict(&ranges).is_some());
        assert_eq!(spans(&ranges), [Span { low: 0, high: 10, members: vec![0] }]);
    }

    #[test]
    fn negative_offsets_and_empty_ranges() {
        let mut buffer = [0u8; 16];
        let base = buffer.as_mut_ptr().cast();
        let raw = RaddleRange {
            base,
            lo: -4,
            hi: 8,
            flags: READ,
            object: -1,
            name: std::ptr::null(),
            count: [0; 4],
            stride: [0; 4],
            lean: [0; 2],
            around_lo: 0,
            around_hi: 0,
        };
        let range = unsafe { Range::new(&raw) };
        assert_eq!((range.low, range.bytes()), (base as usize - 4, 12));
        let raw = RaddleRange { lo: 3, hi: -3, ..raw };
        assert!(unsafe { Range::new(&raw) }.is_empty());
    }

    /// Rows that lean, in planes: the runtime does not tell them apart, and does not take all of the box for overwritten.
    #[test]
    fn rows_that_lean_in_planes_are_a_box() {
        let mut buffer = [0u8; 3000];
        let raw = RaddleRange {
            base: buffer.as_mut_ptr().cast(),
            lo: 0,
            hi: 1224,
            flags: WRITE | OVERWRITTEN | ROWS,
            object: -1,
            name: std::ptr::null(),
            count: [3, 3, 2, 1],
            stride: [8, 100, 1000, 0],
            lean: [0, 8],
            around_lo: 0,
            around_hi: 0,
        };
        let range = unsafe { Range::new(&raw) };
        assert_eq!((range.touched(), range.is_overwritten(), range.boxed().total()), (144, false, 144));
        let plane = unsafe { Range::new(&RaddleRange { hi: 224, count: [3, 3, 1, 1], ..raw }) };
        assert_eq!((plane.touched(), plane.is_overwritten(), plane.boxed().total()), (48, true, 72));
        let upright = unsafe { Range::new(&RaddleRange { lean: [0; 2], ..raw }) };
        assert_eq!((upright.touched(), upright.is_overwritten()), (144, true));
    }

    /// What `spans` means, said directly: two ranges share a span iff a chain of overlaps joins them.
    fn joined(ranges: &[Range]) -> Vec<Vec<bool>> {
        let n = ranges.len();
        let mut joined: Vec<Vec<bool>> =
            (0..n).map(|i| (0..n).map(|j| ranges[i].overlaps(&ranges[j])).collect()).collect();
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    joined[i][j] |= joined[i][k] && joined[k][j];
                }
            }
        }
        joined
    }

    proptest! {
        #[test]
        fn spans_are_the_connected_components(bounds in proptest::collection::vec((0usize..60, 0usize..12), 0..9)) {
            let ranges: Vec<Range> = bounds.iter().map(|&(low, len)| range(low, low + len, READ, 0)).collect();
            let spans = spans(&ranges);
            let joined = joined(&ranges);
            let home = |i: usize| spans.iter().position(|span| span.members.contains(&i));
            for i in 0..ranges.len() {
                prop_assert_eq!(home(i).is_none(), ranges[i].is_empty());
                for j in 0..ranges.len() {
                    if !ranges[i].is_empty() && !ranges[j].is_empty() {
                        prop_assert_eq!(home(i) == home(j), joined[i][j]);
                    }
                }
            }
            for span in &spans {
                prop_assert_eq!(span.low, span.members.iter().map(|&i| ranges[i].low).min().unwrap());
                prop_assert_eq!(span.high, span.members.iter().map(|&i| ranges[i].high).max().unwrap());
            }
        }
    }
}
