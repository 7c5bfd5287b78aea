//! Polyhedral model and dependences; knows no MLIR.
pub mod analysis;
pub mod isl;
pub mod model;
pub mod schedule;

pub use analysis::{Analysis, PolyError};
