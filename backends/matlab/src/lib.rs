//! What MATLAB programs are made of when they run: values, operators, indexing, builtin functions, display, and the interpreter
//! that is the meaning of every program. Knows no MLIR and no clang.

// Comparisons that NaN must fail are written so; factorizations run over indices of several arrays; NaN is zero over zero.
#![allow(clippy::neg_cmp_op_on_partial_ord, clippy::needless_range_loop, clippy::eq_op)]

mod abi;
pub mod builtins;
pub mod display;
pub mod error;
pub mod format;
pub mod index;
pub mod interp;
pub mod lapack;
mod library;
pub mod ops;
pub mod session;
mod storage;
pub mod value;

pub use error::{Error, Result};
pub use value::Value;

// Compiled programs find the runtime in the same archive.
#[cfg(feature = "runtime")]
use raddle_rt as _;
