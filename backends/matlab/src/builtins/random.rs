use super::Entry;

pub const TABLE: &[Entry] = &[];

/// The generators' states.
#[derive(Default)]
pub struct Random {}
