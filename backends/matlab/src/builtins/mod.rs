//! The builtin functions: one file per family, each with a table. No function here is called by name from Rust.

pub mod missing;
pub mod usages;

use crate::session::Session;
use crate::{Result, Value};
use std::collections::HashMap;
use std::sync::OnceLock;

/// One call of a builtin function.
pub struct Call<'a> {
    pub session: &'a mut dyn Session,
    /// The name it was called by.
    pub name: &'static str,
    pub args: Vec<Value>,
    /// The number of values that the caller takes; 0 for a statement, which still displays a first one as `ans`.
    pub nargout: usize,
}

pub type Function = fn(Call) -> Result<Vec<Value>>;

/// A row of a family's table.
pub struct Entry {
    pub name: &'static str,
    /// The least and greatest number of arguments; others are `Invalid call to NAME`.
    pub args: (usize, usize),
    pub function: Function,
    /// Octave has the function as a file of its language: too many arguments are told in other words.
    pub in_file: bool,
}

/// No upper limit of the number of arguments.
pub const ANY: usize = usize::MAX;

/// A row of a table.
pub const fn entry(name: &'static str, least: usize, most: usize, function: Function) -> Entry {
    Entry { name, args: (least, most), function, in_file: false }
}

/// A row of a table for a function that is a file of Octave's language.
pub const fn file_entry(name: &'static str, least: usize, most: usize, function: Function) -> Entry {
    Entry { in_file: true, ..entry(name, least, most, function) }
}

macro_rules! families {
    ($($family:ident)*) => {
        $(pub mod $family;)*
        const FAMILIES: &[&[Entry]] = &[$($family::TABLE),*];
    };
}

families! {
    arrays cells elementary errors files functions graphics integers linalg maps math parsers predicates printing random reductions regexps search sets
    signal strings structs time
}

/// The builtin function of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    static INDEX: OnceLock<HashMap<&'static str, &'static Entry>> = OnceLock::new();
    INDEX.get_or_init(|| entries().map(|entry| (entry.name, entry)).collect()).get(name).copied()
}

/// The rows of all families.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// Calls a builtin function after its number of arguments is checked.
///
/// # Errors
/// The function's own, and `Invalid call to NAME`.
pub fn call(entry: &'static Entry, session: &mut dyn Session, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    if entry.in_file && args.len() > entry.args.1 {
        let message = format!("{}: function called with too many inputs", entry.name);
        return Err(crate::Error::with_id("Octave:invalid-fun-call", message));
    }
    if args.len() < entry.args.0 || args.len() > entry.args.1 {
        return Err(crate::Error::invalid_call(entry.name));
    }
    let values = (entry.function)(Call { session, name: entry.name, args, nargout });
    let mut values = values.map_err(errors::without_stack)?;
    // An argument list takes only the first of several results.
    values.truncate(nargout.max(1));
    Ok(values)
}
