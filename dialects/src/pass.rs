//! Passes: the trait, registration by name, and running a textual pipeline on a module.

use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;

use crate::ir;

pub use raddle_mlir_sys::pass::{Failure, Pass, Registered, register_pass, register_pipeline};

/// Makes MLIR's own passes known by name. Later calls do nothing.
pub fn register_upstream() {
    melior::utility::register_all_passes();
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PipelineError {
    #[error("malformed pass pipeline: {0}")]
    Parse(String),
    /// Some pass failed or left invalid IR; the reasons were reported as diagnostics in the module's context.
    #[error("a pass failed")]
    Failed,
}

/// Runs a textual pipeline such as `builtin.module(func.func(canonicalize),cse)`, and verifies what it leaves. With debug assertions it
/// verifies after each pass, which takes a tenth of the time of a compilation.
pub fn run_pipeline(module: &mut Module<'_>, pipeline: &str) -> Result<(), PipelineError> {
    let manager = PassManager::new(ir::context(ir::root(module)));
    melior::utility::parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline)
        .map_err(|error| PipelineError::Parse(error.to_string()))?;
    manager.enable_verifier(cfg!(debug_assertions));
    manager.run(module).map_err(|_| PipelineError::Failed)?;
    if module.as_operation().verify() { Ok(()) } else { Err(PipelineError::Failed) }
}
