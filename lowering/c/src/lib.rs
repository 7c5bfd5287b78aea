//! C front end: clang's AST in, MLIR out.

pub mod ast;
pub mod effects;
mod ids;
pub mod import;
pub mod plan;
pub mod program;
pub mod raise;
pub mod read;
pub mod stubs;
