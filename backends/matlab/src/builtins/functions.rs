//! Functions as values: handles, and functions that call others for every element.

use super::Entry;
use crate::value::Handle;

pub const TABLE: &[Entry] = &[];

/// `@name`, or the text of an anonymous function.
pub fn handle_text(handle: &Handle) -> String {
    match handle {
        Handle::Named(name) => format!("@{name}"),
        Handle::User { function, .. } => format!("@{}", function.name),
        Handle::Anonymous { code, .. } => raddle_matlab::print::anonymous(code),
    }
}
