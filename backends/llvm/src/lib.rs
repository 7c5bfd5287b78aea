//! Everything that ends in LLVM: CPU code and PTX of kernels, and host code grafted into clang's bitcode.
//!
//! The steps of one translation unit, in the order in which the driver takes them:
//!
//! ```no_run
//! # use raddle_llvm::{Error, Kernels, LlvmContext, OptLevel, StaticData, Unit};
//! # fn compile(context: &melior::Context, mut program: melior::ir::Module, bitcode: &[u8], data: StaticData)
//! # -> Result<Vec<u8>, Error> {
//! let llvm = LlvmContext::new();
//! let mut unit = Unit::from_bitcode(&llvm, bitcode)?;
//! let options = unit.options(OptLevel::O2); // the processor that clang compiles for
//! let kernels = Kernels::compile(&llvm, context, &program, &options)?; // reads the gpu.modules
//! // ... the lowering of region ops to runtime calls happens here ...
//! raddle_llvm::lower_host(context, &mut program)?; // drops the gpu.modules, leaves only the llvm dialect
//! unit.add_host(context, &mut program, &options)?;
//! unit.add_kernels(kernels)?;
//! unit.add_static_data(&data)?;
//! unit.make_runtime_optional()?;
//! unit.optimize(&options)?;
//! unit.emit_object(&options)
//! # }
//! ```
//!
//! This crate never reads a file, never starts a process, knows no C and no isl, and never changes the value of a
//! floating-point operation: no contraction, no reassociation, whatever the optimization level.

mod align;
mod apart;
mod context;
mod descriptors;
mod early;
mod emit;
mod entries;
mod error;
mod graft;
mod host;
mod ir;
mod kernels;
mod lower;
mod optional;
mod records;
mod structors;
mod unit;
mod unwritten;

pub use apart::{Facts, KERNELS};
pub use context::{LlvmContext, set_fatal_error_hook};
pub use descriptors::{Gate, KernelInfo, LeftOut, NestInfo, SiteInfo, StaticData};
pub use emit::{OptLevel, Options};
pub use entries::ENTRIES;
pub use error::Error;
pub use host::lower_host;
pub use kernels::{KernelName, Kernels, PTX_ARCHITECTURE, ptx, runs_together};
pub use unit::Unit;

#[cfg(test)]
mod tests;
