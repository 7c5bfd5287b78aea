//! What MLIR's C API lacks, from the C++ shim in `cpp/`, behind safe Rust functions.
//!
//! Passes with names and options, the opt driver, the region dialect, diagnostics with severity and notes, cloning
//! with a mapping, properties, parsing under a file name. Nothing here knows what a pass does or what an op means. Every function that C++ calls catches
//! panics.
//!
//! Handles ([`Op`], [`Val`], [`Block`], [`Region`]) are melior's reference types with both lifetimes set to the
//! context's. As in MLIR itself they do not keep what they name alive: after an op is erased, its handles must not
//! be used.

pub mod diagnostic;
mod ffi;
pub mod mapping;
pub mod opt;
pub mod pass;
pub mod property;
pub mod region;
pub mod text;

/// An operation.
pub type Op<'c> = melior::ir::OperationRef<'c, 'c>;
/// An SSA value.
pub type Val<'c> = melior::ir::Value<'c, 'c>;
/// A block inside a region.
pub type Block<'c> = melior::ir::BlockRef<'c, 'c>;
/// A region of an operation.
pub type Region<'c> = melior::ir::RegionRef<'c, 'c>;

/// The op reference that mlir-tblgen makes from `Region.td`, in Markdown; `docs/ops.md` is this text.
pub const OP_REFERENCE: &str = include_str!(concat!(env!("OUT_DIR"), "/RegionOps.md"));
