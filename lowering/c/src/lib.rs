//! C front end: clang's AST in, MLIR out.

pub mod ast;
pub mod import;
pub mod plan;
pub mod raise;
pub mod read;
pub mod stubs;
