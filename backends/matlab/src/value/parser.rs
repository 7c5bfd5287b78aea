//! `inputParser`: what a function's arguments are called, and what they were.

use super::{StructArray, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// Copies of the handle share the parser.
pub type ParserRef = Rc<RefCell<Parser>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Required,
    Optional,
    Parameter,
    Switch,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub kind: Kind,
    pub default: Value,
    /// A function that errors, or is false, for what is no value of it.
    pub check: Option<Value>,
}

#[derive(Clone, Debug)]
pub struct Parser {
    pub case_sensitive: bool,
    pub function_name: String,
    pub keep_unmatched: bool,
    pub partial_matching: bool,
    pub struct_expand: bool,
    /// In the order in which they were added.
    pub parameters: Vec<Parameter>,
    pub results: StructArray,
    pub unmatched: StructArray,
    pub using_defaults: Vec<String>,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser {
            case_sensitive: false,
            function_name: String::new(),
            keep_unmatched: false,
            partial_matching: false,
            struct_expand: true,
            parameters: vec![],
            results: StructArray::scalar(),
            unmatched: StructArray::scalar(),
            using_defaults: vec![],
        }
    }
}
