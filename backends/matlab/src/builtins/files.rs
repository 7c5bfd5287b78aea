use super::Entry;

pub const TABLE: &[Entry] = &[];

/// The open files.
#[derive(Default)]
pub struct Files {}
