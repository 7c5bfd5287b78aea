//! A reference interpreter for the PTX that Raddle emits: the judge of the PTX backend where there is no GPU.
//!
//! It runs a kernel's threads one after the other and is strict rather than fast: an instruction form without a row in
//! its table is refused, and so is every access out of bounds, misaligned or in a race; everything that depends on bytes
//! that were never written; every barrier that some threads do not reach; every result that the ISA leaves open.
//!
//! It never guesses, knows nothing of the rest of Raddle, and says nothing about time.
//!
//! ```
//! use raddle_ptx_vm::{Argument, Machine, Module, Shape};
//!
//! let text = "
//!     .version 7.0 .target sm_80 .address_size 64
//!     .visible .entry double(.param .u64 p) {
//!         .reg .b32 %r<3>; .reg .b64 %rd<3>;
//!         ld.param.b64 %rd1, [p];
//!         mov.u32 %r1, %tid.x;
//!         mul.wide.u32 %rd2, %r1, 4;
//!         add.s64 %rd1, %rd1, %rd2;
//!         ld.global.b32 %r2, [%rd1];
//!         add.s32 %r2, %r2, %r2;
//!         st.global.b32 [%rd1], %r2;
//!         ret;
//!     }";
//! let mut machine = Machine::default();
//! let module = machine.load(Module::parse(text)?);
//! let buffer = machine.alloc_with(&[1, 0, 0, 0, 21, 0, 0, 0]);
//! let counts = machine.launch(module, "double", Shape::block(2), &[Argument::Pointer(buffer)])?;
//! assert_eq!(machine.read(buffer, 8)?, [2, 0, 0, 0, 42, 0, 0, 0]);
//! assert_eq!(counts.instructions, 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
pub mod conformance;
mod decode;
mod error;
mod execute;
mod half;
mod lexer;
mod machine;
mod memory;
mod module;
mod race;
mod syntax;
pub mod table;
mod thread;
mod types;

pub use error::{
    Fault, FaultKind, HostError, LaunchError, MemoryProblem, Nearest, ParseError, ParseProblem, Racer, SourceLocation,
    Verb,
};
pub use machine::{Argument, Counts, DeviceAddress, Machine, ModuleId, Options, Order, Shape, Traffic};
pub use module::{APPROXIMATE, Approximations, Module};
pub use types::Type;
