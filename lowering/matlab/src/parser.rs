//! Tokens to the syntax tree. Reports all errors of a file; never looks at values.

use crate::ast::{File, Scope, Source};
use crate::diagnostic::Diagnostic;
use std::rc::Rc;

/// Parses a script or function file. Errors come in the order of the text.
///
/// # Errors
/// All that is wrong in the file.
pub fn parse_file(_source: Rc<Source>) -> Result<File, Vec<Diagnostic>> {
    todo!()
}

/// Parses the text of an `eval` in a scope that exists: its slots come first in the scope of the result's script.
///
/// # Errors
/// All that is wrong in the text.
pub fn parse_eval(_source: Rc<Source>, _scope: &Scope) -> Result<File, Vec<Diagnostic>> {
    todo!()
}
