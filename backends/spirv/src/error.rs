//! What can go wrong: a module outside the kernel contract. Nothing here prints.

use raddle_dialects::ir::FileLineCol;

/// Something that the kernel contract (`docs/kernels.md`) does not contain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}error: {message}", at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default())]
pub struct SpirvError {
    /// Where in the source, if the operation says so.
    pub at: Option<FileLineCol>,
    pub message: String,
}
