//! Function handles.

use super::Value;
use raddle_matlab::ast::{Anonymous, Function};
use std::rc::Rc;

#[derive(Debug)]
pub enum Handle {
    /// `@name`: looked up when it is called.
    Named(Rc<str>),
    /// `@name` of a subfunction, which only its file sees.
    User(Rc<Function>),
    /// `@(x) ...` with the values of what it captured, by slot of its own scope. `file` is where its names are looked up.
    Anonymous {
        code: Rc<Anonymous>,
        captured: Vec<(raddle_matlab::ast::Slot, Value)>,
        file: Rc<raddle_matlab::ast::File>,
    },
}
