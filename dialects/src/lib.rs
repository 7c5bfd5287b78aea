//! The IR vocabulary of Raddle: MLIR contexts with the `region` dialect, and what passes are written with.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ir`] | handles ([`Op`], [`Val`], [`Block`], [`Region`]), walking, uses, erasing, attributes, source positions |
//! | [`build`] | [`build::Builder`]: creating ops at an insertion point, types and attributes |
//! | [`diagnostics`] | errors, warnings and remarks at a location; capturing them |
//! | [`kernel_ops`] | what kernels compute with |
//! | [`pass`] | the [`Pass`] trait, registration by name, textual pipelines run on a module |
//! | [`region`] | typed views and builders of the region dialect's ops |
//! | [`tbaa`] | types of accesses, for alias analysis |
//! | [`text`] | parsing and printing modules |
//!
//! No pass lives here, and nothing depends on how a nest is analysed or mapped. MLIR handles do not keep ops alive:
//! once an op is erased its handles must not be used (see `raddle_mlir_sys`).

pub mod build;
pub mod diagnostics;
pub mod ir;
pub mod kernel_ops;
pub mod pass;
pub mod region;
pub mod tbaa;
pub mod text;
mod verify;

#[cfg(test)]
mod tests;

use melior::Context;
use melior::dialect::DialectRegistry;

pub use ir::{Block, Op, Region, Val};
pub use pass::{Failure, Pass, Registered, register_pass, register_pipeline};

/// What Raddle creates in memory; other dialects are loaded when they are parsed.
const LOADED: [&str; 12] =
    ["affine", "arith", "cf", "dlti", "func", "gpu", "llvm", "math", "memref", "scf", "vector", region::DIALECT];

/// Adds all upstream dialects and our own.
pub fn register(registry: &DialectRegistry) {
    melior::utility::register_all_dialects(registry);
    raddle_mlir_sys::region::register::<verify::Rules>(registry);
}

/// A context in which all dialects can be parsed, those that Raddle creates are loaded, and the `llvm` dialect can be
/// translated to LLVM IR. Single-threaded: one compiler process handles one unit, and diagnostics stay in order.
pub fn context() -> Context {
    let registry = DialectRegistry::new();
    register(&registry);
    let context = Context::new_with_registry(&registry, false);
    melior::utility::register_all_llvm_translations(&context);
    for name in LOADED {
        context.get_or_load_dialect(name);
    }
    context
}

/// MLIR's opt driver over all upstream passes and those registered before, with `args` as its command line (the first
/// is the program's name). The result is the exit status. At most one call per process.
pub fn opt_main(args: &[String]) -> i32 {
    let registry = DialectRegistry::new();
    register(&registry);
    pass::register_upstream();
    raddle_mlir_sys::opt::opt_main("raddle-opt", &registry, args)
}
