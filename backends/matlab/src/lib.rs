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
pub mod memory;
pub mod ops;
mod prefault;
pub mod session;
mod storage;
pub mod value;

pub use error::{Error, Result};
pub use value::Value;

/// A function that programs may call.
pub struct Known {
    pub name: &'static str,
    /// Written in the language itself.
    pub in_language: bool,
    /// Graphics: the call does nothing, and the first one warns of that.
    pub is_ignored: bool,
    /// The least and greatest number of arguments, where that is known before the call.
    pub args: Option<(usize, usize)>,
}

/// All functions that programs may call, sorted by name.
pub fn functions() -> Vec<Known> {
    let builtins = builtins::entries().map(|entry| (entry.name, entry.args));
    let own = interp::own_functions();
    let native = builtins.chain(own).map(|(name, args)| Known {
        name,
        in_language: false,
        is_ignored: builtins::graphics::is_ignored(name),
        args: Some(args),
    });
    let in_language = library::names().map(|name| Known { name, in_language: true, is_ignored: false, args: None });
    let mut all: Vec<_> = native.chain(in_language).collect();
    all.sort_by_key(|known| known.name);
    all
}

// Compiled programs find the runtime in the same archive.
#[cfg(feature = "runtime")]
use raddle_rt as _;
