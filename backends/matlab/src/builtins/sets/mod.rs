//! Sets: arrays, cells of texts and rows of matrices without repetitions.

mod operations;
mod unique;

use super::{Entry, file_entry};

pub const TABLE: &[Entry] = &[
    file_entry("unique", 1, 5, unique::unique),
    file_entry("union", 2, 5, operations::union),
    file_entry("intersect", 2, 5, operations::intersect),
    file_entry("setdiff", 2, 5, operations::setdiff),
    file_entry("setxor", 2, 5, operations::setxor),
    file_entry("ismember", 2, 3, operations::ismember),
    file_entry("powerset", 1, 2, operations::powerset),
];
