use super::Entry;

pub const TABLE: &[Entry] = &[];

/// Which warnings are on, and the last one.
#[derive(Default)]
pub struct Warnings {}
