//! What can go wrong between MLIR or bitcode and an object file. Never prints.

use thiserror::Error;

/// An error value; invalid input gives one of these, never a panic.
#[derive(Debug, Error)]
pub enum Error {
    /// An op that this backend has no code for.
    #[error("{location}: `{op}` has no code: {reason}")]
    Unsupported { location: String, op: String, reason: String },
    /// Upstream passes or the translation to LLVM IR failed.
    #[error("lowering to LLVM failed: {}", .0.join("; "))]
    Lowering(Vec<String>),
    #[error("unreadable bitcode: {0}")]
    Bitcode(String),
    /// A function has another type in clang's module than in the imported code.
    #[error("`{name}` is `{clang}` in clang's code but `{imported}` in the imported code")]
    TypeMismatch { name: String, clang: String, imported: String },
    /// A function that was imported but cannot be replaced in clang's module.
    #[error("`{name}` cannot be replaced: {reason}")]
    NotReplaceable { name: String, reason: String },
    /// The host code or the static data refers to a symbol that nothing defines.
    #[error("no definition for `{0}`")]
    MissingSymbol(String),
    #[error("linking failed: {0}")]
    Link(String),
    /// The module is not valid LLVM IR: a bug of this program.
    #[error("invalid LLVM IR: {0}")]
    Verify(String),
    #[error("no code for target {0}")]
    Target(String),
    #[error("optimization failed: {0}")]
    Optimize(String),
    #[error("emission failed: {0}")]
    Emit(String),
}
