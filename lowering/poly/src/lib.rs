//! Polyhedral model and dependences; knows no MLIR.
pub mod model;
