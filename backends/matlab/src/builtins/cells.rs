use super::Entry;

pub const TABLE: &[Entry] = &[];
