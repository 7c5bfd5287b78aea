//! `raddle-mlir-sys`.
