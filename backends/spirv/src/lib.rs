//! SPIR-V backend: `gpu.module` (see `docs/kernels.md`) to a module for Vulkan 1.2 compute pipelines.
//!
//! It reads kernels that keep the contract and answers anything else with an error at the operation. It transforms
//! nothing, opens no device and reads no file.
//!
//! - `kernel`, `control`, `memory`, `arith`: MLIR operations by dialect, on top of `read`.
//! - `integer`, `float`, `convert`: arithmetic on SPIR-V ids. From here down nothing knows MLIR.
//! - `cursor`, `module`: blocks and sections of the module, on top of rspirv's data representation.

mod arith;
mod control;
mod convert;
mod cursor;
mod error;
mod float;
mod inspect;
mod integer;
mod kernel;
mod memory;
mod module;
mod read;
mod scalar;

use raddle_dialects::{self as mlir, ir};

pub use error::SpirvError;
pub use inspect::{ParseError, ValidationError, disassemble, validate};

/// Float types for which a device offers something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatWidths {
    pub f32: bool,
    pub f64: bool,
}

/// Float controls to request, each only for the types for which the device offers it
/// (`VkPhysicalDeviceFloatControlsProperties`). The default requests none, which every device accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub signed_zero_inf_nan_preserve: FloatWidths,
    pub denorm_preserve: FloatWidths,
    pub rounding_mode_rte: FloatWidths,
    /// Leaves out what hides numbers from drivers that compute with them wrongly. For the runtime's self-test, which
    /// finds out whether a driver does.
    pub bare: bool,
}

/// The words of a SPIR-V module with one entry point per kernel of `module`, a `gpu.module`.
pub fn emit(module: mlir::Op<'_>, options: &Options) -> Result<Vec<u32>, SpirvError> {
    if !ir::is(module, "gpu.module") {
        return Err(read::unsupported(module));
    }
    let functions = ir::ops(read::single_block(module, 0)?);
    if functions.is_empty() {
        return Err(read::error(module, "a module without kernels has no SPIR-V form"));
    }
    let mut output = module::Module::new(options);
    for function in functions {
        kernel::lower(&mut output, function)?;
    }
    Ok(output.finish())
}
