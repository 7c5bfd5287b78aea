//! Expressions as Octave prints them: the text of anonymous functions. Never prints statements.

use crate::ast::{Anonymous, Expr, Scope};

/// `@(x) x + 1`.
pub fn anonymous(_function: &Anonymous) -> String {
    todo!()
}

/// The text of an expression of `scope`. `source` is the text that it was parsed from: numbers are printed as they were written.
pub fn expression(_expr: &Expr, _scope: &Scope, _source: &str) -> String {
    todo!()
}
