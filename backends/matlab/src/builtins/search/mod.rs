//! Sorting, searching, and numerical methods that call functions of the program. Sets are in `sets`.

pub(crate) mod keys;
mod lookup;
mod sorting;

use super::{Entry, entry, file_entry};

pub const TABLE: &[Entry] = &[
    entry("sort", 1, 3, sorting::sort),
    file_entry("sortrows", 1, 2, sorting::sort_rows),
    entry("issorted", 1, 3, sorting::is_sorted),
    entry("nth_element", 2, 3, sorting::nth_element),
    entry("lookup", 2, 3, lookup::lookup),
];
