//! Polyhedral model and dependences; knows no MLIR.
pub mod analysis;
pub mod isl;
pub mod model;

pub use analysis::{Analysis, PolyError};
