use super::Entry;

pub const TABLE: &[Entry] = &[];

/// Which warnings are on, and the last one.
#[derive(Default)]
pub struct Warnings {}

/// What `catch err` gets: a struct of message, identifier and stack.
pub fn error_value(_error: &crate::Error) -> crate::Value {
    todo!()
}
