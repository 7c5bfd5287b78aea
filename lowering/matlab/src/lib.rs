//! The MATLAB language with Octave's additions: text in, syntax tree out. Knows no values, no builtin function and no MLIR.

pub mod ast;
pub mod compile;
pub mod diagnostic;
pub mod lexer;
pub mod parser;
pub mod print;

pub use diagnostic::Diagnostic;
pub use parser::{parse_eval, parse_file};
