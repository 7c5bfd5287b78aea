//! Function handles.

use super::Value;
use raddle_matlab::ast::{Anonymous, File, Function, Slot};
use std::rc::Rc;

#[derive(Debug)]
pub enum Handle {
    /// `@name`: looked up when it is called.
    Named(Rc<str>),
    /// `@name` of a subfunction, which only its file sees.
    User { function: Rc<Function>, file: Rc<File> },
    /// `@(x) ...` with the values of what it captured, by slot of its own scope. `file` is where its names are looked up.
    Anonymous { code: Rc<Anonymous>, captured: Vec<(Slot, Value)>, file: Rc<File> },
    /// What `inline` makes of the text of an expression: an object with a function.
    Inline { function: Rc<Handle>, names: Vec<String>, text: String },
}

impl Handle {
    pub fn is_inline(&self) -> bool {
        matches!(self, Handle::Inline { .. })
    }
}
