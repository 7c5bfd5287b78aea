//! What was seen of rows behind pointers before, as long as the tables have not changed: programs make their tables once, and to compare their
//! bytes takes half the time of looking at the rows, and a small part of the time of sorting them.
//!
//! An answer is for ranges that are the same in all that it depends on, and for tables with the same pointers in them.

use std::sync::{Mutex, TryLockError};

use super::{POINTER, cells, first_overlap, offsets, rows, stride};
use crate::ranges::Range;

/// Answers that are remembered, and the pointers of all of them. The oldest ones go.
const MOST_ANSWERS: usize = 64;
const MOST_POINTERS: usize = 1 << 18;

/// The ranges that overlap, by their numbers.
type Overlap = Option<(usize, usize)>;

struct Answer {
    ranges: Vec<Range>,
    /// All pointers, in the order in which they are followed.
    pointers: Vec<usize>,
    overlap: Overlap,
}

static ANSWERS: Mutex<Vec<Answer>> = Mutex::new(Vec::new());

/// The answer for these ranges and what is in their tables now, if it is remembered.
///
/// # Safety
/// As for [`first_overlap`].
pub(super) unsafe fn known(ranges: &[Range]) -> Option<Overlap> {
    // Another thread that is here now would be waited for longer than the answer takes.
    let answers = match ANSWERS.try_lock() {
        Ok(answers) => answers,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => return None,
    };
    // SAFETY: the tables are as the caller says.
    let fits = |it: &&Answer| are_same(&it.ranges, ranges) && unsafe { has_same_pointers(ranges, &it.pointers) };
    answers.iter().find(fits).map(|it| it.overlap)
}

/// Remembers the answer.
///
/// # Safety
/// As for [`first_overlap`].
pub(super) unsafe fn remember(ranges: &[Range], overlap: Overlap) {
    if rows(ranges) > MOST_POINTERS as f64 {
        return;
    }
    let mut pointers = Vec::new();
    let mut add = |part: Cells| {
        pointers.extend(part.pointers());
        pointers.len() <= MOST_POINTERS
    };
    // SAFETY: as the caller says.
    if !unsafe { follow(ranges, &mut add) } {
        return;
    }
    let Ok(mut answers) = ANSWERS.try_lock() else { return };
    answers.retain(|it| !are_same(&it.ranges, ranges));
    let all = |answers: &[Answer]| answers.iter().map(|it| it.pointers.len()).sum::<usize>();
    while answers.len() >= MOST_ANSWERS || !answers.is_empty() && all(&answers) + pointers.len() > MOST_POINTERS {
        answers.remove(0);
    }
    answers.push(Answer { ranges: ranges.iter().map(Range::kept).collect(), pointers, overlap });
}

/// Names are for people.
fn are_same(these: &[Range], those: &[Range]) -> bool {
    let key = |it: &Range| (it.base, it.low, it.high, it.flags, it.object, it.rows);
    these.len() == those.len() && these.iter().zip(those).all(|(one, other)| key(one) == key(other))
}

/// # Safety
/// As for [`first_overlap`].
unsafe fn has_same_pointers(ranges: &[Range], mut seen: &[usize]) -> bool {
    let mut is_same = |part: Cells| {
        let Some((own, rest)) = seen.split_at_checked(part.count()) else { return false };
        seen = rest;
        part.has(own)
    };
    // SAFETY: as the caller says.
    unsafe { follow(ranges, &mut is_same) && seen.is_empty() }
}

/// The pointers of a table, so many bytes apart.
struct Cells {
    low: usize,
    high: usize,
    stride: usize,
}

impl Cells {
    fn count(&self) -> usize {
        if self.high < self.low + POINTER { 0 } else { (self.high - self.low - POINTER) / self.stride + 1 }
    }

    fn pointers(&self) -> impl Iterator<Item = usize> {
        // SAFETY: who made it says that a cell of the table holds a pointer.
        cells(self.low, self.high, self.stride).map(|cell| unsafe { (cell as *const usize).read_unaligned() })
    }

    fn has(&self, pointers: &[usize]) -> bool {
        if self.stride == POINTER {
            // SAFETY: there are as many pointers, one after the other.
            let own = unsafe { std::slice::from_raw_parts(self.low as *const u8, size_of_val(pointers)) };
            // SAFETY: the bytes of numbers.
            return own == unsafe { std::slice::from_raw_parts(pointers.as_ptr().cast::<u8>(), own.len()) };
        }
        self.pointers().eq(pointers.iter().copied())
    }
}

/// Hands all tables to `visit`, those that lead to others first, until it answers false.
///
/// # Safety
/// As for [`first_overlap`].
unsafe fn follow(ranges: &[Range], visit: &mut impl FnMut(Cells) -> bool) -> bool {
    let mut tables = ranges.iter().enumerate().filter(|(_, it)| it.is_table() && !it.is_behind());
    // SAFETY: as the caller says.
    tables.all(|(number, it)| unsafe { follow_one(&ranges[number + 1..], (it.low, it.high), visit) })
}

/// # Safety
/// As for [`first_overlap`]; `behind` begins with what lies behind the pointers of `low..high`.
unsafe fn follow_one(behind: &[Range], (low, high): (usize, usize), visit: &mut impl FnMut(Cells) -> bool) -> bool {
    let Some(next) = behind.first().filter(|it| it.is_behind() && low < high) else { return true };
    if !visit(Cells { low, high, stride: stride(next) }) {
        return false;
    }
    let (from, to) = offsets(next);
    // The pointers of this table were found to be those that were followed before, or are followed for the first time.
    !next.is_table()
        || Cells { low, high, stride: stride(next) }.pointers().all(|pointer| {
            let inner = (pointer.wrapping_add(from), pointer.wrapping_add(to));
            // SAFETY: the pointer leads to such a table.
            unsafe { follow_one(&behind[1..], inner, visit) }
        })
}

/// [`first_overlap`] by the ranges' numbers.
///
/// # Safety
/// As for [`first_overlap`].
pub(super) unsafe fn overlap_of(ranges: &[Range]) -> Overlap {
    // SAFETY: as the caller says.
    let (one, other) = unsafe { first_overlap(ranges) }?;
    let number = |it: &Range| ranges.iter().position(|other| std::ptr::eq(other, it));
    number(one).zip(number(other))
}
